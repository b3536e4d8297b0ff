#include "program/constants.hpp"

#include <charconv>
#include <string>

namespace trainlint::program {

namespace {

using flow::Binding;
using flow::Constant;
using flow::Expression;
using flow::Id;
using flow::no_id;
using flow::no_index;

constexpr int deepest_constant = 12;

std::optional<std::int64_t> as_number(const Constant& constant) {
    if (constant.kind != Constant::Kind::number) return std::nullopt;
    std::int64_t value = 0;
    const auto& text = constant.text;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || at != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> calculated(flow::Arithmetic operation, std::int64_t left,
                                       std::int64_t right) {
    std::int64_t result = 0;
    bool overflows = false;
    switch (operation) {
        case flow::Arithmetic::add: overflows = __builtin_add_overflow(left, right, &result); break;
        case flow::Arithmetic::subtract:
            overflows = __builtin_sub_overflow(left, right, &result);
            break;
        case flow::Arithmetic::multiply:
            overflows = __builtin_mul_overflow(left, right, &result);
            break;
        case flow::Arithmetic::floor_divide:
            // Of negative numbers Python rounds down; no count that we ask for is one.
            if (left < 0 || right <= 0) return std::nullopt;
            result = left / right;
            break;
        case flow::Arithmetic::modulo:
            if (left < 0 || right <= 0) return std::nullopt;
            result = left % right;
            break;
        default: return std::nullopt;
    }
    return overflows ? std::nullopt : std::optional(result);
}

}  // namespace

std::optional<Constant> Constants::of(std::uint32_t function, Id id) {
    return find(function, id, 0);
}

std::optional<Constant> Constants::literal(const Expression& e) const {
    const auto text = std::string(names_.text(e.symbol));
    switch (static_cast<flow::LiteralKind>(e.operation)) {
        case flow::LiteralKind::none: return Constant{Constant::Kind::none, "None"};
        case flow::LiteralKind::boolean: return Constant{Constant::Kind::boolean, text};
        case flow::LiteralKind::number: return Constant{Constant::Kind::number, text};
        case flow::LiteralKind::text: return Constant{Constant::Kind::text, text};
        default: return std::nullopt;
    }
}

std::optional<Constant> Constants::find(std::uint32_t function, Id id, int depth) {
    if (id == no_id || depth > deepest_constant) return std::nullopt;
    const auto& e = resolved_.source->functions[function][id];
    switch (e.kind) {
        case Expression::Kind::literal: return literal(e);
        case Expression::Kind::arithmetic: return arithmetic(function, e, depth);
        case Expression::Kind::name: {
            const auto& meaning = resolver_.meaning(function, id);
            if (meaning.kind != flow::Meaning::Kind::variable) return std::nullopt;
            return of_variable(meaning.index, depth);
        }
        case Expression::Kind::member: return of_option(function, id);
        default: return std::nullopt;
    }
}

std::optional<Constant> Constants::of_variable(std::uint32_t variable, int depth) {
    const auto& v = resolved_.variables[variable];
    const auto bindings = resolved_.bindings(variable);
    if (v.parameter != no_index || bindings.size() != 1) return std::nullopt;
    const auto& only = bindings[0];
    if (only.how != Binding::plain || only.element != flow::whole_value) return std::nullopt;
    auto found = find(only.function, only.value, depth + 1);
    if (found && found->origin == facts::Origin::literal) found->origin = facts::Origin::assigned;
    return found;
}

std::optional<Constant> Constants::arithmetic(std::uint32_t function, const Expression& e,
                                              int depth) {
    const auto operands = resolved_.source->functions[function].operands_of(e);
    const auto operation = static_cast<flow::Arithmetic>(e.operation);
    if (operands.empty()) return std::nullopt;
    const auto left = find(function, operands[0], depth + 1);
    const auto a = left ? as_number(*left) : std::nullopt;
    if (!a) return std::nullopt;
    std::optional<std::int64_t> result;
    if (operands.size() == 1) {
        if (operation == flow::Arithmetic::minus && *a != INT64_MIN) result = -*a;
        if (operation == flow::Arithmetic::plus) result = *a;
        if (!result) return std::nullopt;
        return Constant{Constant::Kind::number, std::to_string(*result), left->origin};
    }
    const auto right = find(function, operands[1], depth + 1);
    const auto b = right ? as_number(*right) : std::nullopt;
    if (b) result = calculated(operation, *a, *b);
    if (!result) return std::nullopt;
    return Constant{Constant::Kind::number, std::to_string(*result), facts::Origin::computed};
}

/// `args.x` where an option of the parser sets x and nothing else does.
std::optional<Constant> Constants::of_option(std::uint32_t function, Id id) {
    const auto& f = resolved_.source->functions[function];
    const auto& e = f[id];
    const auto& meaning = resolver_.meaning(function, id);
    if (meaning.kind == flow::Meaning::Kind::variable) return std::nullopt;
    const auto found = defaults_.find(e.symbol);
    if (found == defaults_.end() || e.operand_count == 0) return std::nullopt;
    const auto object = f[f.operands_of(e)[0]];
    const auto spelled = names_.text(object.symbol);
    if (object.kind != Expression::Kind::name ||
        (spelled.find("arg") == std::string_view::npos && spelled != "opt" && spelled != "opts" &&
         spelled != "cfg" && spelled != "config" && spelled != "flags" && spelled != "FLAGS"))
        return std::nullopt;
    auto constant = found->second;
    constant.origin = facts::Origin::default_value;
    return constant;
}

}  // namespace trainlint::program
