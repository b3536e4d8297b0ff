#include "ast_dump.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "ast_writer.hpp"

namespace trainlint::prove {

AstWriter::AstWriter(std::string_view text, const python::Tree& tree, const DumpRules& rules)
    : text_(text), tree_(tree), rules_(rules) {
    lines_.push_back(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    for (std::uint32_t i = 0; i < text.size(); ++i) {
        const bool alone = text[i] == '\r' && text.substr(i + 1, 1) != "\n";
        if (text[i] == '\n' || alone) lines_.push_back(i + 1);
    }
}

void AstWriter::position(std::uint32_t offset) {
    const auto line = std::upper_bound(lines_.begin(), lines_.end(), offset) - 1;
    const auto number = static_cast<std::size_t>(line - lines_.begin()) + 1;
    out_ += std::to_string(number) + ':' + std::to_string(offset - std::min(offset, *line));
}

void AstWriter::place(std::uint32_t begin, std::uint32_t end) {
    if (in_string_ && !rules_.places_in_strings) return;
    out_ += '@';
    position(begin);
    out_ += '-';
    position(end);
}

void AstWriter::open(std::string_view name, std::uint32_t begin, std::uint32_t end) {
    out_ += name;
    place(begin, end);
    out_ += '(';
}

void AstWriter::optional_name(Index at) {
    if (at == no_node) return none();
    name(at);
}

void AstWriter::dotted(Index at) {
    const python::Node& node = tree_[at];
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        if (std::string_view(" \t\f\\\r\n").find(text_[i]) == std::string_view::npos) {
            out_ += text_[i];
        }
    }
}

/// As Python's repr of bytes in single quotes.
void AstWriter::quoted(std::string_view bytes) {
    out_ += '\'';
    for (const char c : bytes) {
        switch (c) {
            case '\\':
                out_ += "\\\\";
                break;
            case '\'':
                out_ += "\\'";
                break;
            case '\n':
                out_ += "\\n";
                break;
            case '\r':
                out_ += "\\r";
                break;
            case '\t':
                out_ += "\\t";
                break;
            default:
                if (c >= ' ' && c < 127) {
                    out_ += c;
                } else {
                    std::array<char, 8> hex{};
                    std::snprintf(hex.data(), hex.size(), "\\x%02x",
                                  static_cast<unsigned>(static_cast<unsigned char>(c)));
                    out_ += hex.data();
                }
        }
    }
    out_ += '\'';
}

std::vector<Index> AstWriter::children(Index of) const {
    std::vector<Index> all;
    for (const Index child : tree_.children(of)) all.push_back(child);
    return all;
}

std::string_view operator_name(python::Operator op) {
    static constexpr std::array<std::string_view, 29> names{
        "None",    "Add",   "Sub",    "Mult",   "Div",    "FloorDiv", "Mod",    "Pow",
        "MatMult", "BitOr", "BitXor", "BitAnd", "LShift", "RShift",   "Invert", "Not",
        "And",     "Or",    "Eq",     "NotEq",  "Lt",     "LtE",      "Gt",     "GtE",
        "Is",      "IsNot", "In",     "NotIn",  ""};
    return names[static_cast<std::size_t>(op)];
}

std::string dump_ast(std::string_view text, const python::Tree& tree, const DumpRules& rules) {
    AstWriter writer(text, tree, rules);
    for (const Index statement : tree.children(tree.root)) {
        writer.statement(statement);
        writer.line_end();
    }
    return writer.take();
}

std::string dump_statement(std::string_view text, const python::Tree& tree, Index statement,
                           const DumpRules& rules) {
    AstWriter writer(text, tree, rules);
    writer.statement(statement);
    return writer.take();
}

}  // namespace trainlint::prove
