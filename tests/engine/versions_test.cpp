#include <catch2/catch.hpp>

#include "engine/versions.hpp"

using namespace trainlint::engine;

namespace {

Version version(const char* text) {
    const auto parsed = parse_version(text);
    INFO(text);
    REQUIRE(parsed);
    return *parsed;
}

VersionSet set(const char* text, Dialect dialect = Dialect::pep440) {
    const auto parsed = VersionSet::parse(text, dialect);
    INFO(text);
    REQUIRE(parsed);
    return *parsed;
}

}  // namespace

TEST_CASE("versions are ordered as PEP 440 orders them") {
    const char* ordered[] = {"0.9",       "1.0.dev1",    "1.0a1.dev1", "1.0a1", "1.0a2",
                             "1.0b1",     "1.0rc1.dev2", "1.0rc1",     "1.0",   "1.0.post1.dev1",
                             "1.0.post1", "1.0.1",       "1.1.dev1",   "1.1",   "1.10",
                             "2.0.dev0",  "2.0.0.0.1",   "2024.1",     "1!0.1"};
    for (std::size_t i = 0; i < std::size(ordered); ++i)
        for (std::size_t j = 0; j < std::size(ordered); ++j) {
            CAPTURE(ordered[i], ordered[j]);
            CHECK(((version(ordered[i]) <=> version(ordered[j])) < 0) == (i < j));
        }
}

TEST_CASE("spellings of one version are equal") {
    const char* pairs[][2] = {{"1.0", "1"},
                              {"v1.0", "1.0.0"},
                              {"1.0-1", "1.0.post1"},
                              {"1.0RC1", "1.0rc1"},
                              {"1.0.alpha2", "1.0a2"},
                              {"1.0-c3", "1.0rc3"},
                              {"2.1.0+cu118", "2.1"},
                              {"1.0.r4", "1.0.post4"},
                              {" 1.2 ", "1.2"},
                              {"1.0_beta_3", "1.0b3"},
                              {"1.0.preview", "1.0rc0"}};
    for (const auto& [a, b] : pairs) {
        CAPTURE(a, b);
        CHECK(version(a) == version(b));
    }
}

TEST_CASE("what is no version is refused") {
    for (const auto* text : {"", "latest", "1.", "1.x", "-1", "1..2", "1.0foo",
                             "99999999999999999999", "1.0.post99999999999999999999", "{version}"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_version(text));
    }
    std::string many = "1";
    for (int i = 0; i < 100; ++i) many += ".1";
    CHECK_FALSE(parse_version(many));
}

TEST_CASE("sets hold the versions that pip would take") {
    struct Case {
        const char *set, *inside, *outside;
    };
    const Case cases[] = {
        {">=2.0", "2.0 2.0.1 3 2.0.post1", "1.9 2.0rc1 2.0.dev3"},
        {">2.0", "2.0.1 2.1", "2.0 2.0.post1 1"},
        {"<2.0", "1.9 1.99.post3", "2.0 2.0rc1 2.0a1 2.1"},
        {"<2.0rc2", "2.0rc1 1.9", "2.0rc2 2.0"},
        {"<=2.0", "2.0 2.0rc1 1", "2.0.post1 2.0.1"},
        {"==2.0", "2.0 2.0.0", "2.0.1 2.0rc1 2.0.post1"},
        {"==2.0.*", "2.0 2.0.7 2.0rc1 2.0.post2", "2.1 1.9 2.1.dev0"},
        {"==2.*", "2.0 2.99", "3.0 1.9 3.0.dev1"},
        {"!=2.0", "2.0.1 1.9", "2.0"},
        {"!=2.0.*", "2.1 1.9", "2.0 2.0.3"},
        {"~=2.2", "2.2 2.9", "3.0 2.1"},
        {"~=2.2.1", "2.2.1 2.2.9", "2.3 2.2.0"},
        {">=1.10,<2.1,!=2.0.0", "1.10 1.13 2.0.1", "1.9 2.0.0 2.1 2.1rc1"},
        {" >= 1.10 , < 2 ", "1.10", "2.0"},
        {"===2.0", "2.0", "2.0.1"},
        {"", "1 2 3", ""},
        {"==2.1.0+cu118", "2.1.0", "2.1.1"},
    };
    for (const auto& one : cases) {
        const auto all = set(one.set);
        const auto check = [&](std::string words, bool inside) {
            for (std::size_t at = 0; at < words.size();) {
                const auto end = std::min(words.find(' ', at), words.size());
                const auto word = words.substr(at, end - at);
                CAPTURE(one.set, word);
                CHECK(all.contains(version(word.c_str())) == inside);
                at = end + 1;
            }
        };
        check(one.inside, true);
        check(one.outside, false);
    }
}

TEST_CASE("dialects differ in what a plain version means") {
    CHECK_FALSE(set("2.1").contains(version("2.1.3")));
    CHECK(set("2.1", Dialect::target).contains(version("2.1.3")));
    CHECK_FALSE(set("2.1", Dialect::target).contains(version("2.2")));
    CHECK(set("=2.1", Dialect::conda).contains(version("2.1.3")));
    CHECK(set("2.1*", Dialect::conda).contains(version("2.1.3")));
    CHECK(set("1.13|2.0", Dialect::conda).contains(version("2.0.1")));
    CHECK_FALSE(set("1.13|2.0", Dialect::conda).contains(version("1.14")));
    CHECK(set("^2.1", Dialect::poetry).contains(version("2.9")));
    CHECK_FALSE(set("^2.1", Dialect::poetry).contains(version("3.0")));
    CHECK(set("^0.4.25", Dialect::poetry).contains(version("0.4.30")));
    CHECK_FALSE(set("^0.4.25", Dialect::poetry).contains(version("0.5")));
    CHECK(set("~2.1", Dialect::poetry).contains(version("2.1.9")));
    CHECK_FALSE(set("~2.1", Dialect::poetry).contains(version("2.2")));
    CHECK(set("*", Dialect::poetry).everything());
    CHECK(set(">=1.0 <2.0 || >=3", Dialect::poetry).contains(version("3.1")));
    CHECK_FALSE(set(">=1.0 <2.0 || >=3", Dialect::poetry).contains(version("2.1")));
}

TEST_CASE("what is no set is refused") {
    for (const auto* text : {">=", "==foo", "git+https://x/y", "=>1.0", ">=1.0,<{next}", "@1"}) {
        CAPTURE(text);
        CHECK_FALSE(VersionSet::parse(text));
    }
}

TEST_CASE("sets keep the laws of sets") {
    const std::vector<VersionSet> sets{set(""),
                                       set(">=2.0"),
                                       set("<2.0"),
                                       set("==2.0.*"),
                                       set("!=2.0"),
                                       set("~=1.10"),
                                       VersionSet{},
                                       VersionSet::newest(),
                                       set(">1,<3,!=2.0.*"),
                                       VersionSet::since(version("2.0"))};
    const std::vector<Version> probes{version("0.1"),      version("1.10"), version("1.99"),
                                      version("2.0rc1"),   version("2.0"),  version("2.0.1"),
                                      version("2.1.dev0"), version("2.5"),  version("3"),
                                      version("2.0.post1")};
    for (const auto& a : sets)
        for (const auto& b : sets) {
            for (const auto& probe : probes) {
                const bool in_a = a.contains(probe), in_b = b.contains(probe);
                CHECK(a.intersect(b).contains(probe) == (in_a && in_b));
                CHECK(a.unite(b).contains(probe) == (in_a || in_b));
                CHECK(a.without(b).contains(probe) == (in_a && !in_b));
            }
            CHECK(a.contains(a.intersect(b)));
            CHECK(a.unite(b).contains(b));
            CHECK(a.overlaps(b) == !a.intersect(b).empty());
        }
    CHECK(set(">=2.0,<2.0").empty());
    CHECK(set("").everything());
    CHECK_FALSE(set(">=1").everything());
}

TEST_CASE("a release belongs to what begins with it, its pre-releases too") {
    CHECK_FALSE(set("<2.0").overlaps(VersionSet::since(version("2.0"))));
    CHECK(set("==2.0rc1").overlaps(VersionSet::since(version("2.0"))));
    CHECK(set(">=1.0").overlaps(VersionSet::since(version("2.0"))));
    CHECK_FALSE(VersionSet::since(version("2.0")).contains(set(">=1.0")));
    CHECK(VersionSet::since(version("2.0")).contains(set(">=2.1")));
    CHECK(VersionSet::since(version("99")).contains(VersionSet::newest()));
}

TEST_CASE("claims name a package and a set") {
    const auto claim = parse_claim("torch>=2.0");
    REQUIRE(claim);
    CHECK(claim->package == "torch");
    CHECK(claim->set.contains(version("2.0")));
    CHECK_FALSE(claim->set.contains(version("1.13")));
    CHECK_FALSE(parse_claim("torch"));
    CHECK_FALSE(parse_claim(">=2.0"));
    CHECK_FALSE(parse_claim("torch>=x"));
}
