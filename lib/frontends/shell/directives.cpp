#include "frontends/shell/directives.hpp"

#include <algorithm>

namespace trainlint::shell {
namespace {

constexpr std::size_t most_directives = 1'000;
constexpr std::string_view marks[] = {"#SBATCH", "#PBS", "#BSUB", "#PJM", "#$"};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view mark_of(std::string_view line) {
    for (const auto mark : marks)
        if (line.starts_with(mark) && line.size() > mark.size() && is_blank(line[mark.size()]))
            return mark;
    return {};
}

class Line {
public:
    Line(const std::shared_ptr<const text::Fragment>& script, text::Span span)
        : script_(script), text_(script->text()), at_(span.begin), end_(span.end) {}

    void add_mark(std::size_t size) {
        const auto begin = at_;
        at_ += static_cast<std::uint32_t>(size);
        add({begin, at_}, text_.substr(begin, size));
    }

    bool add_option() {
        while (at_ < end_ && is_blank(text_[at_])) ++at_;
        if (at_ >= end_ || text_[at_] == '#') return false;
        const auto begin = at_;
        std::string option;
        char quote = 0;
        for (; at_ < end_ && (quote != 0 || !is_blank(text_[at_])); ++at_) {
            const char c = text_[at_];
            if (c == '\\' && at_ + 1 < end_)
                option += text_[++at_];
            else if (quote != 0 && c == quote)
                quote = 0;
            else if (quote == 0 && (c == '"' || c == '\''))
                quote = c;
            else if (quote == 0 && c == '#')
                end_ = at_--;
            else
                option += c;
        }
        add({begin, at_}, option);
        return true;
    }

    [[nodiscard]] std::vector<facts::Word>& words() { return words_; }

private:
    void add(text::Span span, std::string_view text) {
        facts::Word word;
        word.text = text;
        word.span = span;
        word.at = script_->place(span);
        facts::Part part{.span = {0, static_cast<std::uint32_t>(text.size())}, .at = word.at};
        part.fragment = script_;
        part.source = span;
        if (!text.empty()) word.parts.push_back(std::move(part));
        words_.push_back(std::move(word));
    }

    const std::shared_ptr<const text::Fragment>& script_;
    std::string_view text_;
    std::uint32_t at_;
    std::uint32_t end_;
    std::vector<facts::Word> words_;
};

facts::Command directive(const std::shared_ptr<const text::Fragment>& script, text::Span span,
                         std::size_t mark) {
    Line reader(script, span);
    reader.add_mark(mark);
    while (reader.add_option()) {
    }
    facts::Command command;
    command.form = facts::Command::Form::line;
    command.words = std::move(reader.words());
    command.stage = facts::Stage::submit_host;
    command.span = {span.begin, command.words.back().span.end};
    command.fragment = script;
    return command;
}

}  // namespace

bool is_directive(std::string_view comment) { return !mark_of(comment).empty(); }

std::vector<facts::Command> late_directives(const std::shared_ptr<const text::Fragment>& script,
                                            std::span<const text::Span> comments) {
    std::vector<facts::Command> found;
    for (const auto& span : comments) {
        if (found.size() == most_directives) break;
        const auto comment = script->text().substr(span.begin, span.size());
        found.push_back(directive(script, span, mark_of(comment).size()));
    }
    return found;
}

std::vector<facts::Command> directives(const std::shared_ptr<const text::Fragment>& script) {
    std::vector<facts::Command> found;
    const std::string_view text = script->text();
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (at < text.size() && found.size() < most_directives) {
        auto end = std::min(text.find('\n', at), text.size());
        const std::size_t next = end + 1;
        if (end > at && text[end - 1] == '\r') --end;
        const auto line = text.substr(at, end - at);
        const auto first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line[first] != '#') break;
        const auto mark = mark_of(line);
        if (!mark.empty()) {
            const text::Span span{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
            found.push_back(directive(script, span, mark.size()));
        }
        at = next;
    }
    return found;
}

}  // namespace trainlint::shell
