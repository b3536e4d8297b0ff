#include <algorithm>

#include "ast_writer.hpp"

namespace trainlint::prove {

namespace flag = python::flag;

namespace {

/// Decoded text; an escape \N{NAME} stands as `\N{NAME}` behind a zero byte, for the other side to
/// look up.
std::string decoded(const python::Literal& literal, std::string_view text) {
    std::string out;
    for (const python::LiteralPiece& piece : literal.pieces) {
        if (piece.kind == python::LiteralPiece::Kind::named) {
            out += '\0';
            out.append(text, piece.origin.begin, piece.origin.size());
        } else {
            out.append(literal.text, piece.value.begin, piece.value.size());
        }
    }
    return out;
}

}  // namespace

void AstWriter::strings(Index at) {
    const Node& node = tree_[at];
    std::vector<Value> values;
    string_values(at, false, values);
    bool fields = node.kind == Kind::formatted_string, bytes = node.has(flag::bytes);
    bool templates = node.kind == Kind::template_string;
    if (node.kind == Kind::string_join) {
        bytes = false;
        for (const Index child : tree_.children(at)) {
            fields |= is(child, Kind::formatted_string);
            templates |= is(child, Kind::template_string);
            bytes |= tree_[child].has(flag::bytes);
        }
    }
    if (fields || templates) {
        const bool outer = in_template_;
        in_template_ = templates;
        joined(templates ? "TemplateStr" : "JoinedStr", node.begin, node.end,
               folded(std::move(values), true));
        in_template_ = outer;
        return;
    }
    Value whole{node.begin, node.end, "", values.front().unicode, no_node};
    for (const Value& part : values) whole.text += part.text;
    constant_text(whole, bytes);
}

void AstWriter::joined(std::string_view name, std::uint32_t begin, std::uint32_t end,
                       const std::vector<Value>& values) {
    open(name, begin, end);
    const bool outer = in_string_;
    in_string_ = true;
    out_ += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != 0) out_ += ' ';
        value(values[i]);
    }
    out_ += ']';
    in_string_ = outer;
    close();
}

// --- values ----------------------------------------------------------------------------------

void AstWriter::string_values(Index at, bool raw_texts, std::vector<Value>& to) const {
    const Node& node = tree_[at];
    switch (node.kind) {
        case Kind::string:
            to.push_back({node.begin, node.end,
                          decoded(python::decode_literal(text_, tree_, at), text_),
                          text_[node.begin] == 'u', no_node});
            return;
        case Kind::string_text:
            return text_values(node, raw_texts && node.has(flag::raw), to);
        case Kind::field:
            return field_values(at, to);
        default:
            for (const Index child : tree_.children(at)) {
                string_values(child, node.kind != Kind::format_spec || rules_.raw_specs, to);
            }
    }
}

/// CPython cuts text at doubled braces; parts without value (an escaped line end) fall away.
void AstWriter::text_values(const Node& node, bool raw, std::vector<Value>& to) const {
    python::Tree part;
    part.clear();
    part.nodes.push_back(node);
    if (!raw) part.nodes[1].flags &= static_cast<std::uint16_t>(~flag::raw);
    const auto add = [&](std::uint32_t begin, std::uint32_t end) {
        part.nodes[1].begin = begin;
        part.nodes[1].end = end;
        std::string text = decoded(python::decode_literal(text_, part, 1), text_);
        if (!text.empty()) to.push_back({begin, end, std::move(text), false, no_node});
    };
    std::uint32_t begin = node.begin;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        const char c = text_[i];
        const bool named = c == '\\' && !raw && text_[i + 1] == 'N' && text_[i + 2] == '{';
        if (named) {
            i = static_cast<std::uint32_t>(text_.find('}', i));
        } else if (c == '\\' && text_[i + 1] != '{' && text_[i + 1] != '}') {
            ++i;
        } else if ((c == '{' || c == '}') && i + 1 < node.end && text_[i + 1] == c) {
            add(begin, i + 2);
            begin = i + 2;
            ++i;
        }
    }
    add(begin, node.end);
}

void AstWriter::field_values(Index at, std::vector<Value>& to) const {
    const Node& field = tree_[at];
    if (field.has(flag::debug)) {
        const std::uint32_t end = debug_end(field);
        Value shown{field.begin + 1, end, debug_text(field.begin + 1, end), false, no_node};
        to.push_back(std::move(shown));
    }
    to.push_back({field.begin, field.end, "", false, at});
}

/// What `=` shows: the text without its comments.
std::string AstWriter::debug_text(std::uint32_t begin, std::uint32_t end) const {
    std::string shown;
    char quote = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        const char c = text_[i];
        if (quote == 0 && c == '#') {
            while (i < end && text_[i] != '\n' && text_[i] != '\r') ++i;
            --i;
            continue;
        }
        if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? '\0' : quote;
        const bool line = c == '\r';
        if (!(line && text_[i + 1] == '\n')) shown += line ? '\n' : c;
    }
    return shown;
}

/// Behind the text that `=` shows: before the conversion, the colon or the brace.
std::uint32_t AstWriter::debug_end(const Node& field) const {
    std::uint32_t end = field.end - 1;
    const Index spec = next(field.first_child);
    if (is(spec, Kind::format_spec)) end = tree_[spec].begin - 1;
    if (field.op == 0) return end;
    while (text_[end - 1] != static_cast<char>(field.op)) --end;
    while (text_[end - 1] != '!') --end;
    return end - 1;
}

/// Neighbouring texts become one.
std::vector<AstWriter::Value> AstWriter::folded(std::vector<Value> values, bool drop_empty) {
    std::vector<Value> out;
    for (Value& value : values) {
        const bool text = value.field == no_node;
        if (text && !out.empty() && out.back().field == no_node) {
            out.back().text += value.text;
            out.back().end = value.end;
        } else {
            out.push_back(std::move(value));
        }
    }
    if (drop_empty) {
        std::erase_if(out, [](const Value& v) { return v.field == no_node && v.text.empty(); });
    }
    return out;
}

void AstWriter::value(const Value& value) {
    if (value.field == no_node) return constant_text(value, false);
    if (in_template_) return interpolation(value.field);
    formatted_value(value.field);
}

void AstWriter::constant_text(const Value& value, bool bytes) {
    open("Constant", value.begin, value.end);
    out_ += bytes ? 'b' : 's';
    quoted(value.text);
    out_ += value.unicode ? ",u" : ",~";
    close();
}

// --- fields ----------------------------------------------------------------------------------

void AstWriter::formatted_value(Index field) {
    const Node& node = tree_[field];
    const bool outer = in_template_;
    in_template_ = false;
    open("FormattedValue", node);
    expression(node.first_child);
    separator();
    format_spec(field);
    in_template_ = outer;
}

void AstWriter::interpolation(Index field) {
    const Node& node = tree_[field];
    in_template_ = false;
    open("Interpolation", node);
    expression(node.first_child);
    separator();
    std::uint32_t end = debug_end(node);
    const auto blank = [&](char c) {
        return std::string_view(" \t\f\r\n").find(c) != std::string_view::npos;
    };
    std::uint32_t begin = node.begin + 1;
    while (blank(text_[end - 1])) --end;
    if (node.has(flag::debug)) --end;
    while (blank(text_[end - 1])) --end;
    quoted(text_.substr(begin, end - begin));
    separator();
    format_spec(field);
    in_template_ = true;
}

/// The last two fields: conversion and specification.
void AstWriter::format_spec(Index field) {
    const Node& node = tree_[field];
    const Index spec = next(node.first_child);
    const bool shown = node.has(flag::debug) && spec == no_node && node.op == 0;
    out_ += std::to_string(node.op != 0 ? static_cast<int>(node.op) : shown ? 'r' : -1);
    separator();
    if (spec == no_node) {
        none();
    } else {
        std::vector<Value> values;
        string_values(spec, true, values);
        joined("JoinedStr", tree_[spec].begin - 1, tree_[spec].end,
               folded(std::move(values), true));
    }
    close();
}

}  // namespace trainlint::prove
