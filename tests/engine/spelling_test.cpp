#include <catch2/catch.hpp>

#include "engine/spelling.hpp"

using namespace trainlint::engine;

namespace {

/// The plain table of distances, swaps of neighbours included.
std::size_t distance_by_table(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1,
                                d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

TEST_CASE("edit distances are those of the plain table, up to the limit") {
    std::uint32_t seed = 7;
    const auto random = [&](std::uint32_t below) {
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 16) % below;
    };
    for (int round = 0; round < 3000; ++round) {
        std::string a, b;
        for (auto i = random(9); i > 0; --i) a += static_cast<char>('a' + random(3));
        for (auto i = random(9); i > 0; --i) b += static_cast<char>('a' + random(3));
        const auto limit = random(4);
        CAPTURE(a, b, limit);
        CHECK(edit_distance(a, b, limit) ==
              std::min<std::size_t>(distance_by_table(a, b), limit + 1));
    }
}

TEST_CASE("long names are no near misses") {
    CHECK(edit_distance(std::string(300, 'a'), std::string(300, 'a'), 3) == 4);
    CHECK(edit_distance(std::string(200, 'a'), std::string(200, 'a'), 3) == 0);
}

TEST_CASE("the nearest name is told only if it is the only one so near") {
    const std::vector<std::string_view> known{"select", "severity", "ignore", "exclude"};
    CHECK(nearest("selct", known) == "select");
    CHECK(nearest("serverity", known) == "severity");
    CHECK(nearest("nothing", known) == "");
    CHECK(nearest("ab", known) == "");
    const std::vector<std::string_view> twins{"abcde1", "abcde2"};
    CHECK(nearest("abcde3", twins) == "");
    CHECK(nearest("abcde1", twins) == "abcde1");
    CHECK(suggestion("ignroe", known) == " (did you mean \"ignore\"?)");
    CHECK(suggestion("xyz", known) == "");
}
