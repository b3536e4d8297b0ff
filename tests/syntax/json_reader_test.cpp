#include "syntax/json_reader.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

namespace json = trainlint::syntax::json;
using Kind = json::Node::Kind;
using Token = json::Reader::Token;
using trainlint::text::Span;

namespace {

/// The tree as one line: what a strict reader would have read, in a form easy to compare.
void dump(std::string_view text, const json::Tree& tree, std::uint32_t at, std::string& out) {
    const auto& node = tree.nodes[at];
    const auto written = text.substr(node.span.begin, node.span.size());
    if (node.kind == Kind::string)
        out += "'" + json::decode(text, node.span) + "'";
    else if (node.kind == Kind::unknown)
        out += "?" + std::string(written);
    else if (node.kind != Kind::array && node.kind != Kind::object)
        out += written;
    else {
        const bool object = node.kind == Kind::object;
        out += object ? '{' : '[';
        for (auto child = node.first_child; child != json::no_node;
             child = tree.nodes[child].next) {
            if (child != node.first_child) out += ' ';
            if (object) out += json::decode(text, tree.nodes[child].key) + ":";
            dump(text, tree, child, out);
        }
        out += object ? '}' : ']';
    }
}

std::string dump(std::string_view text) {
    const auto tree = json::read(text);
    std::string out;
    if (!tree.nodes.empty()) dump(text, tree, 0, out);
    return out;
}

std::size_t faults(std::string_view text) {
    return json::read(text).faults.size();
}

std::string repeat(std::string_view text, std::size_t times) {
    std::string out;
    out.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
}

}  // namespace

TEST_CASE("plain JSON is read without faults") {
    const std::string text = R"({"a": [1, -2.5e+3, "x", true, false, null], "b": {}, "c": []})";
    CHECK(dump(text) == "{a:[1 -2.5e+3 'x' true false null] b:{} c:[]}");
    CHECK(faults(text) == 0);
    CHECK(dump("\xEF\xBB\xBF 7 ") == "7");
    CHECK(faults("[]") == 0);
}

TEST_CASE("places are those of the text") {
    const std::string text = "{\n  \"key\" : \"v\\n\", \"o\": {\"n\": 12} }";
    const auto tree = json::read(text);
    REQUIRE(tree.nodes.size() == 4);
    CHECK(tree.nodes[0].span == Span{0, static_cast<std::uint32_t>(text.size())});
    const auto part = [&](Span s) { return text.substr(s.begin, s.size()); };
    CHECK(part(tree.nodes[1].key) == "\"key\"");
    CHECK(part(tree.nodes[1].span) == "\"v\\n\"");
    CHECK(part(tree.nodes[2].span) == "{\"n\": 12}");
    CHECK(part(tree.nodes[3].span) == "12");
}

TEST_CASE("what people write is read, and told") {
    CHECK(dump("{\"a\": 1, /* why */ \"b\": 2, // end\n}") == "{a:1 b:2}");
    CHECK(faults("{\"a\": 1, /* why */ \"b\": 2, // end\n}") == 0);
    CHECK(dump("[1, 2, ]") == "[1 2]");
    CHECK(faults("[NaN, Infinity, -Infinity]") == 0);
    CHECK(faults("[\xEE\x80\x80, 1]") == 0);
    CHECK(dump("{\"a\": 1 \"b\": 2}") == "{a:1 b:2}");
    CHECK(dump("{a: 1, 'b': 'it'}") == "{a:1 b:'it'}");
    CHECK(dump("{\"a\" 1}") == "{a:1}");
    CHECK(dump("{\"a\": , \"b\": }") == "{a:? b:?}");
    for (const char* text : {"{\"a\": 1 \"b\": 2}", "{a: 1}", "{\"a\" 1}", "{\"a\": }", "nope",
                             "[nan]", "{\"a\": 1", "[1}", "1 2"}) {
        CAPTURE(text);
        CHECK(faults(text) > 0);
    }
}

TEST_CASE("templates cost their value only") {
    CHECK(dump("{\"a\": {{ .Values.a }}, \"b\": 1}") == "{a:?{{ .Values.a }} b:1}");
    CHECK(dump("{\"a\": ${NAME}, \"b\": <path/to x>, \"c\": auto}") ==
          "{a:?${NAME} b:?<path/to x> c:?auto}");
    CHECK(dump("{ {% if x %} \"a\": 1 {% endif %} }") == "{a:1}");
    CHECK(dump("{\"a\": \"{{ x }}\"}") == "{a:'{{ x }}'}");
}

TEST_CASE("missing brackets cost nothing else") {
    CHECK(dump("{\"a\": [1, 2, \"b\": 3}").starts_with("{a:[1 2 'b'"));
    CHECK(dump("{\"a\": {\"x\": [1, 2}, \"b\": 3}") == "{a:{x:[1 2]} b:3}");
    CHECK(dump("{\"a\": 1]], \"b\": 2}") == "{a:1 b:2}");
    CHECK(dump("{\"a\": {\"b\": [1, \"x") == "{a:{b:[1 'x']}}");
    CHECK(dump("{\"a\": \"no end\n, \"b\": 2}") == "{a:'no end' b:2}");
}

TEST_CASE("the last member of a name counts, however it is spelt") {
    const std::string text = R"({"ab": 1, "\u0061b": 2, "c": 3})";
    const auto tree = json::read(text);
    const auto found = tree.find(text, 0, "ab");
    REQUIRE(found != json::no_node);
    CHECK(text.substr(tree.nodes[found].span.begin, 1) == "2");
    CHECK(tree.find(text, 0, "a") == json::no_node);
    CHECK(tree.find(text, found, "ab") == json::no_node);
}

TEST_CASE("strings are decoded escape by escape") {
    const std::string text = R"("a\n\"\\\/\u00e9\ud83d\ude00\ud83d!\q")";
    CHECK(json::decode(text, {0, static_cast<std::uint32_t>(text.size())}) ==
          "a\n\"\\/\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD!q");
    CHECK(json::means(R"("\u0041B")", {0, 9}, "AB"));
    CHECK_FALSE(json::means(R"("AB")", {0, 4}, "A"));
    CHECK_FALSE(json::means(R"("AB")", {0, 4}, "ABC"));
    CHECK(json::decode("\"x\\", {0, 3}) == "x\\");
    CHECK(json::decode("bare\\n", {0, 6}) == "bare\\n");
    CHECK(json::decode("", {0, 0}).empty());
}

TEST_CASE("stretches cover a string without gaps") {
    const std::string text = R"("ab\tc\u00e9")";
    json::Stretches stretches(text, {0, static_cast<std::uint32_t>(text.size())});
    std::uint32_t at = 1;
    for (json::Stretch stretch; stretches.next(stretch); at = stretch.origin.end) {
        CHECK(stretch.origin.begin == at);
        if (!stretch.escape) CHECK(stretch.meaning == text.substr(at, stretch.origin.size()));
    }
    CHECK(at == text.size() - 1);
}

TEST_CASE("a reader skips what it is told to skip") {
    const std::string text = R"({"big": {"x": ["}", [1, {}]]}, "next": [1], "last": 2})";
    json::Reader reader(text);
    REQUIRE(reader.next() == Token::begin_object);
    REQUIRE(reader.next() == Token::key);
    reader.skip();
    REQUIRE(reader.next() == Token::key);
    CHECK(json::means(text, reader.span(), "next"));
    REQUIRE(reader.next() == Token::begin_array);
    reader.skip();
    CHECK(reader.token() == Token::end_array);
    REQUIRE(reader.next() == Token::key);
    CHECK(reader.next() == Token::number);
    CHECK(reader.next() == Token::end_object);
    CHECK(reader.next() == Token::end);
    CHECK(reader.next() == Token::end);
    CHECK(reader.faults().empty());
}

TEST_CASE("skipping ends where reading does") {
    for (const std::string text :
         {R"([{"a": "\"]"}, 2] )", R"([[[]], "]", /* ] */ 1] x)", R"(["a\\"] y)"}) {
        CAPTURE(text);
        json::Reader read(text), skipped(text);
        read.next();
        while (read.depth() > 0) read.next();
        skipped.next();
        skipped.skip();
        CHECK(skipped.span().end == read.span().end);
        CHECK(skipped.depth() == 0);
    }
}

TEST_CASE("hostile text is read in linear time") {
    const std::size_t size = 1'000'000;
    CHECK(json::read(repeat("[", size)).nodes.size() == 501);
    CHECK(json::read(repeat("{\"a\":", size / 5)).nodes.size() <= 502);
    CHECK(json::read(repeat("{{", size / 2)).faults.size() > 0);
    CHECK(json::read(repeat("/*", size / 2)).faults.size() > 0);
    CHECK(json::read(repeat("]", size)).nodes.empty());
    CHECK(json::read(repeat("{}", size / 2)).nodes.size() == 1);
    CHECK(json::read("[" + repeat("}", size)).nodes.size() == 1);
    CHECK(json::read("\"" + repeat("\\", size)).nodes.size() == 1);
    CHECK(json::read("[" + repeat("1,", size), 500, 10'000).truncated);
    CHECK(json::read('"' + repeat("x", 10 * size) + '"').nodes.size() == 1);
    CHECK(json::read(repeat("\"a\n", size / 3)).nodes.size() == 1);
    CHECK(json::read("{" + repeat("a ", size / 2)).nodes.size() >= 1);
    CHECK(json::read(std::string(1000, '\0')).nodes.size() == 1);
}

TEST_CASE("any bytes give a tree whose places lie in the text") {
    std::mt19937 random(7);
    static constexpr char bytes[] = "{}[]\",:\\/*'\n u0041tfn1-\xC3\xA9{%";
    const std::string_view alphabet(bytes, sizeof bytes);  // with the NUL;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (auto left = random() % 40; left > 0; --left)
            text += alphabet[random() % alphabet.size()];
        const auto tree = json::read(text);
        for (const auto& node : tree.nodes) {
            REQUIRE(node.span.begin <= node.span.end);
            REQUIRE(node.span.end <= text.size());
            REQUIRE(node.key.end <= text.size());
        }
    }
}
