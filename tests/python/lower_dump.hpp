// Flow form as text: small enough to be compared by eye.
#pragma once

#include <string>

#include "flow/function.hpp"
#include "trainlint/names.hpp"

namespace trainlint::test {

class FlowDump {
public:
    FlowDump(const flow::Source& source, const Names& names) : source_(source), names_(names) {}

    /// A function's body, one statement after another.
    [[nodiscard]] std::string body(std::uint32_t function) const {
        const auto& f = source_.functions[function];
        return block(f, f.body);
    }
    [[nodiscard]] std::string expression(const flow::Function& f, flow::Id id) const {
        if (id == flow::no_id) return "-";
        const auto& e = f[id];
        using K = flow::Expression::Kind;
        const std::string symbol(names_.text(e.symbol));
        switch (e.kind) {
            case K::literal:
                return literal(e, symbol);
            case K::name:
                return symbol;
            case K::member:
                return expression(f, f.operands_of(e)[0]) + "." + symbol;
            case K::keyword:
                return symbol + "=" + expression(f, f.operands_of(e)[0]);
            case K::function:
                return "lambda(" + body(e.first_operand) + ")";
            default:
                break;
        }
        std::string out = "(" + name_of(e);
        for (const auto operand : f.operands_of(e)) out += " " + expression(f, operand);
        return out + ")";
    }

private:
    [[nodiscard]] static std::string literal(const flow::Expression& e, const std::string& symbol) {
        switch (static_cast<flow::LiteralKind>(e.operation)) {
            case flow::LiteralKind::text:
                return "'" + symbol + "'";
            case flow::LiteralKind::bytes:
                return "b'" + symbol + "'";
            case flow::LiteralKind::long_text:
                return "<long>";
            default:
                return symbol;
        }
    }

    [[nodiscard]] static std::string name_of(const flow::Expression& e) {
        static constexpr const char* names[] = {
            "literal", "name", "member", "element", "slice", "call",  "keyword", "star",  "dstar",
            "not",     "and",  "or",     "compare", "arith", "join",  "choose",  "seq",   "map",
            "pair",    "comp", "clause", "lambda",  "bind",  "await", "yield",   "opaque"};
        static constexpr const char* comparisons[] = {"==", "!=", "<",      "<=", ">",
                                                      ">=", "is", "is-not", "in", "not-in"};
        static constexpr const char* operators[] = {"+", "-", "*", "/",  "//", "%",  "**", "@",
                                                    "&", "|", "^", "<<", ">>", "u+", "u-", "~"};
        static constexpr const char* sequences[] = {"tuple", "list", "set"};
        using K = flow::Expression::Kind;
        if (e.kind == K::compare) return comparisons[e.operation];
        if (e.kind == K::arithmetic) return operators[e.operation];
        if (e.kind == K::sequence) return sequences[e.operation];
        return names[static_cast<std::size_t>(e.kind)];
    }

    [[nodiscard]] std::string block(const flow::Function& f, const flow::Block& b) const {
        std::string out;
        for (const auto id : f.statements_of(b)) {
            if (!out.empty()) out += "; ";
            out += statement(f, f.statement(id));
        }
        return out;
    }

    [[nodiscard]] std::string blocks(const flow::Function& f, const flow::Statement& s) const {
        std::string out;
        for (const auto& b : f.blocks_of(s)) {
            out += " {";
            if (b.head != flow::no_id) out += expression(f, b.head) + ": ";
            if (b.bound != no_symbol) out += "as " + std::string(names_.text(b.bound)) + ": ";
            out += block(f, b) + "}";
        }
        return out;
    }

    [[nodiscard]] std::string statement(const flow::Function& f, const flow::Statement& s) const {
        using K = flow::Statement::Kind;
        const auto value = [&] { return expression(f, s.value); };
        const auto target = [&] { return expression(f, s.target); };
        const auto extra = [&] {
            return s.extra == flow::no_id ? "" : " " + expression(f, s.extra);
        };
        switch (s.kind) {
            case K::assign:
                return target() + " = " + value();
            case K::augment:
                return target() + " op" + std::to_string(s.operation) + "= " + value();
            case K::annotate:
                return target() + " :" + extra() + " = " + value();
            case K::evaluate:
                return value();
            case K::branch:
                return "if " + value() + blocks(f, s);
            case K::loop:
                return (s.operation ? "for " + target() + " in " : "while ") + value() +
                       blocks(f, s);
            case K::attempt:
                return "try" + blocks(f, s);
            case K::scope:
                return "with " + value() + " as " + target() + blocks(f, s);
            case K::leave_function:
                return "return " + value();
            case K::leave_loop:
                return "break";
            case K::next_round:
                return "continue";
            case K::fail:
                return "raise " + value() + extra();
            case K::check:
                return "assert " + value() + extra();
            case K::alternatives:
                return "match " + value() + blocks(f, s);
            case K::define:
                return "def " + std::string(names_.text(source_.definitions[s.index].qualified));
            case K::import_:
                return "import" + imports(s);
            case K::declare:
                return (s.operation ? "nonlocal " : "global ") + value();
            case K::remove:
                return "del " + value();
            case K::nothing:
                return s.operation ? "error" : "pass";
        }
        return "?";
    }

    std::string imports(const flow::Statement& s) const {
        std::string out;
        for (auto i = s.index; i < s.index + s.count; ++i) {
            const auto& import = source_.imports[i];
            out += ' ';
            if (import.module != no_symbol) out += names_.text(import.module);
            out += ':';
            if (import.name != no_symbol) out += names_.text(import.name);
        }
        return out;
    }

    const flow::Source& source_;
    const Names& names_;
};

}  // namespace trainlint::test
