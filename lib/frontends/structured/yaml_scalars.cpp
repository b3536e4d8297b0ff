#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "frontends/structured/scalars.hpp"
#include "frontends/structured/yaml_parser.hpp"

namespace trainlint::structured {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// A line break, a colon, a comment, a template.
constexpr std::array<bool, 256> may_end_plain = [] {
    std::array<bool, 256> table{};
    for (const unsigned char c : {'\n', ':', '#', '{'}) table[c] = true;
    return table;
}();

bool is_escape(char c) {
    constexpr std::string_view escapes = "0abt\tnvfre \"/\\N_LPxuU\r\n";
    return escapes.find(c) != std::string_view::npos;
}

}  // namespace

void YamlParser::scalar(Value& value, text::Span span, bool simple, std::uint16_t indent) const {
    value.kind = Kind::string;
    value.span = span;
    const char first = span.size() > 0 ? text_[span.begin] : '\0';
    const bool block = indent > 0;
    const bool quoted = !block && (first == '"' || first == '\'');
    if (!simple) {
        value.text = yaml_meaning(text_, span, indent);
    } else {
        value.text = quoted ? slice(span.begin + 1, span.end - 1) : slice(span.begin, span.end);
    }
    if (!quoted && !block) value.kind = core_kind(value.text);
    if (value.kind == Kind::null) value.text.clear();
    if (value.kind == Kind::boolean) value.text = (first | 0x20) == 't' ? "true" : "false";
    if (has_templates_ && replace_templates(value.text)) value.kind = Kind::unknown;
}

/// From here to what ends a plain scalar on this line. Asked twice where a key may begin.
YamlParser::PlainLine YamlParser::plain_line() {
    if (known_plain_.begin != at_) known_plain_ = {at_, read_plain_line()};
    return known_plain_.line;
}

YamlParser::PlainLine YamlParser::read_plain_line() {
    std::uint32_t at = at_;
    bool key = false;
    for (; at < size_; ++at) {
        const char c = text_[at];
        if (!may_end_plain[static_cast<unsigned char>(c)]) continue;
        if (c == '\n') break;
        if (c == ':' && ends_word(at + 1)) {
            key = true;
            break;
        }
        if (c == '#' && at > at_ && is_blank(text_[at - 1])) break;
        if (c == '{' && has_templates_) {
            if (const auto end = actions_.end_of(at, this_line_end())) at = *end - 1;
        }
    }
    std::uint32_t end = at;
    while (end > at_ && is_blank(text_[end - 1])) --end;
    return {.end = end, .stop = at, .key = key};
}

bool YamlParser::starts_plain() {
    constexpr std::string_view indicators = ",[]{}#&*!|>'\"%@`";
    const char c = peek();
    if (at_end()) return false;
    if (c == '-' || c == '?' || c == ':') return !ends_word(at_ + 1);
    if (c == '{') return at_action();
    return indicators.find(c) == std::string_view::npos;
}

/// A plain scalar, which goes on over deeper lines.
void YamlParser::plain(Value& value, int parent) {
    const Mark begin = mark();
    PlainLine line = plain_line();
    if (!starts_plain() || line.key) {
        broken(parent, value, begin,
               line.key ? "a mapping cannot begin on this line" : "a value cannot begin like this");
        return;
    }
    text::Span span{at_, line.end};
    bool simple = true;
    for (;;) {
        at_ = line.stop;
        span.end = last_end_ = line.end;
        next_content();
        if (indent_ <= parent || interrupted_) break;
        line = plain_line();
        if (line.key) break;
        simple = false;
    }
    scalar(value, span, simple);
}

/// The end of the quoted scalar that begins here, if it is on this line; else 0.
std::uint32_t YamlParser::quoted_end_on_line() const {
    const char quote = peek();
    for (std::uint32_t at = at_ + 1; at < size_ && text_[at] != '\n'; ++at) {
        if (text_[at] == '\\' && quote == '"') {
            ++at;
        } else if (text_[at] == quote) {
            const bool twice = quote == '\'' && at + 1 < size_ && text_[at + 1] == quote;
            if (!twice) return at + 1;
            ++at;
        }
    }
    return 0;
}

/// Reads a quoted scalar; false: it is not closed.
bool YamlParser::quoted(Value& value, int parent) {
    const char quote = peek();
    const std::uint32_t begin = at_++;
    bool simple = true;
    bool valid = true;
    while (at_ < size_) {
        const char c = text_[at_];
        if (c == quote && quote == '\'' && peek(1) == quote) {
            simple = false;
            at_ += 2;
        } else if (c == quote) {
            last_end_ = ++at_;
            scalar(value, {begin, at_}, simple);
            if (!valid) value.kind = Kind::unknown;
            return true;
        } else if (c == '\\' && quote == '"') {
            simple = false;
            if (!is_escape(peek(1))) {
                fault("there is no such escape", {at_, std::min(at_ + 2, size_)});
                valid = false;
            }
            at_ += peek(1) == '\n' ? 1 : 2;
        } else if (c == '\n') {
            simple = false;
            pass_break();
            if (at_marker() || (strict_ && shallow(parent))) return false;
        } else {
            ++at_;
            if (!past_templates_ || c != '{') continue;
            if (const auto end = actions_.end_of(at_ - 1, this_line_end())) at_ = *end;
        }
    }
    at_ = size_;
    return false;
}

void YamlParser::quoted_leaf(Value& value, int parent) {
    const Mark begin = mark();
    bool read = quoted(value, parent);
    if (read) skip_blanks();
    if (has_templates_ && !(read && line_done())) {
        go_to(begin);
        past_templates_ = true;
        read = quoted(value, parent);
        past_templates_ = false;
        if (read) skip_blanks();
    }
    if (!read || !line_done()) strict_ = true;
    if (read) {
        at_ = value.span.end;
        finish(parent, value, begin);
    } else {
        go_to(begin);
        broken(parent, value, begin, "the quote is not closed");
    }
}

void YamlParser::block_scalar(Value& value, int parent) {
    const Mark begin = mark();
    char digit = '\0';
    ++at_;
    for (int i = 0; i < 2; ++i) {
        const char c = peek();
        if (c >= '1' && c <= '9') digit = c;
        if (c == '+' || c == '-' || (c >= '1' && c <= '9')) ++at_;
    }
    const std::uint32_t header_end = at_;
    skip_blanks();
    if (!line_done() || (peek() == '#' && at_ == header_end)) {
        broken(parent, value, begin, "a block scalar cannot begin like this");
        return;
    }
    if (peek() == '#') comment();
    pass_break();
    const std::uint32_t first_line = at_;
    const std::uint32_t indent =
        digit ? static_cast<std::uint32_t>(std::max(parent, 0) + (digit - '0'))
              : block_indent(parent, first_line);
    const std::uint32_t end = std::max(block_end(first_line, indent), header_end);
    const auto columns = static_cast<std::uint16_t>(std::min(indent, 0xFFFFu));
    tree_.block_indents.push_back({begin.at, columns});
    scalar(value, {begin.at, end}, false, columns);
    last_end_ = end;
    if (end > first_line) at_ = line_end(end);
    next_content();
}

/// The column of the first line that holds text.
std::uint32_t YamlParser::block_indent(int parent, std::uint32_t first_line) {
    const auto least = static_cast<std::uint32_t>(std::max(parent + 1, 1));
    std::uint32_t widest = least;
    for (std::uint32_t at = first_line; at < size_;) {
        const std::uint32_t stop = line_end(at);
        std::uint32_t content = at;
        while (content < stop && text_[content] == ' ') ++content;
        const std::uint32_t columns = content - at;
        const bool is_empty = is_break(content);
        const bool passed = is_empty || (columns < least && is_template_line(content, stop));
        if (is_empty || columns >= least) widest = std::max(widest, columns);
        if (!passed) break;
        at = stop + 1;
    }
    return widest;
}

/// The end of the last line that belongs to the scalar, without its line break; 0: there is none.
/// Lines of a template may be indented less.
std::uint32_t YamlParser::block_end(std::uint32_t first_line, std::uint32_t indent) {
    std::uint32_t end = 0;
    for (std::uint32_t at = first_line; at < size_;) {
        const std::uint32_t stop = line_end(at);
        std::uint32_t content = at;
        while (content < stop && content - at < indent && text_[content] == ' ') ++content;
        const bool deep = content - at >= indent;
        if (deep && !is_break(content)) {
            end = stop > content && text_[stop - 1] == '\r' ? stop - 1 : stop;
        } else if (!deep && !is_break(content) && !is_template_line(content, stop)) {
            break;
        }
        at = stop + 1;
    }
    return end;
}

bool YamlParser::is_template_line(std::uint32_t begin, std::uint32_t end) {
    if (!has_templates_ || text_[begin] != '{') return false;
    while (const auto action_end = actions_.end_of(begin, end)) {
        begin = *action_end;
        while (begin < end && is_blank(text_[begin])) ++begin;
    }
    return begin == end;
}

}  // namespace trainlint::structured
