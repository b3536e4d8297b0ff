#include "frontends/python/parser.hpp"

#include <algorithm>
#include <cassert>

#include "frontends/python/lexer_text.hpp"
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

// --- nodes and failures ----------------------------------------------------------------------

bool Builder::at_word(std::string_view word) const {
    const Token& token = lexer_.token();
    return token.kind == TokenKind::name &&
           std::string_view(lexer_.text() + token.begin, token.end - token.begin) == word;
}

void Builder::fail_at(std::uint32_t begin, std::uint32_t end, std::string_view message) {
    if (failed_) return;
    failed_ = true;
    failure_ = {{begin, end}, at(TokenKind::error) ? lexer_.problem() : message};
    lexer_.stop();
}

Index Builder::finish(Kind kind, std::uint32_t begin, const Children& children, std::uint8_t op,
                      std::uint16_t flags) {
    const Index node = make(kind, begin, last_end_, op, flags);
    tree_.nodes[node].first_child = children.first;
    depth_ = children.depth + 1;
    if (depth_ > Tree::most_expression_depth) fail("an expression of too many operators");
    return node;
}

Index Builder::wrap(Kind kind, std::uint32_t begin, Index child, std::uint8_t op,
                    std::uint16_t flags) {
    Children only;
    add(only, child);
    return finish(kind, begin, only, op, flags);
}

Index Builder::close(Kind kind, std::uint32_t begin, const Children& children,
                     std::uint16_t flags) {
    const Index node = make(kind, begin, std::max(begin, last_end_), 0, flags);
    tree_.nodes[node].first_child = children.first;
    depth_ = 0;
    return node;
}

void Builder::undo(const Trial& trial) {
    failed_ = false;
    lexer_.reset(trial.lexer);
    drop_from(trial.nodes);
    last_end_ = trial.last_end;
}

void Builder::module() {
    Children body;
    while (!at(TokenKind::end_of_text)) {
        statements(body);
        if (at(TokenKind::dedent)) lexer_.next();  // of a range that ends outside its first block
    }
    tree_.root = make(Kind::module, 0, lexer_.size());
    tree_.nodes[tree_.root].first_child = body.first;
}

// --- the public face -------------------------------------------------------------------------

namespace {
/// Texts are cut there, so that offsets and the padding fit.
constexpr std::size_t most_bytes = 0xFFFFFF00u;

void move_by(Tree& tree, std::uint32_t base) {
    for (Node& node : tree.nodes) {
        node.begin += base;
        node.end += base;
    }
    tree.nodes[0] = {};
    for (SyntaxError& error : tree.errors) {
        error.at.begin += base;
        error.at.end += base;
    }
}
}  // namespace

void Parser::parse(std::string_view text, Tree& out) {
    read(text.substr(0, most_bytes), false, out);
}

void Parser::parse_range(std::string_view text, std::uint32_t begin, std::uint32_t end, Tree& out) {
    end = std::min(end, static_cast<std::uint32_t>(std::min(text.size(), most_bytes)));
    begin = std::min(begin, end);
    std::uint32_t line = begin;
    while (line != 0 && byte::is(text[line - 1], byte::blank)) --line;
    if (line != 0 && !byte::is(text[line - 1], byte::line_end)) line = begin;
    read(text.substr(line, end - line), true, out);
    if (line != 0) move_by(out, line);
    out.nodes[out.root].begin = begin;
}

void Parser::read(std::string_view text, bool range, Tree& out) {
    out.clear();
    buffer_.clear();
    buffer_.reserve(text.size() + lexer_padding);
    buffer_.insert(buffer_.end(), text.begin(), text.end());
    buffer_.resize(text.size() + lexer_padding);
    Lexer lexer(buffer_.data(), static_cast<std::uint32_t>(text.size()), range, out);
    Builder(lexer, out, range).module();
    std::ranges::stable_sort(out.errors, {}, [](const SyntaxError& e) { return e.at.begin; });
}

}  // namespace trainlint::python
