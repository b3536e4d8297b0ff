// The generator refuses what is malformed, with the file and the line.
#include <catch2/catch.hpp>

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

namespace {

const std::string generator = TRAINLINT_GENERATOR;

constexpr auto good_head =
    "+++\n"
    "severity = \"error\"\n"
    "confidence = \"high\"\n"
    "reads = \"launch\"\n"
    "message = \"{launcher} starts\"\n"
    "triggers = [\"torchrun\"]\n"
    "[related]\n"
    "cause = \"the {thing}\"\n"
    "+++\n";

constexpr auto good_body =
    "# Some rule\n"
    "\n"
    "## What it finds\n"
    "## Why it matters\n"
    "## When it is silent\n"
    "```shell bad\n"
    "torchrun train.py\n"
    "^^^^^^^^ starts\n"
    "```\n"
    "```shell good because=\"it is right\"\n"
    "torchrun other.py\n"
    "```\n"
    "## How to fix it\n"
    "## Sources\n";

struct Run {
    int status = 0;
    std::string said;
};

// A folder of rules for one run, gone afterwards.
class Folder {
public:
    Folder() {
        auto pattern = (fs::temp_directory_path() / "trainlint-generate-XXXXXX").string();
        REQUIRE(mkdtemp(pattern.data()) != nullptr);
        path_ = pattern;
        fs::create_directories(path_ / "rules/tables");
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / "rules" / name).parent_path());
        std::ofstream(path_ / "rules" / name) << text;
    }

    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream in(path_ / "out" / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    [[nodiscard]] Run generate() const {
        const auto command = "'" + generator + "' '" + (path_ / "rules").string() + "' '" +
                             (path_ / "out").string() + "' 2>&1";
        Run run;
        auto* pipe = popen(command.c_str(), "r");
        REQUIRE(pipe != nullptr);
        std::array<char, 4096> buffer;
        while (const auto size = fread(buffer.data(), 1, buffer.size(), pipe))
            run.said.append(buffer.data(), size);
        run.status = WEXITSTATUS(pclose(pipe));
        return run;
    }

private:
    fs::path path_;
};

void expect_refused(const Folder& folder, const std::string& where, const std::string& what) {
    const auto run = folder.generate();
    INFO(run.said);
    CHECK(run.status == 1);
    CHECK(run.said.find(where + ": " + what) != std::string::npos);
    CHECK(folder.read("rules.cpp").empty());
}

void page_is_refused(const std::string& page, const std::string& where, const std::string& what,
                     const std::string& name = "launch/some_rule.md") {
    Folder folder;
    folder.write(name, page);
    expect_refused(folder, name + where, what);
}

std::string replaced(std::string text, const std::string& old_text, const std::string& new_text) {
    const auto at = text.find(old_text);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old_text.size(), new_text);
}

std::string page(const std::string& old_text = "", const std::string& new_text = "") {
    const auto text = std::string(good_head) + good_body;
    return old_text.empty() ? text : replaced(text, old_text, new_text);
}

void table_is_refused(const std::string& table, const std::string& text, const std::string& line,
                      const std::string& what) {
    Folder folder;
    folder.write("tables/" + table, text);
    expect_refused(folder, table + line, what);
}

constexpr auto good_row =
    "[[row]]\n"
    "name = \"jax.tree_map\"\n"
    "framework = \"jax\"\n"
    "match = \"name\"\n"
    "removed_in = \"0.6.0\"\n"
    "source = \"the release\"\n";

}  // namespace

TEST_CASE("no rules and no tables are well-formed") {
    const Folder folder;
    const auto run = folder.generate();
    INFO(run.said);
    CHECK(run.status == 0);
    CHECK(folder.read("rules.cpp").find("std::array<RuleInfo, 0>") != std::string::npos);
}

TEST_CASE("a page becomes a rule") {
    Folder folder;
    folder.write("launch/some_rule.md", page());
    const auto run = folder.generate();
    INFO(run.said);
    REQUIRE(run.status == 0);
    const auto text = folder.read("rules.cpp");
    CHECK(text.find("void some_rule(const ::trainlint::job::Launch&, Report&);") !=
          std::string::npos);
    CHECK(text.find(".name = \"some-rule\", .family = \"launch\"") != std::string::npos);
    CHECK(folder.read("triggers.cpp").find("Trigger{\"torchrun\"") != std::string::npos);
}

TEST_CASE("what is written twice is the same, and keeps its time") {
    Folder folder;
    folder.write("launch/some_rule.md", page());
    folder.write("tables/renamed_api.toml", good_row);
    REQUIRE(folder.generate().status == 0);
    const auto before = folder.read("tables.cpp") + folder.read("triggers.cpp");
    REQUIRE(folder.generate().status == 0);
    CHECK(folder.read("tables.cpp") + folder.read("triggers.cpp") == before);
}

TEST_CASE("a head that is malformed") {
    page_is_refused(page("severity = \"error\"", "severity = \"fatal\""), ":2",
                    "\"severity\" is one of");
    page_is_refused(page("confidence", "confidense"), ":3", "unknown field \"confidense\"");
    page_is_refused(page("confidence = \"high\"\n", ""), ":2", "the head has no \"confidence\"");
    page_is_refused(page("\"launch\"", "\"lunch\""), ":4", "unknown thing \"lunch\"");
    page_is_refused(page("reads = \"launch\"\n", ""), ":2", "the head has one of");
    page_is_refused(page("reads = \"launch\"", "table = \"none\""), ":4", "unknown table \"none\"");
    page_is_refused(page("reads = \"launch\"", "name = \"other\"\nreads = \"launch\""), ":4",
                    "the name differs from the file's");
    page_is_refused(page("{launcher}", "{Launcher}"), ":5", "a placeholder is {name}");
    page_is_refused(page("{launcher}", "launcher}"), ":5", "a } without its {");
    page_is_refused(page("{thing}", "{thing"), ":8", "a placeholder is {name}");
    page_is_refused(page("\"torchrun\"", "\"run\""), ":6", "the trigger \"run\" has less than");
    page_is_refused(page("\"torchrun\"", "{ literal = \"torchrun\", languages = [\"elvish\"] }"),
                    ":6", "unknown language \"elvish\"");
    page_is_refused(page("+++\nseverity", "severity"), ":1", "a page begins with its head");
    page_is_refused(page("severity = \"error\"", "severity = error"), ":2", "");
}

TEST_CASE("a page without its sections or blocks") {
    page_is_refused(page("## Sources\n", ""), ":1", "the page has no section \"Sources\"");
    page_is_refused(page("## Why it matters", "## Why"), ":13", "unknown section \"Why\"");
    page_is_refused(page("# Some rule\n", ""), ":1", "the page has no heading");
    page_is_refused(
        page("## What it finds\n## Why it matters\n", "## Why it matters\n## What it finds\n"),
        ":13", "the section \"What it finds\" stands too late");
    page_is_refused(page("shell bad", "shell"), ":1", "the page has no bad block");
    page_is_refused(page(" good because=\"it is right\"", ""), ":1",
                    "the page has 1 bad blocks and 0 good ones");
    page_is_refused(page("^^^^^^^^ starts\n", ""), ":15", "a bad block has a line of carets");
    page_is_refused(page("^^^^^^^^ starts", "^^^^^^^^ cause: starts"), ":15",
                    "a bad block has a line of carets");
    page_is_refused(page("torchrun train.py", "mpiexec train.py"), ":15",
                    "no file of this bad block contains a trigger");
    page_is_refused(page("shell bad", "shell worse"), ":15", "a block is bad, good, fixed or todo");
    page_is_refused(page("shell bad", "elvish bad"), ":15", "unknown language \"elvish\"");
    page_is_refused(page(" because=\"it is right\"", ""), ":19", "a good block says because=");
    page_is_refused(page("\"it is right\"", "\"it is right"), ":19", "because=\" has no closing");
    page_is_refused(page("shell good because=\"it is right\"", "shell fixed"), ":1",
                    "the page has 1 bad blocks and 0 good ones");
    page_is_refused(page("torchrun other.py\n", "^^^ x\n"), ":20", "carets stand below the code");
    page_is_refused(page("torchrun other.py\n", "### file ../x.sh\ntorchrun x\n"), ":20",
                    "a file name is relative");
}

TEST_CASE("a file name that is no rule's") {
    page_is_refused(page(), ":1", "unknown family \"lunch\"", "lunch/some_rule.md");
    page_is_refused(page(), ":1", "a page's file name is in snake_case", "launch/Some-rule.md");
}

TEST_CASE("a name or an alias is used once") {
    Folder folder;
    folder.write("launch/some_rule.md", page("message", "aliases = [\"old-name\"]\nmessage"));
    folder.write("launch/other_rule.md", page("message", "aliases = [\"old-name\"]\nmessage"));
    expect_refused(folder, "launch/some_rule.md:2", "\"old-name\" is taken by");
    Folder second;
    second.write("launch/some_rule.md", page("message", "aliases = [\"launch\"]\nmessage"));
    expect_refused(second, "launch/some_rule.md:2", "\"launch\" is taken by a family");
    Folder third;
    third.write("launch/some_rule.md", page());
    third.write("tables/renamed_api.toml", std::string(good_row) + "aliases = [\"some-rule\"]\n");
    expect_refused(third, "renamed_api.toml:1", "\"some-rule\" is taken by");
}

TEST_CASE("a table that is malformed") {
    const std::string row = good_row;
    table_is_refused("renamed_api.toml", replaced(row, "source = \"the release\"\n", ""), ":1",
                     "a row has a source");
    table_is_refused("renamed_api.toml", replaced(row, "\"the release\"", "[]"), ":6",
                     "a source is a string or a list of strings");
    table_is_refused("renamed_api.toml", replaced(row, "match", "mach"), ":4",
                     "unknown field \"mach\"");
    table_is_refused("renamed_api.toml", replaced(row, "match = \"name\"\n", ""), ":1",
                     "no field \"match\"");
    table_is_refused("renamed_api.toml", replaced(row, "\"name\"", "\"nome\""), ":4",
                     "\"match\" cannot be \"nome\"");
    table_is_refused("renamed_api.toml", replaced(row, "0.6.0", "since 0.6"), ":5",
                     "\"since 0.6\" is not a plain version");
    table_is_refused("renamed_api.toml", replaced(row, "\"0.6.0\"", "0.6"), ":5",
                     "\"removed_in\" is a string");
    table_is_refused("renamed_api.toml", row + "\n" + row, ":8",
                     "a second row \"jax.tree_map\" (the first is in line 1)");
    table_is_refused("renamed_api.toml", replaced(row, "jax.tree_map", "jax.pmap"), ":1",
                     "\"pmap\" is too short for a trigger");
    table_is_refused("renamed_api.toml", "[[rows]]\nname = 1\n", ":1",
                     "a table file holds [[row]]");
    table_is_refused("renamed_api.toml", "[[row]\n", ":1", "");
    table_is_refused("renamed_api.toml", "a = 1\n" + row, ":1", "a table file holds [[row]]");
    table_is_refused("other.toml", row, ":1", "no table of that name is known");
}

TEST_CASE("a launcher that is malformed") {
    const std::string row =
        "[[row]]\n"
        "name = \"runner\"\n"
        "commands = [[\"runner\"]]\n"
        "source = \"its manual\"\n"
        "flags = [{ names = [\"--nodes\"], arity = \"1\" }]\n"
        "contradictions = [{ first = \"--nodes\", second = \"--nodes\", why = \"no\" }]\n";
    const auto refused = [&](const std::string& old_text, const std::string& new_text,
                             const std::string& line, const std::string& what) {
        table_is_refused("launchers.toml", replaced(row, old_text, new_text), line, what);
    };
    refused("arity = \"1\"", "arity = \"one\"", ":5", "unknown arity \"one\"");
    refused("\"--nodes\"], arity", "\"nodes\"], arity", ":5", "\"nodes\" is no option");
    refused("second = \"--nodes\"", "second = \"--node\"", ":6", "no flag \"--node\"");
    refused("commands = [[\"runner\"]]\n", "", ":1", "a launcher has a list \"commands\"");
    refused("{ names = [\"--nodes\"], arity = \"1\" }",
            "{ names = [\"--nodes\"], arity = \"1\" }, { names = [\"--nodes\"], arity = \"0\" }",
            ":5", "a second flag \"--nodes\"");
    refused("names = [\"--nodes\"], ", "", ":5", "no field \"names\"");
}
