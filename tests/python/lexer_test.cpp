#include "frontends/python/lexer.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace trainlint::python {
namespace {

/// A text with the padding that a lexer asks for.
class Padded {
public:
    explicit Padded(std::string_view text) : bytes_(text.begin(), text.end()), size_(text.size()) {
        bytes_.resize(size_ + lexer_padding);
    }
    [[nodiscard]] const char* data() const { return bytes_.data(); }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }

private:
    std::vector<char> bytes_;
    std::size_t size_;
};

std::string name_of_token(const Token& token, std::string_view text) {
    switch (token.kind) {
        case TokenKind::newline:
            return "NL";
        case TokenKind::indent:
            return "IN";
        case TokenKind::dedent:
            return "OUT";
        case TokenKind::error:
            return "ERROR:" + std::string(text);
        case TokenKind::text_start:
            return "START:" + std::string(text);
        default:
            return std::string(text);
    }
}

/// Tokens as written, between blanks; line ends and indentation by name.
std::string tokens(std::string_view text) {
    const Padded padded(text);
    Tree tree;
    Lexer lexer(padded.data(), padded.size(), false, tree);
    std::string out;
    while (lexer.kind() != TokenKind::end_of_text) {
        const Token token = lexer.token();
        out += out.empty() ? "" : " ";
        out += name_of_token(token, text.substr(token.begin, token.end - token.begin));
        lexer.next();
    }
    for (const SyntaxError& error : tree.errors) out += " ! " + std::string(error.message);
    return out;
}

struct Sample {
    const char* text;
    const char* expected;
};

TEST_CASE("lines and indentation become tokens") {
    const Sample samples[] = {
        {"", ""},
        {"\n\n# only a comment\n", ""},
        {"a", "a NL"},
        {"a\nb\n", "a NL b NL"},
        {"a\r\nb\rc", "a NL b NL c NL"},
        {"if a:\n  b\n\n  # c\n  d\ne", "if a : NL IN b NL d NL OUT e NL"},
        {"if a:\n\tb\n        c\n",
         "if a : NL IN b NL c NL OUT ! inconsistent use of tabs and spaces in "
         "indentation"},
        {"(a,\n   b)\nc", "( a , b ) NL c NL"},
        {"a + \\\n  b", "a + b NL"},
        {"a + \\\r\n  b", "a + b NL"},
        {"a \\ b", "a ERROR:\\ b NL"},
        {"\f\nif a:\n  b\n\f  c\n", "if a : NL IN b NL c NL OUT"},
        {"\xEF\xBB\xBF"
         "a",
         "a NL"},
        {"if a:\n    b\n   c\nd",
         "if a : NL IN b NL c NL OUT d NL ! unindent does not match any "
         "outer indentation level"},
    };
    for (const Sample& sample : samples) {
        INFO(sample.text);
        CHECK(tokens(sample.text) == sample.expected);
    }
}

TEST_CASE("an unindent that matches nothing becomes a level of its own") {
    CHECK(tokens("if a:\n        b\n    c\nd") ==
          "if a : NL IN b NL OUT IN c NL OUT d NL ! unindent does not match any outer indentation "
          "level");
}

TEST_CASE("operators are as long as can be") {
    CHECK(tokens("a**=b//c<<=d->e:=f...g..h!=i@=j") ==
          "a **= b // c <<= d -> e := f ... g . . h != i @= j NL");
    CHECK(tokens("a<>b") == "a < > b NL");
    CHECK(tokens("a?b$c") == "a ERROR:? b ERROR:$ c NL");
}

TEST_CASE("numbers are what CPython takes for them") {
    for (const char* good :
         {"0", "00", "0_0", "1_000", "0xFf_1", "0b1_0", "0o17", "1.", ".5", "1.5e-3", "1e10",
          "1_0.0_1E+5", "3j", "0777j", "09.5", "1if", "0x1for"}) {
        INFO(good);
        CHECK(tokens(good).find("ERROR") == std::string::npos);
    }
    for (const char* bad :
         {"01", "1__0", "1_", "0x", "0b2", "0o8", "1e+", "1a", "0xg", "1_a", "1.5_"}) {
        INFO(bad);
        CHECK(tokens(bad).find("ERROR") != std::string::npos);
    }
    CHECK(tokens("1 if a else 2") == "1 if a else 2 NL");
    CHECK(tokens("1if a") == "1 if a NL");
}

TEST_CASE("strings end at their quote") {
    CHECK(tokens("'a' \"b\" r'\\' b'c'") == "'a' \"b\" r'\\' b' c ERROR:' NL");
    CHECK(tokens("'a\\\nb' c") == "'a\\\nb' c NL");
    CHECK(tokens("'a\\\r\nb' c") == "'a\\\r\nb' c NL");
    CHECK(tokens("'''a'b''c\n''' d") == "'''a'b''c\n''' d NL");
    CHECK(tokens("'abc\nd") == "ERROR:'abc NL d NL");
    CHECK(tokens("'''abc\nd") == "ERROR:'''abc\nd NL");
    CHECK(tokens("ur'a'") == "ur 'a' NL");
    CHECK(tokens("Rb'a' bR'a' U'a' f'a'").starts_with("Rb'a' bR'a' U'a' START:f'"));
}

TEST_CASE("names may go beyond ASCII, punctuation may not") {
    CHECK(tokens("größe = 变量") == "größe = 变量 NL");
    CHECK(tokens("a，b") == "ERROR:a，b NL");
    CHECK(tokens("“a”") == "ERROR:“a” NL");
    CHECK(tokens("a\xC2\xA0= 1") == "ERROR:a\xC2\xA0 = 1 NL");
    CHECK(tokens(std::string_view("a\0b", 3)) == std::string("a ERROR:\0 b NL", 14));
}

TEST_CASE("a word that only begins statements ends an open bracket") {
    CHECK(tokens("f(a,\ndef g") == "f ( a , ERROR:\n def g");
    CHECK(tokens("f(a,\n  define)") == "f ( a , define ) NL");
}

TEST_CASE("every keyword is one and nothing else is") {
    for (const char* word :
         {"False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
          "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
          "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
          "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"}) {
        const Padded padded(word);
        CHECK(keyword_of(padded.data(), padded.size()) >= TokenKind::kw_false);
        const Padded longer(std::string(word) + "x");
        CHECK(keyword_of(longer.data(), longer.size()) == TokenKind::name);
        CHECK(keyword_of(padded.data(), padded.size() - 1u) !=
              keyword_of(padded.data(), padded.size()));
    }
    for (const char* word :
         {"match", "case", "type", "print", "exec", "", "x", "Def", "nonlocals"}) {
        const Padded padded(word);
        CHECK(keyword_of(padded.data(), padded.size()) == TokenKind::name);
    }
}

}  // namespace
}  // namespace trainlint::python
