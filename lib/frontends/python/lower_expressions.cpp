#include <charconv>

#include "frontends/python/lower.hpp"
#include "frontends/python/text_literal.hpp"

namespace trainlint::python {

using flow::Id;
using flow::LiteralKind;

namespace {

constexpr std::size_t longest_text = 256;

std::uint8_t code(LiteralKind kind) {
    return static_cast<std::uint8_t>(kind);
}
std::uint8_t code(flow::Arithmetic kind) {
    return static_cast<std::uint8_t>(kind);
}

flow::Arithmetic arithmetic(Operator op) {
    using A = flow::Arithmetic;
    switch (op) {
        case Operator::subtract:
            return A::subtract;
        case Operator::multiply:
            return A::multiply;
        case Operator::divide:
            return A::divide;
        case Operator::floor_divide:
            return A::floor_divide;
        case Operator::modulo:
            return A::modulo;
        case Operator::power:
            return A::power;
        case Operator::matrix_multiply:
            return A::matrix_multiply;
        case Operator::bit_or:
            return A::bit_or;
        case Operator::bit_xor:
            return A::bit_xor;
        case Operator::bit_and:
            return A::bit_and;
        case Operator::shift_left:
            return A::shift_left;
        case Operator::shift_right:
            return A::shift_right;
        default:
            return A::add;
    }
}

std::uint8_t comparison(Operator op) {
    using C = flow::Comparison;
    const auto kind = [op] {
        switch (op) {
            case Operator::not_equal:
                return C::not_equal;
            case Operator::less:
                return C::less;
            case Operator::less_equal:
                return C::less_equal;
            case Operator::greater:
                return C::greater;
            case Operator::greater_equal:
                return C::greater_equal;
            case Operator::is:
                return C::is;
            case Operator::is_not:
                return C::is_not;
            case Operator::in:
                return C::in;
            case Operator::not_in:
                return C::not_in;
            default:
                return C::equal;
        }
    }();
    return static_cast<std::uint8_t>(kind);
}

/// The contents of a plain literal: between its quotes, if it means what is written there.
bool plain_contents(std::string_view literal, const Node& node, std::string_view& contents) {
    if (node.has(flag::formatted) || node.has(flag::template_)) return false;
    const auto quote = literal.find(static_cast<char>(node.op));
    const std::size_t quotes = node.has(flag::triple) ? 3 : 1;
    if (quote == std::string_view::npos || literal.size() < quote + 2 * quotes) return false;
    contents = literal.substr(quote + quotes, literal.size() - quote - 2 * quotes);
    if (contents.size() > longest_text) return false;
    const auto holds = [&](char c) { return contents.find(c) != std::string_view::npos; };
    return !holds('\r') && (node.has(flag::raw) || !holds('\\'));
}

}  // namespace

std::uint8_t arithmetic_code(Operator op) {
    return code(arithmetic(op));
}

Id Lowering::make(Kind kind, text::Span at, std::size_t mark, Symbol symbol,
                  std::uint8_t operation) {
    auto& to = frame();
    auto& f = to.function;
    const auto count = to.operands.size() - mark;
    flow::Expression made{.kind = kind, .operation = operation};
    made.operand_count = static_cast<std::uint16_t>(count);
    made.first_operand = static_cast<std::uint32_t>(f.operands.size());
    made.symbol = symbol;
    made.at = at;
    if (count > most_operands) {  // callers that can have so many ask before
        made.kind = Kind::opaque;
        made.operand_count = 0;
    } else {
        f.operands.insert(f.operands.end(), to.operands.begin() + static_cast<std::ptrdiff_t>(mark),
                          to.operands.end());
    }
    to.operands.resize(mark);
    f.expressions.push_back(made);
    return Id(static_cast<std::uint32_t>(f.expressions.size() - 1));
}

Id Lowering::leaf(Kind kind, text::Span at, Symbol symbol, std::uint8_t operation) {
    auto& f = function();
    flow::Expression made{.kind = kind, .operation = operation};
    made.first_operand = static_cast<std::uint32_t>(f.operands.size());
    made.symbol = symbol;
    made.at = at;
    f.expressions.push_back(made);
    return Id(static_cast<std::uint32_t>(f.expressions.size() - 1));
}

Id Lowering::opaque(Index index) {
    return leaf(Kind::opaque, node(index).span(), no_symbol);
}

Id Lowering::with_children(Kind kind, Index index, Symbol symbol, std::uint8_t operation) {
    const auto mark = frame().operands.size();
    std::size_t count = 0;
    for (const auto child : tree_->children(index)) {
        if (++count > most_operands) {
            frame().operands.resize(mark);
            return opaque(index);
        }
        const auto id = expression(child);
        frame().operands.push_back(id);
    }
    return make(kind, node(index).span(), mark, symbol, operation);
}

Id Lowering::opaque_with_children(Index index) {
    return with_children(Kind::opaque, index);
}

Id Lowering::expression(Index index) {
    if (function().expressions.size() < most_expressions) return expression_within(index);
    auto& to = frame();
    to.function.complete = false;
    if (to.opaque == flow::no_id) to.opaque = opaque(index);
    return to.opaque;
}

Id Lowering::expression_within(Index index) {
    const Node& n = node(index);
    switch (n.kind) {
        case python::Kind::name:
            return leaf(Kind::name, n.span(), symbol(index));
        case python::Kind::number:
            return number(index);
        case python::Kind::string:
        case python::Kind::string_join:
            return string(index);
        case python::Kind::formatted_string:
            return text_join(index);
        case python::Kind::constant:
            return constant(index);
        case python::Kind::attribute:
            return with_children(Kind::member, index,
                                 symbols_.intern(written(tree_->attribute_name(index, text_))));
        case python::Kind::call:
            return with_children(Kind::call, index);
        case python::Kind::keyword:
            return with_children(Kind::keyword, index,
                                 symbols_.intern(written(tree_->keyword_name(index, text_))));
        case python::Kind::star:
            return with_children(Kind::star, index);
        case python::Kind::double_star:
            return with_children(Kind::double_star, index);
        case python::Kind::subscript:
            return with_children(Kind::element, index);
        case python::Kind::slice:
            return slice(index);
        case python::Kind::binary:
            return binary(index);
        case python::Kind::unary:
            return unary(index);
        case python::Kind::compare:
            return compare(index);
        case python::Kind::boolean:
            return boolean(index);
        case python::Kind::conditional:
            return conditional(index);
        case python::Kind::lambda:
            return lambda(index);
        case python::Kind::tuple:
            return sequence(index, flow::SequenceKind::tuple);
        case python::Kind::list:
            return sequence(index, flow::SequenceKind::list);
        case python::Kind::set:
            return sequence(index, flow::SequenceKind::set);
        case python::Kind::dict:
            return with_children(Kind::mapping, index);
        case python::Kind::pair:
            return with_children(Kind::pair, index);
        case python::Kind::comprehension:
            return comprehension(index);
        case python::Kind::clause:
            return with_children(Kind::clause, index);
        case python::Kind::yield:
            return with_children(Kind::produce, index);
        case python::Kind::yield_from:
            return with_children(Kind::produce, index, no_symbol, 1);
        case python::Kind::await:
            return with_children(Kind::wait, index);
        case python::Kind::named:
            return with_children(Kind::bind, index);
        case python::Kind::template_string:
        case python::Kind::field:
        case python::Kind::format_spec:
            return opaque_with_children(index);
        default:
            return opaque(index);
    }
}

Id Lowering::constant(Index index) {
    const auto kind = static_cast<Constant>(node(index).op);
    const auto literal = kind == Constant::none       ? LiteralKind::none
                         : kind == Constant::ellipsis ? LiteralKind::ellipsis
                                                      : LiteralKind::boolean;
    return leaf(Kind::literal, node(index).span(), symbol(index), code(literal));
}

/// Integers in decimal where 64 bits hold them; others as written, without underscores.
Id Lowering::number(Index index) {
    const auto at = node(index).span();
    auto written_as = written(at);
    scratch_.clear();
    for (const char c : written_as)
        if (c != '_') scratch_ += c;
    const bool prefixed = scratch_.size() > 2 && scratch_[0] == '0' && scratch_[1] >= 'A';
    if (prefixed) {
        const char letter = static_cast<char>(scratch_[1] | 0x20);
        const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
        std::uint64_t value = 0;
        const auto* end = scratch_.data() + scratch_.size();
        const auto read = std::from_chars(scratch_.data() + 2, end, value, base);
        if (read.ec == std::errc() && read.ptr == end) scratch_ = std::to_string(value);
    }
    return leaf(Kind::literal, at, symbols_.intern(scratch_), code(LiteralKind::number));
}

Id Lowering::string(Index index) {
    if (node(index).kind == python::Kind::string) return text_literal(index);
    for (const auto child : tree_->children(index)) {
        if (node(child).kind == python::Kind::formatted_string) return text_join(index);
        if (node(child).kind == python::Kind::template_string) return opaque_with_children(index);
    }
    return text_literal(index);
}

/// One literal, or several that stand side by side, none of them with fields.
Id Lowering::text_literal(Index index) {
    const Node& n = node(index);
    std::string_view contents;
    const auto first = n.kind == python::Kind::string ? index : tree_->first(index);
    const bool bytes = first != no_node && node(first).has(flag::bytes);
    const auto kind = code(bytes ? LiteralKind::bytes : LiteralKind::text);
    if (n.kind == python::Kind::string && plain_contents(written(n.span()), n, contents))
        return leaf(Kind::literal, n.span(), symbols_.intern(contents), kind);
    const auto too_long = [&] {
        return leaf(Kind::literal, n.span(), no_symbol, code(LiteralKind::long_text));
    };
    if (n.end - n.begin > 8 * longest_text && n.kind == python::Kind::string) return too_long();
    scratch_.clear();
    if (!literal_value(text_, *tree_, index, scratch_)) return opaque(index);
    if (scratch_.size() > longest_text) return too_long();
    return leaf(Kind::literal, n.span(), symbols_.intern(scratch_), kind);
}

Id Lowering::text_join(Index index) {
    const auto mark = frame().operands.size();
    text_parts(index);
    return make(Kind::text_join, node(index).span(), mark);
}

/// Literals and values of a formatted string, or of several strings side by side.
void Lowering::text_parts(Index index) {
    for (const auto child : tree_->children(index)) {
        const Node& part = node(child);
        if (frame().operands.size() > most_operands) return;
        auto id = flow::no_id;
        if (part.kind == python::Kind::formatted_string) {
            text_parts(child);
            continue;
        }
        if (part.kind == python::Kind::field) {
            const auto value = tree_->first(child);
            const bool plain =
                part.op == 0 && !part.has(flag::debug) && tree_->next(value) == no_node;
            id = value == no_node ? opaque(child)
                 : plain          ? expression(value)
                                  : opaque_with_children(child);
        } else if (part.kind == python::Kind::format_spec) {
            id = opaque_with_children(child);
        } else {
            id = text_literal(child);
        }
        frame().operands.push_back(id);
    }
}

Id Lowering::slice(Index index) {
    const auto mark = frame().operands.size();
    auto child = tree_->first(index);
    for (const auto part : {flag::has_lower, flag::has_upper, flag::has_step}) {
        auto id = flow::no_id;
        if (node(index).has(part) && child != no_node) {
            id = expression(child);
            child = tree_->next(child);
        }
        frame().operands.push_back(id);
    }
    return make(Kind::slice, node(index).span(), mark);
}

Id Lowering::binary(Index index) {
    return with_children(Kind::arithmetic, index, no_symbol,
                         arithmetic_code(node(index).operation()));
}

Id Lowering::unary(Index index) {
    switch (node(index).operation()) {
        case Operator::not_:
            return with_children(Kind::negate, index);
        case Operator::subtract:
            return with_children(Kind::arithmetic, index, no_symbol, code(flow::Arithmetic::minus));
        case Operator::invert:
            return with_children(Kind::arithmetic, index, no_symbol,
                                 code(flow::Arithmetic::invert));
        default:
            return with_children(Kind::arithmetic, index, no_symbol, code(flow::Arithmetic::plus));
    }
}

Id Lowering::compare(Index index) {
    const auto op = node(index).operation();
    if (op == Operator::none) return compare_chain(index);
    return with_children(Kind::compare, index, no_symbol, comparison(op));
}

/// `a < b < c` is `a < b and b < c`, with one b.
Id Lowering::compare_chain(Index index) {
    const auto mark = frame().operands.size();
    auto child = tree_->first(index);
    auto left = expression(child);
    auto begin = node(child).begin;
    while ((child = tree_->next(child)) != no_node) {
        const auto right = expression(tree_->first(child));
        const auto inner = frame().operands.size();
        frame().operands.push_back(left);
        frame().operands.push_back(right);
        const auto link = make(Kind::compare, {begin, node(child).end}, inner, no_symbol,
                               comparison(node(child).operation()));
        frame().operands.push_back(link);
        left = right;
        begin = node(tree_->first(child)).begin;
        if (frame().operands.size() - mark >= most_operands) break;
    }
    return make(Kind::both, node(index).span(), mark);
}

Id Lowering::boolean(Index index) {
    const bool is_and = node(index).operation() == Operator::and_;
    return with_children(is_and ? Kind::both : Kind::either, index);
}

/// The text has value, condition, other; what runs first comes first here.
Id Lowering::conditional(Index index) {
    const auto value = tree_->child(index, 0), condition = tree_->child(index, 1),
               other = tree_->child(index, 2);
    const auto mark = frame().operands.size();
    for (const auto part : {condition, value, other}) {
        const auto id = expression(part);
        frame().operands.push_back(id);
    }
    return make(Kind::choose, node(index).span(), mark);
}

Id Lowering::sequence(Index index, flow::SequenceKind kind) {
    return with_children(Kind::sequence, index, no_symbol, static_cast<std::uint8_t>(kind));
}

Id Lowering::comprehension(Index index) {
    const auto mark = frame().operands.size();
    for (const auto child : tree_->children(index)) {
        if (node(child).kind == python::Kind::pair) {
            for (const auto part : tree_->children(child)) {
                const auto id = expression(part);
                frame().operands.push_back(id);
            }
            continue;
        }
        const auto id = expression(child);
        frame().operands.push_back(id);
    }
    return make(Kind::comprehension, node(index).span(), mark, no_symbol, node(index).op);
}

}  // namespace trainlint::python
