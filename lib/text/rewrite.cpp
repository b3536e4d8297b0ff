#include <algorithm>
#include <optional>
#include <utility>

#include "text/gaps.hpp"
#include "text/pieces.hpp"
#include "text/spelling.hpp"
#include "trainlint/text.hpp"

namespace trainlint::text {
namespace {

/// What has to be done in the parent.
struct Step {
    Span at;
    std::string text;
};
using Outcome = std::variant<Step, Refusal>;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_hex_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::size_t backslashes_before(std::string_view text) {
    const auto last = text.find_last_not_of('\\');
    return last == std::string_view::npos ? text.size() : text.size() - last - 1;
}

bool is_line_start(std::string_view text, std::size_t at) {
    return at == 0 || text[at - 1] == '\n';
}

/// Lines are kept apart by more than a line feed, and text beside the last line is another thing.
bool is_line_based(Spelling spelling) {
    return spelling == Spelling::yaml_block || spelling == Spelling::heredoc;
}

bool has_backslash_escapes(const Piece& piece) {
    switch (piece.spelling) {
        case Spelling::shell_double_quotes:
        case Spelling::shell_unquoted:
            return true;
        case Spelling::heredoc:
        case Spelling::python_string:
            return !piece.raw;
        case Spelling::shell_single_quotes:
            return piece.quote == '$';
        default:
            return false;
    }
}

bool expands_variables(const Piece& piece) {
    return piece.spelling == Spelling::shell_double_quotes ||
           piece.spelling == Spelling::shell_unquoted || piece.spelling == Spelling::verbatim ||
           (piece.spelling == Spelling::heredoc && !piece.raw);
}

/// `$NAME` without braces ends here: what is written next would be read as part of the name.
bool ends_in_bare_variable(std::string_view text) {
    constexpr std::size_t longest_name = 256;
    std::size_t at = text.size();
    while (at > 0 && text.size() - at < longest_name && is_name_character(text[at - 1])) --at;
    return at > 0 && at < text.size() && text[at - 1] == '$';
}

/// Is [begin, end) all of a plain scalar in this YAML text?
bool is_whole_scalar(std::string_view yaml, Span span) {
    std::string_view before = yaml.substr(0, span.begin);
    const auto last = before.find_last_not_of(" \t");
    const bool spaced = last == std::string_view::npos || last + 1 < before.size();
    before = last == std::string_view::npos ? std::string_view{} : before.substr(0, last + 1);
    constexpr std::string_view openers = "\n\r,[{";
    const bool opens = before.empty() || openers.find(before.back()) != std::string_view::npos ||
                       (spaced && (before.back() == ':' || before.back() == '-'));
    const std::string_view after = yaml.substr(span.end);
    const auto next = after.find_first_not_of(" \t");
    if (!opens || next == std::string_view::npos) return opens;
    return std::string_view("\n\r,]}").find(after[next]) != std::string_view::npos ||
           (after[next] == '#' && next > 0);
}

/// One level: a stretch of a derived fragment, to be rewritten in its parent.
class Level {
public:
    Level(const Fragment& fragment, Span stretch, std::string_view text)
        : pieces_(fragment.pieces()),
          text_(fragment.text()),
          parent_(fragment.parent()->text()),
          stretch_(stretch),
          new_text_(text) {}

    Outcome rewrite() {
        keep_last_line_break();
        if (const auto refusal = find_pieces()) return *refusal;
        take_in_what_escapes();
        if (const auto refusal = check_gaps()) return *refusal;
        if (front().spelling == Spelling::yaml_plain) return rewrite_yaml_plain();
        if (is_line_based(front().spelling)) return rewrite_lines();
        if (drops_elements()) return drop_elements();
        return rewrite_string();
    }

private:
    const Piece& front() const { return pieces_[first_]; }
    const Piece& back() const { return pieces_[last_ - 1]; }
    bool joined(std::size_t before) const {
        return !pieces_[before].hole && !pieces_[before + 1].hole &&
               gap_between(pieces_[before], pieces_[before + 1], parent_) != Gap::foreign;
    }
    bool same_string(std::size_t before) const {
        return !pieces_[before].hole && !pieces_[before + 1].hole &&
               gap_between(pieces_[before], pieces_[before + 1], parent_) == Gap::none;
    }

    /// The line break at the end stays as it is, with its indentation and its carriage return.
    void keep_last_line_break() {
        const std::string_view old = text_.substr(stretch_.begin, stretch_.size());
        if (!old.ends_with('\n') || !new_text_.ends_with('\n')) return;
        const bool carriage = old.ends_with("\r\n");
        stretch_.end -= carriage ? 2 : 1;
        new_text_.resize(new_text_.size() - (new_text_.ends_with("\r\n") ? 2 : 1));
    }

    std::optional<Refusal> find_pieces() {
        const Touched found = touched(pieces_, text_, stretch_);
        first_ = found.first;
        last_ = found.last;
        if (first_ == last_) return Refusal{"the text stands nowhere in the file"};
        for (std::size_t i = first_; i < last_; ++i) {
            if (pieces_[i].hole) return Refusal{"part of the text is a value that is not known"};
            if (is_inserted(pieces_[i])) return Refusal{"the text is put together from several"};
        }
        const auto cuts = [](const Piece& piece, std::uint32_t at) {
            return !is_bytewise(piece) && piece.text.begin < at && at < piece.text.end;
        };
        if (cuts(front(), stretch_.begin) || cuts(back(), stretch_.end)) {
            return Refusal{"the place is a part of an escape sequence"};
        }
        return std::nullopt;
    }

    /// A lone `\` or `$`, or an escape that ends in digits, would join what is written after it.
    void take_in_what_escapes() {
        if (!has_backslash_escapes(front())) return;
        std::uint32_t begin = stretch_.begin;
        while (begin > 0) {
            const bool at_piece = begin == front().text.begin;
            if (at_piece && (first_ == 0 || !same_string(first_ - 1))) break;
            const Piece& piece = at_piece ? pieces_[first_ - 1] : front();
            const char c = text_[begin - 1];
            if (is_bytewise(piece) ? c != '\\' && c != '$' : !ends_in_digits(piece)) break;
            begin = is_bytewise(piece) ? begin - 1 : piece.text.begin;
            if (at_piece) --first_;
        }
        new_text_.insert(0, text_.substr(begin, stretch_.begin - begin));
        stretch_.begin = begin;
    }

    bool ends_in_digits(const Piece& piece) const {
        const std::string_view origin = parent_.substr(piece.origin.begin, piece.origin.size());
        return origin.size() > 1 && origin[0] == '\\' && is_hex_digit(origin.back()) &&
               (piece.spelling == Spelling::python_string || piece.quote == '$');
    }

    std::optional<Refusal> check_gaps() const {
        for (std::size_t i = first_; i + 1 < last_; ++i) {
            if (!joined(i)) return Refusal{"the text is put together from several strings"};
        }
        return std::nullopt;
    }

    /// The piece before goes on into this one: with a hole between them the string is the same too.
    bool begins_string() const {
        if (stretch_.begin > front().text.begin) return false;
        if (first_ == 0) return true;
        const Piece& before = pieces_[first_ - 1];
        if (before.hole) return before.origin.end != front().origin.begin;
        return !same_string(first_ - 1);
    }
    bool ends_string() const {
        if (stretch_.end < back().text.end) return false;
        if (last_ == pieces_.size()) return true;
        const Piece& after = pieces_[last_];
        if (after.hole) return after.origin.begin != back().origin.end;
        return !same_string(last_ - 1);
    }

    /// What keeps lines apart around here, if pieces are lines.
    std::string_view line_break() const {
        constexpr std::size_t reach = 64;
        if (new_text_.find('\n') == std::string::npos) return {};
        const std::size_t end = std::min(last_ + reach, pieces_.size());
        for (std::size_t i = first_; i + 1 < end; ++i) {
            if (const auto found = line_break_after(i); !found.empty()) return found;
        }
        for (std::size_t i = first_; i > 0 && first_ - i < reach; --i) {
            if (const auto found = line_break_after(i - 1); !found.empty()) return found;
        }
        return {};
    }

    std::string_view line_break_after(std::size_t i) const {
        const Piece& piece = pieces_[i];
        if (piece.text.size() == 0 || text_[piece.text.end - 1] != '\n' || !joined(i)) return {};
        const std::string_view gap = text_between(piece, pieces_[i + 1], parent_);
        if (piece.spelling == Spelling::json_string) return gap;
        const bool indented = gap.find_first_not_of(" \t") == std::string_view::npos;
        if (piece.spelling != Spelling::verbatim || !indented) return {};
        // In verbatim text the line feed belongs to the piece, the indentation to the gap.
        return parent_.substr(piece.origin.end - 1, gap.size() + 1);
    }

    Beside beside() const {
        Beside found;
        if (!begins_string()) found.before = text_[stretch_.begin - 1];
        if (!ends_string()) found.after = text_[stretch_.end];
        found.line_break = line_break();
        return found;
    }

    Span parent_span() const {
        const Span begin = origin_of(front(), stretch_);
        const Span end = origin_of(back(), stretch_);
        return {begin.begin, end.end};
    }

    Outcome rewrite_string() {
        const bool one_line = text_.find('\n') == std::string_view::npos;
        if (front().spelling == Spelling::verbatim && one_line &&
            new_text_.find('\n') != std::string::npos) {
            return Refusal{"the place holds one line only"};
        }
        Spelled spelled = spell(new_text_, front(), beside());
        if (const auto* refusal = std::get_if<Refusal>(&spelled)) return *refusal;
        Step step{parent_span(), std::move(std::get<std::string>(spelled))};
        requote(step);
        if (turns_backslashes()) return Refusal{"the backslash before the quote has to stay"};
        if (closes_triple_quotes(step)) return Refusal{"the quotes around it would end the string"};
        if (joins_variable(step)) return Refusal{"the text would join the variable before it"};
        return step;
    }

    /// A shell word that goes on in other quotes: those of the first end, those of the last begin.
    void requote(Step& step) const {
        if (same_spelling(front(), back())) return;
        const auto quote_of = [](const Piece& piece) -> std::string_view {
            if (piece.spelling == Spelling::shell_double_quotes) return "\"";
            return piece.spelling == Spelling::shell_single_quotes ? "'" : "";
        };
        step.text += quote_of(front());
        const std::string_view open = quote_of(back());
        const bool ends = stretch_.end == back().text.end && !open.empty() &&
                          parent_.substr(step.at.end).starts_with(open);
        if (ends) {
            ++step.at.end;
        } else {
            if (!open.empty() && back().quote == '$') step.text += '$';
            step.text += open;
        }
    }

    /// In a raw Python string the backslashes before a quote, or before the end, stay odd or even:
    /// they decide whether the string ends there.
    bool turns_backslashes() const {
        if (front().spelling != Spelling::python_string || !front().raw) return false;
        std::size_t next = stretch_.end;
        while (next < text_.size() && text_[next] == '\\') ++next;
        const char at = next < text_.size() ? text_[next] : front().quote;
        const bool decides = at == front().quote || (at == '\n' && !front().triple);
        if (!decides && !ends_string_at(next)) return false;
        const std::size_t old = backslashes_before(text_.substr(0, stretch_.end));
        std::size_t fresh = backslashes_before(new_text_);
        if (fresh == new_text_.size()) {
            fresh += backslashes_before(text_.substr(0, stretch_.begin));
        }
        return old % 2 != fresh % 2;
    }

    bool ends_string_at(std::size_t at) const {
        std::size_t i = last_ - 1;
        while (i + 1 < pieces_.size() && pieces_[i].text.end < at) ++i;
        return pieces_[i].text.end == at && (i + 1 == pieces_.size() || !same_string(i));
    }

    bool closes_triple_quotes(const Step& step) const {
        const Piece& piece = front();
        if (!piece.triple || !step.text.empty() || begins_string() || ends_string()) return false;
        const char before = parent_[step.at.begin - 1];
        const char after = parent_.substr(step.at.end).empty() ? '\0' : parent_[step.at.end];
        return before == after && (before == '"' || before == '\'');
    }

    bool joins_variable(const Step& step) const {
        if (!expands_variables(front()) || stretch_.begin > front().text.begin) return false;
        if (first_ > 0 && !pieces_[first_ - 1].hole && same_string(first_ - 1)) return false;
        std::string_view next = step.text;
        if (next.empty()) next = parent_.substr(step.at.end);
        return !next.empty() && is_name_character(next.front()) &&
               ends_in_bare_variable(parent_.substr(0, step.at.begin));
    }

    /// Whole strings of a JSON list are to go.
    bool drops_elements() const {
        return front().spelling == Spelling::json_string && new_text_.empty() &&
               stretch_.size() > 0 && stretch_.begin == front().text.begin &&
               stretch_.end == back().text.end &&
               (is_element_border(last_) || is_element_border(first_));
    }
    bool is_element_border(std::size_t at) const {
        return at > 0 && at < pieces_.size() && !pieces_[at - 1].hole && !pieces_[at].hole &&
               gap_between(pieces_[at - 1], pieces_[at], parent_) == Gap::elements;
    }
    Outcome drop_elements() const {
        Span at{front().origin.begin, back().origin.end};
        const bool whole_begin = first_ == 0 || is_element_border(first_);
        if (whole_begin && is_element_border(last_)) {
            at.end = pieces_[last_].origin.begin;
        } else if (is_element_border(first_) && last_ == pieces_.size()) {
            at.begin = pieces_[first_ - 1].origin.end;
        }
        return Step{at, {}};
    }

    Outcome rewrite_lines() {
        const bool at_end =
            stretch_.end == back().text.end && (last_ == pieces_.size() || !same_string(last_ - 1));
        if (stretch_.size() == 0 && at_end && is_line_start(text_, stretch_.begin) &&
            stretch_.begin > 0) {
            return append_lines();
        }
        Beside around = beside();
        Spelled spelled = spell(new_text_, front(), around);
        if (const auto* refusal = std::get_if<Refusal>(&spelled)) return *refusal;
        Step step{parent_span(), std::move(std::get<std::string>(spelled))};
        const bool joins_next = new_text_.empty() && stretch_.end == back().text.end;
        if (!joins_next || !at_end) step.text.insert(0, missing_indent(step.at.begin), ' ');
        if (const auto refusal = check_lines(step)) return *refusal;
        const std::string_view old = text_.substr(stretch_.begin, stretch_.size());
        if (!old.ends_with('\n') || stretch_.end != back().text.end) return step;
        // The line break goes: what follows it is joined, or nothing is left of the line.
        if (!at_end) {
            step.at.end = pieces_[last_].origin.begin;
        } else if (new_text_.empty() && is_line_start(text_, stretch_.begin)) {
            step.at.begin = line_begin(step.at.begin);
        } else {
            return Refusal{"the last line break of the text cannot be removed"};
        }
        return step;
    }

    /// An empty line of a block scalar may stand without its indentation.
    std::size_t missing_indent(std::uint32_t at) const {
        if (front().spelling != Spelling::yaml_block || !is_line_start(text_, stretch_.begin)) {
            return 0;
        }
        const std::size_t indent = at - line_begin(at);
        const std::string_view follows = new_text_.empty() ? text_.substr(stretch_.end) : new_text_;
        const bool empty = follows.empty() || follows.front() == '\n';
        return empty || indent >= front().indent ? 0 : front().indent - indent;
    }

    std::uint32_t line_begin(std::uint32_t at) const {
        while (at > 0 && (parent_[at - 1] == ' ' || parent_[at - 1] == '\t')) --at;
        return at;
    }

    /// After the last line: the place has no indentation yet.
    Outcome append_lines() {
        if (!new_text_.ends_with('\n')) return Refusal{"the text would not end its last line"};
        new_text_.pop_back();
        Spelled spelled = spell("\n" + new_text_, front(), beside());
        if (const auto* refusal = std::get_if<Refusal>(&spelled)) return *refusal;
        const std::string& written = std::get<std::string>(spelled);
        Step step{parent_span(), written.substr(1) + "\n"};
        if (const auto refusal = check_lines(step)) return *refusal;
        return step;
    }

    std::optional<Refusal> check_lines(const Step& step) const {
        if (front().spelling == Spelling::yaml_block) {
            if (begins_with_blank()) return Refusal{"a block scalar cannot begin with a blank"};
            if (new_text_.find('\n') != std::string::npos && is_folded(step.at.begin)) {
                return Refusal{"a line break would be folded in this block scalar"};
            }
        } else if (holds_delimiter(step)) {
            return Refusal{"a line of the text would end the here-document"};
        }
        if (joins_variable(step)) return Refusal{"the text would join the variable before it"};
        return std::nullopt;
    }

    /// The first line with text tells a reader how far a block scalar is indented.
    bool begins_with_blank() const {
        const auto first = text_.find_first_not_of('\n');
        if (first < stretch_.begin || first == std::string_view::npos) return false;
        const auto fresh = new_text_.find_first_not_of('\n');
        if (fresh != std::string::npos) return new_text_[fresh] == ' ';
        const auto left = text_.find_first_not_of('\n', stretch_.end);
        return left != std::string_view::npos && text_[left] == ' ' && text_[first] != ' ';
    }

    /// The header of the block scalar (`key: >-`) is the first line above that is indented less.
    bool is_folded(std::uint32_t at) const {
        std::string_view above = parent_.substr(0, at);
        while (!above.empty()) {
            const auto line_at = above.rfind('\n');
            above = above.substr(0, line_at == std::string_view::npos ? 0 : line_at);
            const auto start = above.rfind('\n');
            const std::string_view line =
                start == std::string_view::npos ? above : above.substr(start + 1);
            const auto indent = line.find_first_not_of(" \t\r");
            if (indent == std::string_view::npos || indent >= front().indent) continue;
            const auto mark = line.find_last_of("|>");
            return mark == std::string_view::npos || line[mark] == '>';
        }
        return true;
    }

    /// The line that ends a here-document stands somewhere below it.
    bool holds_delimiter(const Step& step) const {
        const auto start = parent_.substr(0, step.at.begin).rfind('\n') + 1;
        const bool whole_lines =
            is_line_start(parent_, step.at.end) &&
            (step.text.empty() ? start == step.at.begin : step.text.ends_with('\n'));
        const auto end = whole_lines ? std::size_t{step.at.end}
                                     : std::min(parent_.find('\n', step.at.end), parent_.size());
        std::string lines(parent_.substr(start, step.at.begin - start));
        lines += step.text;
        lines += parent_.substr(step.at.end, end - step.at.end);
        const std::string_view below = parent_.substr(end);
        std::string_view rest = lines;
        while (!rest.empty()) {
            const auto line_end = rest.find('\n');
            std::string_view line = rest.substr(0, line_end);
            rest =
                line_end == std::string_view::npos ? std::string_view{} : rest.substr(line_end + 1);
            line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
            if (!line.empty() && has_line(below, line)) return true;
        }
        return false;
    }

    static bool has_line(std::string_view text, std::string_view wanted) {
        while (!text.empty()) {
            const auto end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
            line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line == wanted) return true;
        }
        return false;
    }

    Outcome rewrite_yaml_plain() {
        std::size_t first = first_, last = last_;
        while (first > 0 && same_string(first - 1)) --first;
        while (last < pieces_.size() && same_string(last - 1)) ++last;
        const Span all{pieces_[first].text.begin, pieces_[last - 1].text.end};
        const std::string_view old = text_.substr(all.begin, all.size());
        std::string whole(text_.substr(all.begin, stretch_.begin - all.begin));
        whole += new_text_;
        whole += text_.substr(stretch_.end, all.end - stretch_.end);
        Spelled spelled = spell(new_text_, front(), beside());
        const bool changes_type = is_yaml_special(whole) && !is_yaml_special(old);
        auto* written = std::get_if<std::string>(&spelled);
        if (written && !changes_type) return Step{parent_span(), std::move(*written)};
        const Span origin{pieces_[first].origin.begin, pieces_[last - 1].origin.end};
        const bool lines = new_text_.find('\n') != std::string::npos;
        if (!lines && is_whole_scalar(parent_, origin)) return Step{origin, yaml_quoted(whole)};
        if (written) return Refusal{"the text would no longer be a string"};
        return std::get<Refusal>(spelled);
    }

    const std::vector<Piece>& pieces_;
    std::string_view text_;
    std::string_view parent_;
    Span stretch_;
    std::string new_text_;
    std::size_t first_ = 0;
    std::size_t last_ = 0;
};

}  // namespace

std::variant<Edit, Refusal> Fragment::rewrite(Span span, std::string_view text) const {
    if (text.find(hole_text) != std::string_view::npos) {
        return Refusal{"the new text holds a value that is not known"};
    }
    const auto size = static_cast<std::uint32_t>(text_.size());
    span.begin = std::min(span.begin, size);
    span.end = std::clamp(span.end, span.begin, size);
    std::string written(text);
    const Fragment* level = this;
    while (level->parent_) {
        Outcome outcome = Level(*level, span, written).rewrite();
        if (const auto* refusal = std::get_if<Refusal>(&outcome)) return *refusal;
        Step& step = std::get<Step>(outcome);
        span = step.at;
        written = std::move(step.text);
        level = level->parent_.get();
    }
    return Edit{{level->document_, span}, std::move(written)};
}

}  // namespace trainlint::text
