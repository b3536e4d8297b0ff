// From words as written to words as a command gets them.
#include <algorithm>

#include "frontends/shell/arithmetic.hpp"
#include "frontends/shell/evaluator.hpp"

namespace trainlint::shell {
namespace {

/// $'...' without its backslashes.
std::string decode_ansi(std::string_view text) {
    std::string out;
    const auto digits = [&](std::size_t at, std::size_t most, int base, unsigned& value) {
        std::size_t size = 0;
        for (; size < most && at + size < text.size(); ++size) {
            const char c = text[at + size];
            const int digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : base;
            if (digit >= base) break;
            value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
        }
        return size;
    };
    constexpr std::string_view letters = "abefnrtvE";
    constexpr std::string_view meanings = "\a\b\x1b\f\n\r\t\v\x1b";
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        const auto letter = letters.find(c);
        unsigned value = 0;
        if (letter != std::string_view::npos) {
            out += meanings[letter];
        } else if (c == 'x') {
            i += digits(i + 1, 2, 16, value);
            out += static_cast<char>(value);
        } else if (c >= '0' && c <= '7') {
            i += digits(i, 3, 8, value) - 1;
            out += static_cast<char>(value);
        } else {
            out += c;
        }
    }
    return out;
}

text::Spelling spelling_of(Quoting quoting) {
    switch (quoting) {
        case Quoting::single_quotes:
        case Quoting::ansi_quotes: return text::Spelling::shell_single_quotes;
        case Quoting::double_quotes: return text::Spelling::shell_double_quotes;
        case Quoting::heredoc:
        case Quoting::raw_heredoc: return text::Spelling::heredoc;
        default: return text::Spelling::shell_unquoted;
    }
}

char quote_of(Quoting quoting) {
    switch (quoting) {
        case Quoting::single_quotes: return '\'';
        case Quoting::ansi_quotes: return '$';
        case Quoting::double_quotes: return '"';
        default: return 0;
    }
}

}  // namespace

Stretch Evaluator::stretch_of(const Piece& piece) const {
    Stretch stretch{.source = piece.span,
                    .spelling = spelling_of(piece.quoting),
                    .quote = quote_of(piece.quoting),
                    .raw = piece.quoting == Quoting::raw_heredoc,
                    .indent = piece.indent};
    if (!bring_) return stretch;
    stretch.brought = true;
    stretch.variable = bring_->variable;
    stretch.use = bring_->use;
    stretch.origin = bring_->origin;
    return stretch;
}

void Evaluator::expand(Index index, Fields& fields, Splitting splitting) {
    const WordNode& word = tree_.words[index];
    fields.begin_word(word.span);
    if (word.braces && splitting == Splitting::split)
        expand_word_pieces(word, fields);
    else
        expand_pieces(pieces(word.pieces), fields, splitting);
    fields.end_word();
}

void Evaluator::expand_word_pieces(const WordNode& word, Fields& fields) {
    for (const auto& variant : braces_of(word)) {
        expand_pieces(variant, fields, Splitting::split);
        fields.end_word();
    }
}

void Evaluator::expand_pieces(std::span<const Piece> all, Fields& fields, Splitting splitting,
                              bool split_literals) {
    for (const Piece& piece : all) expand_piece(piece, fields, splitting, split_literals);
}

void Evaluator::expand_piece(const Piece& piece, Fields& fields, Splitting splitting,
                             bool split_literals) {
    const bool quoted = piece.quoting != Quoting::unquoted;
    const bool is_split = splitting == Splitting::split && !quoted;
    switch (piece.kind) {
        case Piece::Kind::text:
        case Piece::Kind::escape:
        case Piece::Kind::ansi_text:
            expand_literal(piece, fields, split_literals && splitting == Splitting::split);
            break;
        case Piece::Kind::parameter:
            if (is_split && !splits_as_usual()) return expand_oddly(piece, fields);
            expand_parameter(piece, fields, is_split);
            break;
        case Piece::Kind::arithmetic: expand_arithmetic(piece, fields); break;
        case Piece::Kind::substitution: expand_substitution(piece, fields, is_split); break;
        case Piece::Kind::process:
            run_isolated(piece.index);
            put_unknown(fields, no_symbol, piece, false);
            break;
        case Piece::Kind::placeholder: put_unknown(fields, no_symbol, piece, false); break;
    }
}

/// IFS is what it is from the start: words are split at blanks.
bool Evaluator::splits_as_usual() const {
    return variables_.state(separators_).kind != VariableState::Kind::set;
}

/// IFS was set: only what is surely not split is known.
void Evaluator::expand_oddly(const Piece& piece, Fields& fields) {
    Fields single(budget_);
    single.one_word(true);
    expand_parameter(piece, single, false);
    const Field field = single.take_one();
    const Content& separators = *variables_.state(separators_).content;
    const std::string at = separators.scalar().text + " \t\n";
    const bool whole = separators.scalar().known() && separators.alternatives.empty() &&
                       field.alternatives.empty() &&
                       field.value.text.find_first_of(at) == std::string::npos;
    if (whole && !field.value.text.empty()) return fields.joined(field.value, {});
    put_unknown(fields, symbol(view(tree_.parameters[piece.index].name)), piece, false);
}

void Evaluator::expand_literal(const Piece& piece, Fields& fields, bool split_literals) {
    Stretch stretch = stretch_of(piece);
    auto characters = view(piece.span);
    if (piece.kind == Piece::Kind::escape) {
        characters = characters.substr(1);
    } else if (piece.kind == Piece::Kind::ansi_text) {
        return fields.literal(decode_ansi(characters), stretch);
    } else if (piece.index != none) {
        stretch.source = generated_at_[piece.index];
        stretch.stands = false;
        characters = generated_[piece.index];
    }
    const bool quoted = piece.quoting != Quoting::unquoted;
    if (characters.empty()) {
        if (quoted) fields.open();
        return;
    }
    if (!split_literals || quoted || piece.kind == Piece::Kind::escape)
        return fields.literal(characters, stretch);
    Text text;
    text.append(characters, stretch);
    fields.split(text, {});
}

std::vector<Field> Evaluator::expand_words(std::span<const Index> words) {
    Fields fields(budget_);
    for (const Index word : words) expand(word, fields, Splitting::split);
    return fields.take_all();
}

Field Evaluator::expand_joined(Index word) {
    Fields fields(budget_);
    fields.one_word(true);
    fields.begin_word(tree_.words[word].span);
    expand_pieces(pieces(tree_.words[word].pieces), fields, Splitting::joined);
    return fields.take_one();
}

Field Evaluator::expand_heredoc(const Heredoc& heredoc) {
    Fields fields(budget_);
    fields.one_word(true);
    fields.begin_word(heredoc.body);
    expand_pieces(pieces(heredoc.pieces), fields, Splitting::joined);
    return fields.take_one();
}

void Evaluator::put_unknown(Fields& fields, Symbol variable, const Piece& piece,
                            bool from_environment) {
    Stretch stretch = stretch_of(piece);
    stretch.source = piece.span;
    stretch.use = piece.span;
    stretch.variable = variable;
    stretch.brought = variable != no_symbol;
    stretch.hole = true;
    stretch.origin = from_environment ? facts::Origin::environment : facts::Origin::unknown;
    fields.literal(text::hole_text, stretch);
}

void Evaluator::put_computed(Fields& fields, std::string text, const Piece& piece,
                             facts::Origin origin) {
    if (text.empty()) {
        if (piece.quoting != Quoting::unquoted) fields.open();
        return;
    }
    Stretch stretch = stretch_of(piece);
    stretch.source = piece.span;
    stretch.stands = false;
    stretch.origin = origin;
    if (piece.kind == Piece::Kind::parameter) {
        stretch.use = piece.span;
        stretch.variable = symbol(view(tree_.parameters[piece.index].name));
        stretch.brought = true;
    }
    fields.literal(text, stretch);
}

void Evaluator::expand_substitution(const Piece& piece, Fields& fields, bool is_split) {
    if (piece.quoting != Quoting::unquoted) fields.open();
    if (piece.index == none) return put_unknown(fields, no_symbol, piece, false);
    run_isolated(piece.index);
    auto output = output_of(piece.index);
    if (!output) return put_unknown(fields, no_symbol, piece, false);
    for (Stretch& stretch : output->stretches) {
        stretch.stands = false;
        stretch.foreign = 0;
        stretch.source = piece.span;
        stretch.origin = std::max(stretch.origin, facts::Origin::computed);
    }
    if (is_split)
        fields.split(*output, {});
    else
        fields.joined(*output, {});
}

void Evaluator::expand_arithmetic(const Piece& piece, Fields& fields) {
    const Text result = computed(expand_joined(piece.index), piece);
    forget_expression(piece.span);
    if (result.only_holes() && result.stretches.size() == 1 && !result.stretches.front().brought)
        return put_unknown(fields, no_symbol, piece, false);
    fields.joined(result, {});
}

/// The value of an expression: a number, a product with unknown factors, or a hole.
Text Evaluator::computed(Field&& expression, const Piece& piece) {
    const NameValue names = [&](std::string_view name, std::size_t offset) -> std::optional<Text> {
        const Stretch* stretch = expression.value.stretch_at(offset);
        text::Span at = piece.span;
        if (stretch && stretch->stands && !stretch->brought) {
            at.begin = stretch->source.begin + static_cast<std::uint32_t>(offset) - stretch->begin;
            at.end = at.begin + static_cast<std::uint32_t>(name.size());
            if (at.end > text_.size() || view(at) != name) at = piece.span;
        }
        const Held held = hold_name(name, true, at, at);
        if (held.kind == Held::Kind::unset) return Text{};
        const bool unknown = held.kind == Held::Kind::list || !held.content;
        if (!unknown && !held.content->alternatives.empty()) return std::nullopt;
        const Text value = unknown ? unknown_text() : held.content->scalar();
        const Bringing bringing{held.symbol, at};
        Text result;
        result.append(value, 0, value.text.size(), &bringing);
        return result;
    };
    Quantity quantity;
    if (expression.alternatives.empty()) quantity = compute(expression.value, names);
    if (!quantity.coefficient) return unknown_text();
    const auto origin = quantity.origin == facts::Origin::default_value
                            ? facts::Origin::default_value
                            : facts::Origin::computed;
    Text result;
    const bool single = quantity.factors.size() == 1 && *quantity.coefficient == 1;
    std::string number = single ? "" : std::to_string(*quantity.coefficient);
    for (std::size_t i = 0; i < quantity.factors.size(); ++i) {
        if (!single) number += '*';
        result.append(number, {.source = piece.span, .origin = origin, .stands = false});
        result.append(text::hole_text, quantity.factors[i]);
        number.clear();
    }
    result.append(number, {.source = piece.span, .origin = origin, .stands = false});
    return result;
}

}  // namespace trainlint::shell
