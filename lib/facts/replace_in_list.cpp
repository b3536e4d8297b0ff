#include <algorithm>

#include "facts/words.hpp"
#include "text/spelling.hpp"

namespace trainlint::facts {
namespace {

using text::Language;
using text::Span;
using text::Spelling;

constexpr std::string_view blanks = " \t";
constexpr std::string_view all_blanks = " \t\r\n";

bool is_blank(std::string_view text) {
    return text.find_first_not_of(all_blanks) == std::string_view::npos;
}

/// Comments after `#` up to the end of their line, where the language has them.
std::string without_comments(std::string_view gap) {
    std::string out;
    while (!gap.empty()) {
        const auto hash = gap.find('#');
        out += gap.substr(0, hash);
        if (hash == std::string_view::npos) break;
        const auto line_end = gap.find('\n', hash);
        gap = line_end == std::string_view::npos ? std::string_view{} : gap.substr(line_end);
    }
    return out;
}

/// What stands between two elements of one list: a comma, or the `-` of the next line.
bool is_separator(std::string_view gap) {
    const std::string bare = without_comments(gap);
    const auto mark = bare.find_first_not_of(all_blanks);
    if (mark == std::string::npos || !is_blank(std::string_view(bare).substr(mark + 1))) {
        return false;
    }
    if (bare[mark] == ',') return true;
    return bare[mark] == '-' && bare.find('\n') < mark && mark + 1 < bare.size();
}

/// The spelling of an element, from its first characters.
text::Piece spelling_of(std::string_view element, Language language) {
    text::Piece like;
    const auto quote = element.find_first_of("\"'");
    const bool quoted =
        quote != std::string_view::npos && (quote == 0 || language == Language::python);
    like.quote = quoted ? element[quote] : '"';
    switch (language) {
        case Language::python:
        case Language::notebook:
            like.spelling = Spelling::python_string;
            break;
        case Language::toml:
            like.spelling = like.quote == '"' ? Spelling::toml_string : Spelling::toml_literal;
            break;
        case Language::yaml:
            like.spelling = Spelling::yaml_plain;
            if (quoted && like.quote == '"') like.spelling = Spelling::yaml_double_quoted;
            if (quoted && like.quote == '\'') like.spelling = Spelling::yaml_single_quoted;
            break;
        case Language::shell:
            like.spelling = Spelling::shell_unquoted;
            break;
        default:
            like.spelling = Spelling::json_string;
            like.quote = '"';
    }
    return like;
}

/// A whole element that means `word`.
std::string element_text(std::string_view word, text::Piece like) {
    if (like.spelling == Spelling::shell_unquoted) return text::shell_word(word);
    const text::Spelled spelled = text::spell(word, like);
    const auto* body = std::get_if<std::string>(&spelled);
    if (like.spelling == Spelling::yaml_plain) {
        return body && !text::is_yaml_special(word) ? *body : text::yaml_quoted(word);
    }
    if (body) return like.quote + *body + like.quote;
    if (like.spelling == Spelling::yaml_single_quoted) return text::yaml_quoted(word);
    like.spelling = Spelling::toml_string;
    return "\"" + std::get<std::string>(text::spell(word, like)) + "\"";
}

class List {
public:
    explicit List(const Replacement& replacement)
        : fragment_(*replacement.command.fragment),
          text_(fragment_.text()),
          words_(replacement.command.words),
          first_(replacement.first),
          last_(replacement.last),
          fresh_(replacement.words) {}

    Edits edit() {
        for (std::size_t i = first_; i < last_; ++i) {
            if (!stands_here(words_[i])) {
                return text::Refusal{"the command is put together from several variables"};
            }
        }
        if (first_ == last_) return insert_beside();
        const std::size_t both = std::min(last_ - first_, fresh_.size());
        for (std::size_t i = 0; i < both; ++i) {
            const Word& word = words_[first_ + i];
            std::string written = element_text(fresh_[i], like(first_ + i));
            if (i + 1 == both) written += further(both, first_ + i);
            if (word.text != fresh_[i] || i + 1 == both) add(word.span, written);
        }
        erase(first_ + both, last_);
        return result();
    }

private:
    Edits result() {
        if (refusal_) return *refusal_;
        return std::move(edits_);
    }

    bool stands_here(const Word& word) const {
        const bool brought =
            std::any_of(word.parts.begin(), word.parts.end(),
                        [](const Part& part) { return part.expansion.has_value(); });
        return !brought && word.span.begin < word.span.end && word.span.end <= text_.size();
    }

    void add(Span span, std::string_view by) {
        if (text_.substr(span.begin, span.size()) == by) return;
        auto edit = fragment_.rewrite(span, by);
        if (const auto* refusal = std::get_if<text::Refusal>(&edit)) {
            refusal_ = *refusal;
        } else {
            edits_.push_back(std::move(std::get<text::Edit>(edit)));
        }
    }

    std::string_view element(std::size_t word) const {
        const Span span = words_[word].span;
        return text_.substr(span.begin, span.size());
    }
    text::Piece like(std::size_t word) const {
        return spelling_of(element(word), fragment_.language());
    }

    /// The next word is an element of the same list.
    bool goes_on(std::size_t word) const {
        if (word + 1 >= words_.size()) return false;
        const Span a = words_[word].span;
        const Span b = words_[word + 1].span;
        if (b.begin < a.end || b.end > text_.size()) return false;
        return is_separator(text_.substr(a.end, b.begin - a.end));
    }

    /// Blanks and a dash before it on its line: an item of a YAML block sequence.
    bool is_item(std::size_t word) const {
        if (fragment_.language() != Language::yaml) return false;
        const std::string_view before = line_before(word);
        const auto dash = before.find_last_not_of(blanks);
        return dash != std::string_view::npos && before[dash] == '-' && dash + 1 < before.size();
    }
    std::string_view line_before(std::size_t word) const {
        const std::string_view before = text_.substr(0, words_[word].span.begin);
        const auto line = before.rfind('\n');
        return line == std::string_view::npos ? before : before.substr(line + 1);
    }

    std::string separator(std::size_t word) const {
        if (is_item(word)) {
            const std::string_view before = line_before(word);
            std::string out = "\n";
            // `- - a`, `key: - a` cannot be: what is before the last dash becomes indentation.
            const auto dash = before.find_last_of('-');
            out.append(dash, ' ');
            return out + std::string(before.substr(dash));
        }
        const std::size_t from = word > 0 && goes_on(word - 1) ? word - 1 : word;
        if (!goes_on(from)) return ", ";
        const Span a = words_[from].span;
        const std::string_view gap = text_.substr(a.end, words_[from + 1].span.begin - a.end);
        return gap.find('#') == std::string_view::npos ? std::string(gap) : ", ";
    }

    /// The new words from `index` on, written after an element.
    std::string further(std::size_t index, std::size_t word) const {
        std::string out;
        for (std::size_t i = index; i < fresh_.size(); ++i) {
            out += separator(word) + element_text(fresh_[i], like(word));
        }
        return out;
    }

    Edits insert_beside() {
        const bool after = first_ > 0 && stands_here(words_[first_ - 1]);
        const std::size_t word = after ? first_ - 1 : first_;
        if (word >= words_.size() || !stands_here(words_[word])) {
            return text::Refusal{"the command is put together from several variables"};
        }
        const Span span = words_[word].span;
        if (after) {
            add({span.end, span.end}, further(0, word));
            return result();
        }
        std::string out;
        for (const std::string& each : fresh_) {
            out += element_text(each, like(word)) + separator(word);
        }
        add({span.begin, span.begin}, out);
        return result();
    }

    /// Words [first, last), list by list.
    void erase(std::size_t first, std::size_t last) {
        while (first < last) {
            std::size_t end = first + 1;
            while (end < last && goes_on(end - 1)) ++end;
            if (is_item(first)) {
                erase_items(first, end);
            } else {
                erase_elements(first, end);
            }
            first = end;
        }
    }

    void erase_elements(std::size_t first, std::size_t last) {
        Span span{words_[first].span.begin, words_[last - 1].span.end};
        if (goes_on(last - 1)) {
            span.end = words_[last].span.begin;
            return add(span, {});
        }
        const std::string_view before = text_.substr(0, span.begin);
        const auto mark = before.find_last_not_of(all_blanks);
        const bool comma_before = mark != std::string_view::npos && before[mark] == ',';
        const auto next = text_.find_first_not_of(all_blanks, span.end);
        const bool comma_after = next != std::string_view::npos && text_[next] == ',';
        if (comma_after) {
            span.end = static_cast<std::uint32_t>(next + 1);
            if (comma_before) span.begin = static_cast<std::uint32_t>(mark + 1);
        } else if (comma_before) {
            span.begin = static_cast<std::uint32_t>(mark);
        }
        add(span, {});
    }

    /// Whole lines: `- x` with its comment.
    void erase_items(std::size_t first, std::size_t last) {
        const std::string_view before = line_before(first);
        Span span{words_[first].span.begin, words_[last - 1].span.end};
        const bool own_line = before.find_first_not_of(" -") == std::string_view::npos &&
                              std::count(before.begin(), before.end(), '-') == 1;
        if (!own_line) {
            refusal_ = text::Refusal{"the item shares its line with something else"};
            return;
        }
        span.begin -= static_cast<std::uint32_t>(before.size());
        const auto line_end = text_.find('\n', span.end > 0 ? span.end - 1 : 0);
        if (line_end == std::string_view::npos) {
            span.end = static_cast<std::uint32_t>(text_.size());
            if (span.begin > 0) --span.begin;
        } else {
            span.end = static_cast<std::uint32_t>(line_end + 1);
        }
        add(span, {});
    }

    const text::Fragment& fragment_;
    std::string_view text_;
    std::span<const Word> words_;
    std::size_t first_;
    std::size_t last_;
    std::span<const std::string> fresh_;
    std::vector<text::Edit> edits_;
    std::optional<text::Refusal> refusal_;
};

}  // namespace

Edits replace_in_list(const Replacement& replacement) {
    if (!replacement.command.fragment) {
        return text::Refusal{"the command stands nowhere in the file"};
    }
    return List(replacement).edit();
}

}  // namespace trainlint::facts
