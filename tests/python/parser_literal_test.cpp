#include "frontends/python/text_literal.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "frontends/python/parser.hpp"

namespace trainlint::python {
namespace {

/// The literal that is the text's only expression.
Literal literal(std::string_view text) {
    Parser parser;
    Tree tree;
    parser.parse(text, tree);
    REQUIRE(tree.error_count == 0);
    return decode_literal(text, tree, tree.first(tree.first(tree.root)));
}

TEST_CASE("literals mean what Python says") {
    struct Sample {
        std::string text, value;
    };
    const Sample samples[] = {
        {"'a'", "a"},
        {"''", ""},
        {"'''a'b'''", "a'b"},
        {R"('\a\b\f\n\r\t\v\\\'\"')", "\a\b\f\n\r\t\v\\'\""},
        {R"('\x41\101\60\0')", std::string("AA0\0", 4)},
        {R"('\u00e9\U0001F600')", "é😀"},
        {R"('\d\.')", "\\d\\."},
        {R"(r'\d\'a')", "\\d\\'a"},
        {"'a\\\nb'", "ab"},
        {"'''a\r\nb\rc'''", "a\nb\nc"},
        {"r'''a\r\nb'''", "a\nb"},
        {"'a' \"b\" 'c'", "abc"},
        {"('a'\n  # why\n  'b')", "ab"},
        {R"(b'\x41\u0041\xff')", "A\\u0041\xFF"},
        {"f'{{a}}'", "{a}"},
        {R"('\ud800')", "\xED\xA0\x80"},
        {R"('\8')", "\\8"},
    };
    for (const Sample& sample : samples) {
        INFO(sample.text);
        const Literal made = literal(sample.text);
        CHECK(made.text == sample.value);
        CHECK(made.whole);
        CHECK(made.bytes == (sample.text[0] == 'b'));
    }
}

TEST_CASE("pieces lead back to the text") {
    const std::string text = R"(r"ab" 'c\x41d' f"""e{x}\N{DASH}{{""")";
    const Literal made = literal(text);
    CHECK(made.text == "abcAde{");
    CHECK_FALSE(made.whole);
    std::string shown;
    std::uint32_t last = 0;
    for (const LiteralPiece& piece : made.pieces) {
        CHECK(piece.value.begin == last);
        last = piece.value.end;
        const bool same = piece.value.size() == piece.origin.size();
        CHECK((piece.kind != LiteralPiece::Kind::text || same));
        shown += made.text.substr(piece.value.begin, piece.value.size()) + "<" +
                 text.substr(piece.origin.begin, piece.origin.size()) + ">";
    }
    CHECK(last == made.text.size());
    CHECK(shown == "ab<ab>c<c>A<\\x41>d<d>e<e><{x}><\\N{DASH}>{<{{>");
    CHECK(made.pieces[0].spelling().raw);
    CHECK(made.pieces[0].spelling().quote == '"');
    CHECK(made.pieces[1].spelling().quote == '\'');
    CHECK_FALSE(made.pieces[1].spelling().formatted);
    CHECK(made.pieces.back().spelling().triple);
    CHECK(made.pieces.back().spelling().formatted);
    CHECK(made.pieces[5].field != no_node);
}

TEST_CASE("what is no literal has no value") {
    const std::string text = "a + 'b'";
    Parser parser;
    Tree tree;
    parser.parse(text, tree);
    const Index sum = tree.first(tree.first(tree.root));
    std::string value;
    CHECK_FALSE(literal_value(text, tree, sum, value));
    CHECK(literal_value(text, tree, tree.child(sum, 1), value));
    CHECK(value == "b");
    CHECK_FALSE(literal_value(text, tree, no_node, value));
}

}  // namespace
}  // namespace trainlint::python
