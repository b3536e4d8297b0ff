#include "frontends/shell/reader.hpp"

#include <algorithm>
#include <limits>

#include "frontends/shell/directives.hpp"
#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

constexpr unsigned deepest = 100;
constexpr std::size_t most_words = 1'000'000;  // more is data, not a script
constexpr std::uint32_t most_faults = 50;
// Places that are looked at twice, to find out what something is.
constexpr std::uint64_t lookahead_per_byte = 16;
constexpr std::uint64_t lookahead_at_least = 4096;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

bool changes_names(std::string_view text) {
    if (text.find("++") != std::string_view::npos || text.find("--") != std::string_view::npos)
        return true;
    constexpr std::string_view comparisons = "=!<>";
    for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        const char before = at > 0 ? text[at - 1] : ' ';
        const char after = at + 1 < text.size() ? text[at + 1] : ' ';
        if (comparisons.find(before) == std::string_view::npos && after != '=') return true;
    }
    return false;
}

Tree read(std::string_view text) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) text = {};
    Reader reader(text, false);
    Tree tree = reader.read();
    if (!reader.found_open_quote()) return tree;
    return Reader(text, true).read();
}

Reader::Reader(std::string_view text, bool by_lines)
    : text_(text), end_(static_cast<At>(text.size())), by_lines_(by_lines),
      budget_(text.size() * lookahead_per_byte + lookahead_at_least) {
    tree_.pieces.reserve(text.size() / 12);
    tree_.words.reserve(text.size() / 12);
}

Tree Reader::read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    tree_.top = read_list(Stops{});
    return std::move(tree_);
}

Level::Level(Reader& reader) : reader_(reader), too_deep_(++reader.depth_ > deepest) {
    if (!too_deep_) return;
    reader_.fault("nested too deeply: the rest of the line was not read",
                  {reader_.at_, std::min(reader_.at_ + 1, reader_.end_)});
    reader_.at_ = reader_.logical_line_end(reader_.at_);
}

bool Reader::is_line_end(At at) const {
    const char c = text_[at];
    return c == '\n' || (c == '\r' && (at + 1 >= end_ || text_[at + 1] == '\n'));
}

/// The size of a backslash with the newline behind it, else 0.
Reader::At Reader::continuation(At at) const {
    if (at + 1 >= end_) return 1;  // the last character: there is nothing to protect
    if (text_[at + 1] == '\n') return 2;
    return text_[at + 1] == '\r' && at + 2 < end_ && text_[at + 2] == '\n' ? 3 : 0;
}

Reader::At Reader::line_end(At at) const {
    const auto found = text_.substr(0, end_).find('\n', at);
    if (found == std::string_view::npos) return end_;
    const auto end = static_cast<At>(found);
    return end > at && text_[end - 1] == '\r' ? end - 1 : end;
}

Reader::At Reader::logical_line_end(At at) const {
    for (;;) {
        const At end = line_end(at);
        if (end >= end_ || end == at || text_[end - 1] != '\\') return end;
        at = end + (text_[end] == '\r' ? 2 : 1);
        if (at >= end_) return end_;
    }
}

void Reader::skip_blanks() {
    while (!at_end()) {
        const char c = text_[at_];
        if (is_blank(c)) {
            ++at_;
        } else if (c == '\\') {
            const At size = continuation(at_);
            if (size == 0) return;
            at_ += size;
        } else {
            return;
        }
    }
}

void Reader::skip_comment() {
    const At begin = at_;
    at_ = line_end(at_);
    if (view({begin, at_}).find("trainlint:") != std::string_view::npos)
        tree_.comments.push_back({begin, at_});
    const bool own_line = begin == 0 || text_[begin - 1] == '\n';
    if (own_line && !tree_.nodes.empty() && is_directive(view({begin, at_})))
        tree_.late_directives.push_back({begin, at_});
}

void Reader::newline() {
    at_ += text_[at_] == '\r' ? 2 : 1;
    at_ = std::min(at_, end_);
    if (!pending_.empty()) read_heredoc_bodies();
}

void Reader::skip_to_command() {
    for (;;) {
        skip_blanks();
        if (at_end()) return;
        if (text_[at_] == '#')
            skip_comment();
        else if (is_line_end(at_))
            newline();
        else
            return;
    }
}

bool Reader::spend(At count) {
    if (budget_ < count) return false;
    budget_ -= count;
    return true;
}

void Reader::fault(const char* what, text::Span at) {
    if (fault_count_++ < most_faults) tree_.faults.push_back({what, at});
}

bool Reader::is_full() {
    if (full_ || tree_.words.size() < most_words) return full_;
    full_ = true;
    tree_.faults.push_back({"too long a script: the rest was not read", {at_, at_}});
    return true;
}

void Reader::note_change(Change::Kind kind, text::Span name) {
    tree_.changes.push_back({kind, name});
}

/// Which of the names is changed is not told apart.
void Reader::note_expression_changes(text::Span span) {
    if (!changes_names(view(span))) return;
    for (At at = span.begin; at < span.end; ++at) {
        if (!is_name_start(text_[at])) continue;
        const At begin = at;
        while (at < span.end && is_name_character(text_[at])) ++at;
        note_change(Change::Kind::variable, {begin, at});
    }
}

}  // namespace trainlint::shell
