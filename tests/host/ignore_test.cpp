#include <array>
#include <cstdio>
#include <random>
#include <set>
#include <vector>

#include "host/ignore_glob.hpp"
#include "host/ignore_rules.hpp"
#include "temporary_folder.hpp"
#include "trainlint/disk_host.hpp"

using namespace trainlint;
using namespace trainlint::host;
using namespace trainlint::host::tests;

namespace {

using Verdict = IgnoreRules::Verdict;

Verdict match(std::string_view rules, std::string_view path, bool folder = false) {
    const auto slash = path.rfind('/');
    const auto name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    return IgnoreRules(rules).match(name, path, folder);
}

std::string output_of(const std::string& command) {
    std::string out;
    FILE* pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe);
    std::array<char, 4096> buffer;
    std::size_t got = 0;
    while ((got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0) {
        out.append(buffer.data(), got);
    }
    ::pclose(pipe);
    return out;
}

std::string git(const TemporaryFolder& home, std::string_view arguments) {
    return output_of("cd '" + home.path("repo") + "' && HOME='" + home.path() +
                     "' XDG_CONFIG_HOME='" + home.path() + "' GIT_CONFIG_NOSYSTEM=1 git " +
                     std::string(arguments) + " 2>/dev/null");
}

constexpr std::array<std::string_view, 14> entry_names{
    "a",   "b",     "build",    "data.py", "x.pyc", "c d", "[z]",
    "lib", "a.b.c", "Makefile", "foo",     "bar",   "-x",  "caf\xC3\xA9"};

using Random = std::mt19937;

std::string random_pattern(Random& random) {
    constexpr std::array<std::string_view, 40> bits{
        "a",    "b",           "build",      "data", ".py",  "*.pyc", "*",    "**",
        "/",    "/",           "/**/",       "?",    "[ab]", "[!a]",  "[a-c", "]",
        "\\",   "foo",         "bar",        "lib",  "!",    "#",     " ",    "c d",
        "\\[z", "[[:alpha:]]", "[[:digit:]", "[]a]", "[^b]", "*.",    "**/",  "/**",
        "x",    ".",           "\\ ",        "-",    "[a/]", "caf",   "[x-]", "Make*"};
    std::string pattern;
    if (random() % 5 == 0) pattern = "!";
    if (random() % 4 == 0) pattern += "/";
    const auto count = 1 + random() % 4;
    for (unsigned i = 0; i < count; ++i) pattern += bits[random() % bits.size()];
    if (random() % 4 == 0) pattern += "/";
    if (random() % 12 == 0) pattern += "  ";
    if (random() % 12 == 0) pattern += "\r";
    return pattern;
}

std::string random_rules(Random& random) {
    std::string text = random() % 16 == 0 ? "\xEF\xBB\xBF" : "";
    const auto count = 1 + random() % 8;
    for (unsigned i = 0; i < count; ++i) text += random_pattern(random) + "\n";
    if (random() % 4 == 0) text.pop_back();
    return text;
}

/// A tree with ignore files; the paths of all that lies in it.
std::vector<std::string> random_tree(Random& random, const TemporaryFolder& home) {
    std::vector<std::string> paths;
    const std::function<void(const std::string&, unsigned)> fill = [&](const std::string& folder,
                                                                       unsigned depth) {
        std::set<std::string_view> used;
        for (unsigned i = 0; i < 5; ++i) {
            const std::string_view name = entry_names[random() % entry_names.size()];
            if (!used.insert(name).second) continue;
            const std::string path = folder + std::string(name);
            paths.push_back(path);
            if (depth < 3 && random() % 2 == 0) {
                home.folder("repo/" + path);
                fill(path + "/", depth + 1);
            } else {
                home.write("repo/" + path, "x");
            }
        }
        if (depth == 0 || random() % 3 == 0) {
            home.write("repo/" + folder + ".gitignore", random_rules(random));
            paths.push_back(folder + ".gitignore");
        }
    };
    fill("", 0);
    if (random() % 3 == 0) home.write("repo/.git/info/exclude", random_rules(random));
    return paths;
}

}  // namespace

TEST_CASE("git and the host leave out the same") {
    const TemporaryFolder home;
    home.folder("repo");
    git(home, "init -q .");
    REQUIRE(std::filesystem::exists(home.path("repo/.git")));
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        for (const auto& entry : std::filesystem::directory_iterator(home.path("repo"))) {
            if (entry.path().filename() != ".git") std::filesystem::remove_all(entry.path());
        }
        home.write("repo/.git/info/exclude", "");
        const auto paths = random_tree(random, home);
        std::string asked;
        for (const std::string& path : paths) asked += path + '\0';
        home.write("asked", asked);
        const std::string ignored = git(home, "check-ignore -z --stdin < ../asked");
        std::set<std::string> left_out;
        for (std::size_t at = 0; at < ignored.size();) {
            const auto end = ignored.find('\0', at);
            left_out.insert(ignored.substr(at, end - at));
            at = end + 1;
        }
        DiskHost host;
        const Walked walked = walk(host, home.path("repo"));
        for (const std::string& path : paths) {
            const bool seen = walked.find(path) != walked.end();
            const bool ignored_by_git = left_out.find(path) != left_out.end();
            if (seen != ignored_by_git) continue;
            FAIL_CHECK("seed " << seed << ": the host " << (seen ? "lists " : "leaves out ") << path
                               << "; git: " << git(home, "check-ignore -v -n -- '" + path + "'"));
        }
    }
}

TEST_CASE("patterns that git documents") {
    CHECK(match("*.pyc", "a/b.pyc") == Verdict::ignored);
    CHECK(match("*.pyc\n!keep.pyc", "a/keep.pyc") == Verdict::kept);
    CHECK(match("!keep.pyc\n*.pyc", "keep.pyc") == Verdict::ignored);
    CHECK(match("build/", "a/build", true) == Verdict::ignored);
    CHECK(match("build/", "a/build", false) == Verdict::none);
    CHECK(match("/build", "a/build") == Verdict::none);
    CHECK(match("doc/frotz", "a/doc/frotz") == Verdict::none);
    CHECK(match("**/foo", "a/b/foo") == Verdict::ignored);
    CHECK(match("**/foo/bar", "foo/bar") == Verdict::ignored);
    CHECK(match("abc/**", "abc") == Verdict::none);
    CHECK(match("abc/**", "abc/d/e") == Verdict::ignored);
    CHECK(match("a/**/b", "a/b") == Verdict::ignored);
    CHECK(match("a/**/b", "a/x/y/b") == Verdict::ignored);
    CHECK(match("a/*/b", "a/x/y/b") == Verdict::none);
    CHECK(match("out**/x", "out/a/b/x") == Verdict::ignored);
    CHECK(match("out**/x", "outx") == Verdict::ignored);
    CHECK(match("o?t**/x", "out/a/b/x") == Verdict::none);
    CHECK(match("\\#x\n# y", "#x") == Verdict::ignored);
    CHECK(match("\\!x", "!x") == Verdict::ignored);
    CHECK(match("x   ", "x") == Verdict::ignored);
    CHECK(match("x\\ ", "x ") == Verdict::ignored);
    CHECK(match("[a", "[a") == Verdict::none);
    CHECK(match("x\\", "x") == Verdict::none);
    CHECK(match("/\n!\n//\n \n", "x", true) == Verdict::none);
}

TEST_CASE("hostile patterns take no time") {
    const std::string stars = "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b";
    CHECK_FALSE(name_matches(stars, std::string(255, 'a')));
    std::string deep;
    std::string path;
    for (int i = 0; i < 200; ++i) {
        deep += "**/a/";
        path += "a/";
    }
    CHECK_FALSE(PathGlob(deep + "b").matches(path + "c"));
    CHECK(PathGlob(deep + "c").matches(path + "c"));
    CHECK(IgnoreRules(std::string(1 << 20, '[')).empty());
    CHECK_FALSE(IgnoreRules(std::string(1 << 20, '*')).empty());
}

TEST_CASE("rules of a repository above the first folder hold") {
    const TemporaryFolder folder;
    folder.folder(".git/info");
    folder.write(".git/info/exclude", "secret\n");
    folder.write(".gitignore", "*.log\n/a/b/top\n");
    folder.write("a/.gitignore", "!keep.log\n");
    folder.write("a/.ignore", "*.md\n");
    for (const char* name : {"x.log", "keep.log", "top", "secret", "y.md", "z"}) {
        folder.write("a/b/" + std::string(name), "");
    }
    DiskHost host;
    CHECK(names(walk(host, folder.path("a/b"))) == "keep.log z");
    CHECK(names(walk(host, folder.path("a"))) == ".gitignore .ignore b/ b/keep.log b/z");
    DiskHost all({.obey_ignore_files = false, .global_ignore_file = ""});
    CHECK(walk(all, folder.path("a/b")).size() == 6);
}

TEST_CASE("a repository inside of another has rules of its own") {
    const TemporaryFolder folder;
    folder.folder(".git");
    folder.write(".gitignore", "*.log\n");
    folder.write(".ignore", "*.tmp\n");
    folder.folder("inner/.git");
    folder.write("inner/x.log", "");
    folder.write("inner/x.tmp", "");
    folder.write("y.log", "");
    DiskHost host;
    CHECK(names(walk(host, folder.path())) == ".gitignore .ignore inner/ inner/x.log");
}

TEST_CASE("without a repository the rules of listed folders hold, and no others") {
    const TemporaryFolder folder;
    folder.write(".gitignore", "*.log\n");
    folder.write("a/x.log", "");
    folder.write("a/.gitignore", "*.tmp\n");
    folder.write("a/b/x.log", "");
    folder.write("a/b/x.tmp", "");
    DiskHost below;
    CHECK(names(walk(below, folder.path("a"))) == ".gitignore b/ b/x.log x.log");
    DiskHost host;
    CHECK(names(walk(host, folder.path())) == ".gitignore a/ a/.gitignore a/b/");
}

TEST_CASE("rules are read afresh, global ones come last") {
    const TemporaryFolder folder;
    folder.write("global", "*.x\n*.y\n");
    folder.write("p/.gitignore", "!a.y\n");
    folder.write("p/a.x", "");
    folder.write("p/a.y", "");
    DiskHost host({.obey_ignore_files = true, .global_ignore_file = folder.path("global")});
    CHECK(names(walk(host, folder.path("p"))) == ".gitignore a.y");
    folder.write("p/.gitignore", "!a.x\n");
    CHECK(names(walk(host, folder.path("p"))) == ".gitignore a.x");
    std::filesystem::remove(folder.path("p/.gitignore"));
    CHECK(names(walk(host, folder.path("p"))).empty());
}
