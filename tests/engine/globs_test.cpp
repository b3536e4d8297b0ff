#include <catch2/catch.hpp>

#include "engine/globs.hpp"

using namespace trainlint::engine;

TEST_CASE("patterns match as in ignore files") {
    struct Case {
        const char *pattern, *path;
        bool folder, matches;
    };
    const Case cases[] = {
        {"third_party/", "third_party", true, true},
        {"third_party/", "third_party", false, false},
        {"third_party/", "a/third_party", true, true},
        {"configs/*.json", "configs/a.json", false, true},
        {"configs/*.json", "configs/deep/a.json", false, false},
        {"configs/**/*.json", "configs/deep/er/a.json", false, true},
        {"configs/**/*.json", "configs/a.json", false, true},
        {"*.py", "deep/in/it.py", false, true},
        {"/*.py", "deep/in/it.py", false, false},
        {"/*.py", "it.py", false, true},
        {"**/gen", "a/b/gen", true, true},
        {"**/gen", "a/b/xgen", true, false},
        {"a/**", "a", true, true},
        {"run_[0-9].sh", "run_7.sh", false, true},
        {"run_[!0-9].sh", "run_7.sh", false, false},
        {"run_?.sh", "run_77.sh", false, false},
        {"a[", "a[", false, true},
        {"\\*.sh", "*.sh", false, true},
        {"\\*.sh", "a.sh", false, false},
        {"./here.py", "here.py", false, true},
        {"", "x", false, false},
        {"a*b*c*d", "axbxcxd", false, true},
        {"a*b*c*d", "axbxcx", false, false},
    };
    for (const auto& one : cases) {
        CAPTURE(one.pattern, one.path, one.folder);
        CHECK(Glob(one.pattern).matches(one.path, one.folder) == one.matches);
    }
}

TEST_CASE("a pattern covers what lies below a folder that matches") {
    CHECK(Glob("third_party/").covers("src/third_party/a/b.py"));
    CHECK(Glob("a/b").covers("a/b/c/d.py"));
    CHECK_FALSE(Glob("a/b").covers("x/a/b/c.py"));
    CHECK_FALSE(Glob("third_party/").covers("third_party"));
}

TEST_CASE("hostile patterns end") {
    const std::string stars(200, '*');
    std::string wild, text(2000, 'a');
    for (int i = 0; i < 100; ++i) wild += "*a";
    CHECK_FALSE(Glob(wild + "b").matches(text, false));
    CHECK(Glob(stars + "b").matches("aaab", false));
    std::string deep;
    for (int i = 0; i < 100; ++i) deep += "**/";
    CHECK(Glob(deep + "x").matches("a/b/c/x", false));
    CHECK_FALSE(Glob(deep + "y").matches("a/b/c/x", false));
}

TEST_CASE("paths are normalised and joined") {
    CHECK(normalised("./a//b/../c/") == "a/c");
    CHECK(normalised("/a/./b/") == "/a/b");
    CHECK(normalised("/../a") == "/a");
    CHECK(normalised("../a") == "../a");
    CHECK(normalised(".") == "");
    CHECK(normalised("/") == "/");
    CHECK(join("", "a") == "a");
    CHECK(join("a", "b") == "a/b");
    CHECK(join("a", "/b") == "/b");
    CHECK(join("/", "b") == "/b");
    CHECK(below("a", "a/b") == "b");
    CHECK(below("a", "ab/c").empty());
    CHECK(below("", "a/b") == "a/b");
    CHECK(below("/", "/a") == "a");
    CHECK(folder_of("a/b/c") == "a/b");
    CHECK(folder_of("/a") == "/");
    CHECK(name_of("a/b") == "b");
}
