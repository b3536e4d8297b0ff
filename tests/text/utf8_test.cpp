#include "text/utf8.hpp"

#include <catch2/catch.hpp>

using namespace trainlint::text;

TEST_CASE("every code point survives") {
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (code == 0xD800) code = 0xE000;
        std::string text;
        append_utf8(text, code);
        const Character character = decode(text, 0);
        const bool same =
            character.code == code && character.valid && character.size == text.size();
        if (!same) FAIL(static_cast<unsigned long>(code));
    }
}

TEST_CASE("broken sequences are single bytes") {
    for (const std::string_view broken :
         {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF",
          "\xE2\x82", "\xF0\x9F\x98", "\xC3(", "\xF8\x88\x80\x80\x80"}) {
        const Character character = decode(broken, 0);
        CHECK_FALSE(character.valid);
        CHECK(character.size == 1);
        CHECK(character.code == static_cast<unsigned char>(broken[0]));
        CHECK_FALSE(is_valid_utf8("12345678" + std::string(broken) + "12345678"));
    }
    CHECK(is_valid_utf8("na\xC3\xAFve \xF0\x9F\x98\x80 0123456789"));
    CHECK(is_valid_utf8(""));
}

TEST_CASE("what is printed cannot drive a terminal") {
    CHECK(printable("a\tb\nc\r") == "a\\tb\\nc\\r");
    CHECK(printable("\x1b[31m\x07\x7f") == "\\x1b[31m\\x07\\x7f");
    CHECK(printable("\xC2\x9B"
                    "31m") == "\\u{009b}31m");
    CHECK(printable("\xE2\x80\xAE"
                    "abc\xEF\xBB\xBF") == "\\u{202e}abc\\u{feff}");
    CHECK(printable("\xF3\xA0\x81\x81") == "\\u{e0041}");
    CHECK(printable("\xFF\xC3") == "\\xff\\xc3");
    CHECK(printable("caf\xC3\xA9 \xE6\xA8\xA1") == "caf\xC3\xA9 \xE6\xA8\xA1");
    CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
}
