#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "ast_writer.hpp"

namespace trainlint::prove {

namespace flag = python::flag;

void AstWriter::optional(Index at) {
    if (at == no_node) return none();
    expression(at);
}

/// All children as one list.
void AstWriter::expressions(Index parent) {
    list(children(parent), [&](Index child) { expression(child); });
}

void AstWriter::expression(Index at) {
    const Node& node = tree_[at];
    const Index first = node.first_child;
    switch (node.kind) {
        case Kind::name:
            open("Name", node);
            name(at);
            return close();
        case Kind::number:
            return number(node);
        case Kind::constant:
            return constant(node);
        case Kind::string:
        case Kind::string_join:
        case Kind::formatted_string:
        case Kind::template_string:
            return strings(at);
        case Kind::attribute:
            open("Attribute", node);
            expression(first);
            separator();
            name(tree_.attribute_name(at, text_));
            return close();
        case Kind::call:
            return call(at);
        case Kind::star:
            return expressions_in("Starred", at, 1);
        case Kind::subscript:
            return expressions_in("Subscript", at, 2);
        case Kind::slice:
            return slice(at);
        case Kind::binary:
            open("BinOp", node);
            expression(first);
            out_.append(",").append(operator_name(node.operation())).append(",");
            expression(next(first));
            return close();
        case Kind::unary:
            open("UnaryOp", node);
            out_ += node.operation() == python::Operator::subtract ? "USub"
                    : node.operation() == python::Operator::add    ? "UAdd"
                                                                : operator_name(node.operation());
            separator();
            expression(first);
            return close();
        case Kind::compare:
            return compare(at);
        case Kind::boolean:
            open("BoolOp", node);
            out_.append(operator_name(node.operation())).append(",");
            expressions(at);
            return close();
        case Kind::conditional:
            open("IfExp", node);
            expression(next(first));
            separator();
            expression(first);
            separator();
            expression(next(next(first)));
            return close();
        case Kind::lambda:
            return lambda(at);
        case Kind::tuple:
        case Kind::list:
        case Kind::set:
            open(node.kind == Kind::tuple  ? "Tuple"
                 : node.kind == Kind::list ? "List"
                                           : "Set",
                 node);
            expressions(at);
            return close();
        case Kind::dict:
            return dict(at);
        case Kind::comprehension:
            return comprehension(at);
        case Kind::yield:
            return expressions_in("Yield", at, 1);
        case Kind::yield_from:
            return expressions_in("YieldFrom", at, 1);
        case Kind::await:
            return expressions_in("Await", at, 1);
        case Kind::named:
            return expressions_in("NamedExpr", at, 2);
        default:
            out_ += "ERROR";
            return;
    }
}

// --- constants -------------------------------------------------------------------------------

namespace {

std::string without_underscores(std::string_view digits) {
    std::string plain(digits);
    std::erase(plain, '_');
    return plain;
}

/// A number of any length in hexadecimal, without leading zeros.
std::string hexadecimal(std::string_view digits, unsigned base) {
    std::vector<std::uint32_t> limbs;
    for (const char c : digits) {
        const int lower = c | 32;
        const int digit = c <= '9' ? c - '0' : lower - 'a' + 10;
        std::uint64_t carry = static_cast<std::uint64_t>(digit);
        for (std::uint32_t& limb : limbs) {
            carry += std::uint64_t{limb} * base;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) limbs.push_back(static_cast<std::uint32_t>(carry));
    }
    std::string out;
    for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
        std::array<char, 12> hex{};
        std::snprintf(hex.data(), hex.size(), out.empty() ? "%x" : "%08x", *limb);
        out += hex.data();
    }
    return out.empty() ? "0" : out;
}

std::string bits_of(const std::string& real) {
    std::array<char, 20> hex{};
    std::snprintf(hex.data(), hex.size(), "%016llx",
                  static_cast<unsigned long long>(
                      std::bit_cast<std::uint64_t>(std::strtod(real.c_str(), nullptr))));
    return hex.data();
}

}  // namespace

void AstWriter::number(const Node& node) {
    std::string digits = without_underscores(text_.substr(node.begin, node.end - node.begin));
    open("Constant", node);
    switch (static_cast<python::NumberKind>(node.op)) {
        case python::NumberKind::integer: {
            const char mark = digits.size() > 1 ? static_cast<char>(digits[1] | 32) : '0';
            const unsigned base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
            out_ += 'i' + hexadecimal(base == 10 ? digits : digits.substr(2), base);
            break;
        }
        case python::NumberKind::real:
            out_ += 'f' + bits_of(digits);
            break;
        case python::NumberKind::imaginary:
            digits.pop_back();
            out_ += 'j' + bits_of(digits);
    }
    out_ += ",~";
    close();
}

void AstWriter::constant(const Node& node) {
    static constexpr std::array<std::string_view, 4> names{"None", "True", "False", "Ellipsis"};
    open("Constant", node);
    out_.append(names[node.op]).append(",~");
    close();
}

// --- the rest --------------------------------------------------------------------------------

void AstWriter::compare(Index at) {
    const Node& node = tree_[at];
    const Index left = node.first_child;
    open("Compare", node);
    expression(left);
    if (node.operation() != python::Operator::none) {
        out_.append(",[").append(operator_name(node.operation())).append("],[");
        expression(next(left));
        out_ += "])";
        return;
    }
    std::vector<Index> links = children(at);
    links.erase(links.begin());
    separator();
    list(links, [&](Index link) { out_ += operator_name(tree_[link].operation()); });
    separator();
    list(links, [&](Index link) { expression(tree_.first(link)); });
    close();
}

void AstWriter::call(Index at) {
    std::vector<Index> parts = children(at);
    open("Call", tree_[at]);
    expression(parts.front());
    separator();
    parts.erase(parts.begin());
    arguments_of(parts);
    close();
}

void AstWriter::slice(Index at) {
    const Node& node = tree_[at];
    Index child = node.first_child;
    const auto part = [&](std::uint16_t which) {
        if (!node.has(which)) return none();
        expression(child);
        child = next(child);
    };
    open("Slice", node);
    part(flag::has_lower);
    separator();
    part(flag::has_upper);
    separator();
    part(flag::has_step);
    close();
}

void AstWriter::dict(Index at) {
    open("Dict", tree_[at]);
    list(children(at),
         [&](Index child) { optional(is(child, Kind::pair) ? tree_.first(child) : no_node); });
    separator();
    list(children(at), [&](Index child) {
        const Index first = tree_.first(child);
        expression(is(child, Kind::pair) ? next(first) : first);
    });
    close();
}

void AstWriter::comprehension(Index at) {
    using python::ComprehensionKind;
    static constexpr std::array<std::string_view, 4> names{"GeneratorExp", "ListComp", "SetComp",
                                                           "DictComp"};
    const Node& node = tree_[at];
    std::vector<Index> parts = children(at);
    const Index element = parts.front();
    parts.erase(parts.begin());
    open(names[node.op], node);
    if (is(element, Kind::pair)) {
        expression(tree_.first(element));
        separator();
        expression(next(tree_.first(element)));
    } else {
        expression(element);
    }
    separator();
    list(parts, [&](Index clause) {
        std::vector<Index> pieces = children(clause);
        open("comprehension");
        expression(pieces[0]);
        separator();
        expression(pieces[1]);
        separator();
        pieces.erase(pieces.begin(), pieces.begin() + 2);
        list(pieces, [&](Index condition) { expression(condition); });
        out_ += tree_[clause].has(flag::async) ? ",1" : ",0";
        close();
    });
    close();
}

void AstWriter::lambda(Index at) {
    open("Lambda", tree_[at]);
    parameters(tree_.first(at));
    separator();
    expression(next(tree_.first(at)));
    close();
}

}  // namespace trainlint::prove
