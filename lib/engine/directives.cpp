#include "engine/directives.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include "engine/characters.hpp"
#include "engine/logical_lines.hpp"
#include "engine/spelling.hpp"

namespace trainlint::engine {

namespace {

constexpr std::string_view mark = "trainlint:";
constexpr std::string_view blanks = " \t";
constexpr std::string_view comment_marks = " \t#/*<!-;%";
constexpr std::string_view comment_line_marks = " \t\r\n#/*<!-;%";

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

std::uint32_t narrow(std::size_t value) {
    return static_cast<std::uint32_t>(value);
}

/// Reads each name once, however often it is written.
class SelectorReader {
public:
    explicit SelectorReader(Rules rules) : rules_(rules) {}

    using Read = std::variant<Selector, std::string>;  ///< or why it is none
    const Read& read(std::string_view text) {
        const auto [known, added] = known_.try_emplace(std::string(text));
        if (added) known->second = parse_selector(text, rules_);
        return known->second;
    }

private:
    Rules rules_;
    std::unordered_map<std::string, Read> known_;
};

/// One comment's text, read from "trainlint:" on.
class DirectiveReader {
public:
    DirectiveReader(std::string_view text, SelectorReader& selectors, Directive& out)
        : text_(text), selectors_(selectors), out_(out) {}

    /// `at` and `end` are places in the fragment's text.
    void read(std::size_t at, std::size_t end) {
        at = std::min(text_.find_first_not_of(blanks, at + mark.size()), end);
        auto behind = at;
        while (behind < end && is_word(text_[behind])) ++behind;
        const auto word = text_.substr(at, behind - at);
        if (!read_word(word)) return;
        if (behind >= end || text_[behind] != '[') {
            out_.fault = "it does not name what to ignore: write \"" + std::string(word) +
                         "[NAME]\", with a rule, an alias or a family";
            return;
        }
        const auto close = text_.find(']', behind);
        if (close == nowhere || close >= end) {
            out_.fault = "its bracket is not closed";
            return;
        }
        out_.list = {narrow(behind + 1), narrow(close)};
        read_names();
    }

private:
    bool read_word(std::string_view word) {
        constexpr std::array<std::string_view, 2> known{"ignore", "ignore-file"};
        out_.whole_file = word == known[1];
        if (word == known[0] || word == known[1]) return true;
        out_.fault = word.empty()
                         ? "it says nothing: write \"ignore[NAME]\""
                         : "there is no \"" + std::string(word) + "\"" + suggestion(word, known) +
                               "; write \"ignore[NAME]\" or \"ignore-file[NAME]\"";
        return false;
    }

    void read_names() {
        const auto list = text_.substr(out_.list.begin, out_.list.size());
        for (const auto part : split_list(list)) {
            const auto begin = part.data() - text_.data();
            DirectiveName name;
            name.at = {narrow(std::size_t(begin)), narrow(std::size_t(begin) + part.size())};
            name.text = part;
            if (part.empty() && list.find_first_not_of(" \t,") != nowhere) continue;
            const auto& parsed = selectors_.read(part);
            if (const auto* selector = std::get_if<Selector>(&parsed))
                name.selector = *selector;
            else
                name.fault = std::get<std::string>(parsed);
            out_.names.push_back(std::move(name));
        }
    }

    std::string_view text_;
    SelectorReader& selectors_;
    Directive& out_;
};

std::size_t line_end(std::string_view text, std::size_t at) {
    return std::min(text.find('\n', at), text.size());
}

bool is_comment(std::string_view text, std::size_t at) {
    return text[at] == '#' || text.substr(at, 2) == "//" || text.substr(at, 4) == "<!--";
}

/// Finds the logical lines that the directives of a fragment speak of: their own, or the next below
/// it if they stand alone.
class Targets {
public:
    explicit Targets(const text::Fragment& fragment) : text_(fragment.text()), lines_(fragment) {}

    text::Span of(const Directive& directive) {
        const auto own = lines_.at(directive.comment.begin);
        const auto begin = std::min(own.begin, directive.comment.begin);
        const auto before = text_.substr(begin, directive.comment.begin - begin);
        if (before.find_first_not_of(comment_line_marks) != nowhere) return own;
        return below(directive.at.begin).value_or(own);
    }

private:
    /// The first line below that is no comment: several directives may stand above one line.
    /// Nothing: an empty line or the end comes first.
    std::optional<text::Span> below(std::size_t at) {
        std::optional<text::Span> found;
        std::vector<std::size_t> passed;
        for (at = line_end(text_, at); at < text_.size();) {
            if (const auto known = below_.find(at); known != below_.end()) {
                found = known->second;
                break;
            }
            passed.push_back(at);
            const auto next = text_.find_first_not_of(" \t", at + 1);
            if (next == nowhere || text_[next] == '\n' || text_[next] == '\r') break;
            if (!is_comment(text_, next)) {
                found = lines_.at(narrow(next));
                break;
            }
            at = line_end(text_, next);
        }
        for (const auto end : passed) below_.emplace(end, found);
        return found;
    }

    std::string_view text_;
    LogicalLines lines_;
    std::unordered_map<std::size_t, std::optional<text::Span>> below_;  ///< by ends of lines
};

}  // namespace

std::size_t directive_in(std::string_view comment) {
    for (auto at = comment.find(mark); at != nowhere; at = comment.find(mark, at + 1)) {
        const auto before = comment.substr(0, at);
        if (before.find_first_not_of(comment_marks) == nowhere) return at;
        const auto last = before.find_last_not_of(blanks);
        if (last != nowhere && before[last] == '#') return at;
        if (last != nowhere && last > 0 && before.substr(last - 1, 2) == "//") return at;
    }
    return nowhere;
}

std::vector<Directive> directives(const link::Document& document, Rules rules) {
    std::vector<Directive> out;
    SelectorReader selectors(rules);
    for (const auto& stated : document.stated) {
        if (!stated.fragment || stated.comments.empty()) continue;
        std::optional<Targets> targets;
        const auto text = stated.fragment->text();
        for (const auto& comment : stated.comments) {
            const auto end = std::min<std::size_t>(comment.span.end, text.size());
            const auto begin = std::min<std::size_t>(comment.span.begin, end);
            const auto found = directive_in(text.substr(begin, end - begin));
            if (found == nowhere) continue;
            Directive directive;
            directive.fragment = stated.fragment;
            directive.comment = {narrow(begin), narrow(end)};
            directive.at = {narrow(begin + found), narrow(end)};
            DirectiveReader(text, selectors, directive).read(begin + found, end);
            directive.place = stated.fragment->place(directive.at);
            if (!targets) targets.emplace(*stated.fragment);
            directive.target = stated.fragment->place(targets->of(directive));
            out.push_back(std::move(directive));
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const Directive& a, const Directive& b) {
        return a.place.span.begin < b.place.span.begin;
    });
    return out;
}

}  // namespace trainlint::engine
