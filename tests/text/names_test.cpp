#include "trainlint/names.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

using namespace trainlint;

TEST_CASE("equal texts, equal symbols") {
    Names names;
    CHECK(names.intern("") == no_symbol);
    CHECK(names.text(no_symbol).empty());
    const Symbol torch = names.intern("torch.distributed");
    CHECK(torch != no_symbol);
    CHECK(names.intern(std::string("torch.") + "distributed") == torch);
    CHECK(names.text(torch) == "torch.distributed");
    CHECK(names.find("torch.distributed") == torch);
    CHECK(names.find("torch.distribute") == no_symbol);
    CHECK(names.text(Symbol{4000000000}).empty());
}

TEST_CASE("texts of every length and byte stay apart and in place") {
    Names names;
    std::vector<Symbol> symbols;
    std::vector<std::string> texts;
    for (std::size_t size = 1; size < 200; ++size) {
        for (const char c : {'a', '\0', '\xff'}) {
            std::string text(size, 'x');
            text[size / 3] = c;
            texts.push_back(text);
            symbols.push_back(names.intern(text));
        }
    }
    texts.emplace_back(1U << 20, 'y');
    symbols.push_back(names.intern(texts.back()));
    const std::string_view early = names.text(symbols[0]);
    for (int i = 0; i < 100000; ++i) names.intern("name" + std::to_string(i));
    CHECK(names.text(symbols[0]).data() == early.data());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        REQUIRE(names.text(symbols[i]) == texts[i]);
        REQUIRE(names.find(texts[i]) == symbols[i]);
    }
}

TEST_CASE("threads agree on symbols") {
    Names names;
    constexpr int count = 20000;
    std::vector<std::vector<Symbol>> found(4, std::vector<Symbol>(count));
    std::vector<std::thread> threads;
    for (auto& symbols : found) {
        threads.emplace_back([&names, &symbols] {
            for (int i = 0; i < count; ++i) {
                const std::string text = "module" + std::to_string(i % 5000);
                symbols[i] = names.intern(text);
                if (names.text(symbols[i]) != text) symbols[i] = no_symbol;
            }
        });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& symbols : found) CHECK(symbols == found[0]);
    CHECK(found[0][0] != no_symbol);
    CHECK(found[0][0] == found[0][5000]);
    CHECK(found[0][1] != found[0][2]);
}
