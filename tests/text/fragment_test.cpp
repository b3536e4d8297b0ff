#include "derive.hpp"

using namespace trainlint;
using namespace trainlint::text;
using namespace trainlint::text::tests;

TEST_CASE("a document's places are its own") {
    const Shared root = document(Language::shell,
                                 "\xEF\xBB\xBF"
                                 "ls\n");
    CHECK(root->place({3, 5}) == Place{DocumentId{3}, {3, 5}});
    CHECK(root->place({4, 99}) == Place{DocumentId{3}, {4, 6}});
    CHECK(root->place({50, 40}) == Place{DocumentId{3}, {6, 6}});
    CHECK(root->depth() == 0);
    CHECK(root->pieces().empty());
}

TEST_CASE("pieces that go on are one") {
    const Shared root = document(Language::shell, "abcdef");
    Derivation out(Language::shell, root);
    out.copy({0, 2}).copy({2, 4});
    CHECK(out.size() == 4);
    Piece other;
    other.spelling = Spelling::shell_double_quotes;
    out.copy({4, 6}, other);
    const Shared text = out.finish();
    REQUIRE(text->pieces().size() == 2);
    CHECK(text->pieces()[0].text == Span{0, 4});
    CHECK(text->pieces()[1].text == Span{4, 6});
}

TEST_CASE("an empty text knows its place") {
    const Shared root = document(Language::yaml, "a: ''\n");
    Piece like;
    like.spelling = Spelling::yaml_single_quoted;
    Derivation out(Language::shell, root);
    const Shared text = out.copy({4, 4}, like).finish();
    CHECK(text->place({0, 0}).span == Span{4, 4});
    const auto edit = text->rewrite({0, 0}, "it's");
    REQUIRE(std::holds_alternative<Edit>(edit));
    CHECK(std::get<Edit>(edit).text == "it''s");
    const Shared nothing = Derivation(Language::shell, root).finish();
    CHECK(nothing->place({0, 5}).span == Span{0, 0});
    CHECK(std::holds_alternative<Refusal>(nothing->rewrite({0, 0}, "x")));
}

TEST_CASE("places through several parents, over several pieces") {
    const Shared root = document(Language::shell, "0123456789");
    Derivation first(Language::shell, root);
    first.copy({8, 10}).insert("-").copy({2, 5});
    const Shared middle = first.finish();
    CHECK(middle->text() == "89-234");
    CHECK(middle->place({0, 6}).span == Span{2, 10});
    CHECK(middle->place({2, 3}).span == Span{10, 10});
    Derivation second(Language::shell, middle);
    const Shared inner = second.copy({1, 5}).finish();
    CHECK(inner->text() == "9-23");
    CHECK(inner->place({0, 1}).span == Span{9, 10});
    CHECK(inner->place({2, 4}).span == Span{2, 4});
    CHECK(inner->depth() == 2);
}

TEST_CASE("spans beyond the parent are cut") {
    const Shared root = document(Language::shell, "abc");
    Derivation out(Language::shell, root);
    const Shared text = out.copy({1, 99}).hole({7, 9}, no_symbol).finish();
    CHECK(text->text() == "bc" + std::string(hole_text));
    CHECK(text->place({2, 5}).span == Span{3, 3});
}

TEST_CASE("an empty stretch between lines stands at the beginning of the next") {
    const Shared yaml = document(Language::yaml, "a: |\n  one\n  two\n");
    const Shared text = block_scalar(yaml, "  one", "", 2);
    CHECK(text->place({4, 4}).span == Span{13, 13});
    CHECK(text->place({3, 3}).span == Span{10, 10});
}

TEST_CASE("many pieces are found quickly") {
    const Shared root = document(Language::shell, std::string(400000, 'x'));
    Derivation out(Language::shell, root);
    for (std::uint32_t i = 0; i < 200000; ++i) out.copy({i * 2, i * 2 + 1});
    const Shared text = out.finish();
    REQUIRE(text->pieces().size() == 200000);
    for (std::uint32_t i = 0; i < 200000; ++i) {
        if (text->place({i, i + 1}).span != Span{i * 2, i * 2 + 1}) FAIL("at " << i);
    }
}
