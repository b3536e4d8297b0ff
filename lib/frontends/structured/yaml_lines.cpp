#include <algorithm>

#include "frontends/structured/yaml_parser.hpp"

namespace trainlint::structured {

bool YamlParser::may_have_templates(std::string_view text) {
    std::size_t at = 0;
    while ((at = text.find('{', at)) != std::string_view::npos && ++at < text.size()) {
        if (text[at] == '{' || text[at] == '%' || text[at] == '#') return true;
    }
    return text.find(text::hole_text) != std::string_view::npos;
}

bool YamlParser::is_break(std::uint32_t at) const {
    if (at >= size_) return true;
    return text_[at] == '\n' || (text_[at] == '\r' && at + 1 < size_ && text_[at + 1] == '\n');
}

/// A blank, a line's end or the end of the text.
bool YamlParser::ends_word(std::uint32_t at) const {
    return at >= size_ || text_[at] == ' ' || text_[at] == '\n' || text_[at] == '\t' ||
           text_[at] == '\r';
}

bool YamlParser::line_done() const {
    return is_break(at_) || peek() == '#';
}

/// `---` or `...`, which end a document whatever is open.
bool YamlParser::at_marker() const {
    if (at_ != line_ || at_ + 3 > size_) return false;
    const std::string_view mark = text_.substr(at_, 3);
    return (mark == "---" || mark == "...") && ends_word(at_ + 3);
}

std::uint32_t YamlParser::line_end(std::uint32_t at) const {
    return static_cast<std::uint32_t>(std::min<std::size_t>(text_.find('\n', at), size_));
}

/// line_end for where the reader is, without searching a long line again and again.
std::uint32_t YamlParser::this_line_end() {
    const bool known = known_line_.begin == line_ && at_ <= known_line_.end;
    if (!known || known_line_.end == 0) known_line_ = {line_, line_end(at_)};
    return known_line_.end;
}

void YamlParser::go_to(Mark mark) {
    at_ = mark.at;
    line_ = mark.line;
}

/// An action of a template begins here and ends on this line.
bool YamlParser::at_action() {
    return has_templates_ && peek() == '{' && actions_.end_of(at_, this_line_end()).has_value();
}

/// The first character of the line that begins here.
char YamlParser::first_on_line() const {
    const std::size_t content = text_.find_first_not_of(" \t\r", at_);
    return content == std::string_view::npos ? '\0' : text_[content];
}

/// At the begin of a line: is its content indented no more than `parent`?
bool YamlParser::shallow(int parent) const {
    const std::size_t content = text_.find_first_not_of(" \t\r", at_);
    if (content == std::string_view::npos || text_[content] == '\n') return false;
    return static_cast<int>(content - line_) <= parent;
}

void YamlParser::skip_blanks() {
    const char* const text = text_.data();
    std::uint32_t at = at_;
    while (at < size_ && text[at] == ' ') ++at;
    at_ = at;
    if (at < size_ && (text[at] == '\t' || text[at] == '\r')) skip_tabs();
}

/// A carriage return that ends no line is a blank too.
void YamlParser::skip_tabs() {
    while (at_ < size_ &&
           (text_[at_] == ' ' || text_[at_] == '\t' || (text_[at_] == '\r' && !is_break(at_)))) {
        tab_ = tab_ || text_[at_] == '\t';
        ++at_;
    }
}

/// Behind the line break, at which the reader stands.
void YamlParser::pass_break() {
    if (at_ >= size_) return;
    at_ += text_[at_] == '\r' ? 2 : 1;
    line_ = at_;
}

void YamlParser::comment() {
    std::uint32_t end = line_end(at_);
    if (end > at_ && end < size_ && text_[end - 1] == '\r') --end;
    const std::string_view remark = slice(at_, end);
    if (remark.find("trainlint:") != std::string_view::npos) {
        const auto begin = remark.find_first_not_of("# \t");
        tree_.comments.push_back({std::string(remark.substr(begin)), {at_, end}});
    }
    at_ = end;
}

/// To the next content, over blank lines, comments and lines of templates. Sets indent_.
void YamlParser::next_content() {
    breaks_ = 0;
    interrupted_ = false;
    for (;;) {
        tab_ = false;
        skip_blanks();
        if (at_end()) {
            indent_ = -1;
            return;
        }
        if (is_break(at_)) {
            pass_break();
            ++breaks_;
        } else if (peek() == '#') {
            comment();
            interrupted_ = true;
        } else if (peek() == '{' && template_line()) {
            interrupted_ = true;
        } else if (!tab_ || !refuse_tab()) {
            indent_ = at_marker() ? -1 : column();
            return;
        }
    }
}

/// Tabs do not indent: no column can be told. The line is left out.
bool YamlParser::refuse_tab() {
    const std::string_view before = slice(line_, at_);
    if (before.find('\t') == std::string_view::npos) return false;
    if (before.find_first_not_of(" \t\r") != std::string_view::npos) return false;
    fault("a tab cannot indent", {line_, at_});
    skip_line();
    interrupted_ = true;
    return true;
}

/// A line that holds actions of a template and nothing else; goes behind them. An action may go on
/// over several lines.
bool YamlParser::template_line() {
    constexpr std::uint32_t longest_action = 8192;
    if (!has_templates_) return false;
    const std::string_view before = slice(line_, at_);
    if (before.find_first_not_of(" \t\r") != std::string_view::npos) return false;
    const Mark begin = mark();
    const int shown_at = column();
    std::vector<text::Span> found;
    while (const auto end = actions_.end_of(at_, std::min(size_, at_ + longest_action))) {
        found.push_back({at_, *end});
        at_ = *end;
        skip_blanks();
    }
    if (found.empty() || !line_done()) {
        go_to(begin);
        return false;
    }
    const auto last_break = text_.rfind('\n', at_ == 0 ? 0 : at_ - 1);
    if (last_break != std::string_view::npos && last_break >= begin.line) {
        line_ = static_cast<std::uint32_t>(last_break) + 1;
    }
    for (const text::Span action : found) keep_template(action, shown_at);
    return true;
}

void YamlParser::keep_template(text::Span action, int column) {
    const std::string_view written = slice(action.begin, action.end);
    note_control(action);
    if (!writes_output(written)) return;
    const auto indented = indentation_of(written);
    pending_.push_back({action, indented ? static_cast<int>(*indented) : column});
}

void YamlParser::note_control(text::Span action) {
    const Control control = control_of(slice(action.begin, action.end));
    if (control == Control::none) return;
    ++controls_;
    if (control == Control::begin && conditions_++ == 0) {
        tree_.conditional.push_back({action.begin, size_});
    } else if (control == Control::end && conditions_ > 0 && --conditions_ == 0) {
        tree_.conditional.back().end = action.end;
    }
}

void YamlParser::skip_line() {
    at_ = line_end(at_);
}

/// Over the rest of the line and all deeper ones: what belongs to an entry at column `parent`.
void YamlParser::skip_entry(int parent) {
    do {
        skip_line();
        next_content();
    } while (indent_ > parent);
}

void YamlParser::fault(std::string_view what, text::Span at) {
    if (tree_.faults.size() < fault_limit) tree_.faults.push_back({what, at});
}

void YamlParser::fault_here(std::string_view what) {
    fault(what, {at_, this_line_end()});
}

}  // namespace trainlint::structured
