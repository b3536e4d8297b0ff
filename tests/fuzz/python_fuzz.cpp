// Any bytes as Python: nothing crashes, every tree keeps its promises, the outline's places are in
// order, parts parse like the whole, and stating facts does no harm.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "../python/parser_tools.hpp"
#include "frontends/python/parser.hpp"
#include "frontends/python/scanner.hpp"
#include "frontends/python/state.hpp"
#include "frontends/python/text_literal.hpp"

using namespace trainlint;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check_literals(std::string_view text, const python::Tree& tree) {
    for (python::Index at = 1; at < tree.nodes.size(); ++at) {
        const python::Literal literal = python::decode_literal(text, tree, at);
        std::uint32_t last = 0;
        for (const python::LiteralPiece& piece : literal.pieces) {
            require(piece.value.begin == last && piece.value.end >= last);
            require(piece.origin.begin <= piece.origin.end && piece.origin.end <= text.size());
            last = piece.value.end;
        }
        require(last == literal.text.size());
    }
}

void check_tree(std::string_view text, const python::Tree& tree) {
    require(python::testing::broken_promise(tree, text.size()).empty());
    for (python::Index at = 1; at < tree.nodes.size(); ++at) {
        const auto kind = tree[at].kind;
        if (kind == python::Kind::attribute) require(tree.attribute_name(at, text).size() != 0);
        if (kind == python::Kind::keyword) require(tree.keyword_name(at, text).size() != 0);
    }
}

void check_outline(std::string_view text, python::Parser& parser) {
    python::Outline outline;
    python::scan(text, outline);
    std::uint32_t last = 0;
    for (const python::LogicalLine& line : outline.lines) {
        require(line.begin >= last && line.end >= line.begin && line.end <= text.size());
        last = line.end;
    }
    python::Tree part;
    for (const python::OutlineItem& item : outline.items) {
        require(item.at.end <= text.size() && item.at.contains(item.head));
        require(item.body.size() == 0 || item.at.contains(item.body));
        parser.parse_range(text, item.at.begin, item.at.end, part);
        check_tree(text, part);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<char> exact(data, data + size);  // so that a read behind it is seen
    const std::string_view text(exact.data(), exact.size());
    python::Parser parser;
    python::Tree tree;
    parser.parse(text, tree);
    check_tree(text, tree);
    check_literals(text, tree);
    check_outline(text, parser);
    Names names;
    frontends::Stated stated;
    python::state(text::Fragment::of_document({}, text::Language::python, std::string(text)), {},
                  names, stated);
    return 0;
}
