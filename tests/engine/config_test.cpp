#include <catch2/catch.hpp>

#include "engine/settings.hpp"

using namespace trainlint;
using namespace trainlint::engine;

namespace {

constexpr std::string_view aliases[] = {"old-name-of-it"};
const RuleInfo rules[] = {
    {.name = "missing-set-epoch", .family = "data-loading", .aliases = aliases},
    {.name = "unknown-config-key", .family = "config", .table = "config_keys"},
};

std::shared_ptr<const ConfigFile> read(std::string_view text, std::string_view folder = "p",
                                       std::string_view name = "trainlint.toml") {
    return read_config(join(folder, name), folder, text, rules);
}

bool allows(const Settings& settings, const char* package, const char* version) {
    VersionSet all;
    for (const auto& one : settings.versions_of(package)) all = all.unite(one.versions);
    return all.contains(*parse_version(version));
}

/// The only fault: "LINE: message".
std::string fault(std::string_view text) {
    const auto file = read(text);
    INFO(text);
    REQUIRE(file->faults.size() == 1);
    const auto& one = file->faults.front();
    CHECK(one.file == "p/trainlint.toml");
    return std::to_string(one.line.value_or(0)) + ": " + one.message;
}

}  // namespace

TEST_CASE("every key of a config file is read") {
    const auto file = read(R"(
required-version = ">=0.1"
root = true
fail-on = "error"
select = ["data-loading, config"]
ignore = ["missing-set-epoch"]
exclude = ["third_party/", "*.gen.py"]
severity = { missing-set-epoch = "error", unknown-config-key = "style" }
min-confidence = "low"
preview = true
[target]
torch = ">=2.4,<2.8"
accelerator = "nvidia"
nodes = 4
devices-per-node = 8
fabric = "infiniband"
[target.old]
torch = "1.13"
[[ignore]]
rule = "unknown-config-key"
path = "configs/*.json"
key = "zero_optimization.legacy"
reason = "read by our fork"
)");
    for (const auto& one : file->faults) UNSCOPED_INFO(one.message);
    REQUIRE(file->faults.empty());
    CHECK(file->fail_on->value == Severity::error);
    CHECK(file->fail_on->line == 4);
    CHECK(file->select->value.size() == 2);
    CHECK(file->ignore->value.size() == 1);
    CHECK(file->exclude_globs.size() == 2);
    CHECK(file->severity.size() == 2);
    CHECK(file->min_confidence->value == Confidence::low);
    CHECK(file->preview->value);
    REQUIRE(file->targets.size() == 2);
    REQUIRE(file->path_ignores.size() == 1);
    CHECK(file->path_ignores[0].key == "zero_optimization.legacy");
    CHECK(file->path_ignores[0].line == 20);
}

TEST_CASE("ignore may hold names and tables in one list") {
    const auto file =
        read("ignore = [\"config\", {rule = \"missing-set-epoch\", path = \"a.py\"}]");
    REQUIRE(file->faults.empty());
    CHECK(file->ignore->value.size() == 1);
    CHECK(file->path_ignores.size() == 1);
}

TEST_CASE("a pyproject.toml counts only by its own table") {
    const auto name = "pyproject.toml";
    CHECK_FALSE(read("[tool.other]\nx = 1", "p", name));
    const auto file = read(
        "[project]\nname='x'\n[tool.trainlint]\nignore=['config']\n"
        "[[tool.trainlint.ignore]]\nrule='config'\npath='a'\n",
        "p", name);
    REQUIRE(file);
    REQUIRE(file->faults.empty());
    CHECK(file->ignore->value.size() == 1);
    CHECK(file->path_ignores.size() == 1);
}

TEST_CASE("what is wrong in a config is told with its line and what was meant") {
    CHECK(fault("\nselct = []") == "2: there is no key \"selct\" (did you mean \"select\"?)");
    CHECK(fault("quite-other = 1") == "1: there is no key \"quite-other\"");
    CHECK(fault("select = 'api'") == "1: \"select\" is a list of strings, not a string");
    CHECK(fault("select = [1]") == "1: \"select\" is a list of strings, not a number");
    CHECK(fault("preview = \"yes\"") == "1: \"preview\" is true or false, not a string");
    CHECK(fault("fail-on = \"eror\"") ==
          "1: \"eror\" is no severity (did you mean \"error\"?); one of: error, warning, "
          "performance, style");
    CHECK(fault("min-confidence = \"sure\"") ==
          "1: \"sure\" is no confidence; one of: low, medium, high");
    CHECK(fault("ignore = [\n  \"mising-set-epoch\"]") ==
          "2: there is no rule and no family \"mising-set-epoch\" (did you mean "
          "\"missing-set-epoch\"?)");
    CHECK(fault("[severity]\nconfig = \"error\"") == "2: \"config\" is no rule");
    CHECK(fault("severity = 1") ==
          "1: \"severity\" is a table of rules and severities, not a number");
    CHECK(fault("required-version = \">=99\"")
              .starts_with("1: this project requires trainlint >=99, and this is "));
    CHECK(fault("required-version = \"x\"") == "1: \"x\" is no set of versions");
    CHECK(fault("exclude = [\"../x\"]") ==
          "1: a pattern is relative to this file and stays below it");
    CHECK(fault("[target]\ntorhc = \"2\"") ==
          "2: a target has no key \"torhc\" (did you mean \"torch\"?)");
    CHECK(
        fault("[target]\naccelerator = \"nvida\"")
            .starts_with(
                "2: \"nvida\" is no accelerator (did you mean \"nvidia\"?); one of: nvidia, amd"));
    CHECK(fault("[target]\nnodes = 0") == "2: \"nodes\" is a whole number above 0, not \"0\"");
    CHECK(fault("[target]\ntorch = \"two\"") ==
          "2: \"two\" is no set of versions, such as \">=2.4,<2.8\"");
    CHECK(fault("[target]\ntorch = 2.4") ==
          "2: \"torch\" is a string (\">=2.4,<2.8\") or a whole number, not a number");
    CHECK(fault("[[ignore]]\nrule = \"config\"") == "2: [[ignore]] needs \"rule\" and \"path\"");
    CHECK(fault("[[ignore]]\nruel = \"config\"\npath = \"x\"") ==
          "2: [[ignore]] has no key \"ruel\" (did you mean \"rule\"?)");
    CHECK(fault("a = [").starts_with("1: "));
    CHECK(fault("\xFF\xFE").starts_with("1: "));
}

TEST_CASE("files are laid over each other, the nearest wins") {
    const auto site = read("fail-on='style'\nmin-confidence='low'", "p", "site.toml");
    const auto root =
        read("fail-on='error'\nignore=['config']\n[target]\ntorch='2.4'\nnodes=2", "p");
    const auto inner = read("ignore=[]\n[target]\ntorch='1.13'", "p/a");
    const SettingsTree tree("p", site, {inner, root}, {});
    const auto& outside = tree.of("q/x.py");
    CHECK(outside.fail_on == Severity::style);
    const auto& top = tree.of("p/x.py");
    CHECK(top.fail_on == Severity::error);
    CHECK(top.min_confidence == Confidence::low);
    CHECK(top.choice.ignore.size() == 1);
    const auto& deep = tree.of("p/a/b/x.py");
    CHECK(deep.fail_on == Severity::error);
    CHECK(deep.choice.ignore.empty());
    CHECK(allows(deep, "torch", "1.13.1"));
    CHECK_FALSE(allows(deep, "torch", "2.4"));
    CHECK(deep.versions_of("torch").at(0).file == "p/a/trainlint.toml");
    CHECK(deep.versions_of("torch").at(0).line == 3);
    CHECK(deep.versions_of("jax").empty());
    CHECK(tree.index_of("p/ab/x.py") == tree.index_of("p/x.py"));
    CHECK(tree.root().fail_on == Severity::error);
}

TEST_CASE("the command line's target lies over those of the files") {
    std::string why;
    const auto value = read_target("torch", "2.6", why);
    REQUIRE(value);
    const auto root = read("[target.a]\ntorch='1.13'\n[target.b]\njax='0.4'", "p");
    const SettingsTree tree("p", nullptr, {root}, std::vector{*value});
    const auto& settings = tree.of("p/x.py");
    CHECK(allows(settings, "torch", "2.6"));
    CHECK_FALSE(allows(settings, "torch", "1.13"));
    CHECK(settings.versions_of("torch").at(0).file.empty());
    CHECK(allows(tree.of("q/x.py"), "torch", "2.6"));
}

TEST_CASE("several targets allow what one of them allows") {
    const auto root = read("[target.a]\ntorch='1.13'\n[target.b]\ntorch='2.4'", "p");
    const SettingsTree tree("p", nullptr, {root}, {});
    CHECK(allows(tree.of("p/x.py"), "torch", "1.13"));
    CHECK(allows(tree.of("p/x.py"), "torch", "2.4"));
    CHECK_FALSE(allows(tree.of("p/x.py"), "torch", "2.0"));
}

TEST_CASE("settings are told with their origin") {
    const auto root = read("fail-on='error'\n[severity]\nmissing-set-epoch='style'", "p");
    const auto inner = read("fail-on='style'\nexclude=['x/']", "p/a");
    const SettingsTree tree("p", nullptr, {root, inner}, {});
    const auto find = [](const Settings& settings, std::string_view key) {
        std::string found;
        for (const auto& one : settings.list())
            if (one.key == key) found += one.value + " @ " + one.origin + ";";
        return found;
    };
    CHECK(find(tree.of("p/x"), "fail-on") == "error @ p/trainlint.toml:1;");
    CHECK(find(tree.of("p/a/x"), "fail-on") == "style @ p/a/trainlint.toml:1;");
    CHECK(find(tree.of("p/a/x"), "severity.missing-set-epoch") == "style @ p/trainlint.toml:3;");
    CHECK(find(tree.of("p/a/x"), "exclude") == "\"x/\" @ p/a/trainlint.toml:2;");
    CHECK(find(tree.of("p/a/x"), "min-confidence") == "medium @ default;");
}

TEST_CASE("every key that is listed is known, and the other way round") {
    for (const auto& key : setting_keys()) {
        if (key.key.find('.') != std::string_view::npos) continue;
        const auto file = read(std::string(key.key) + " = 1979-05-27");
        CAPTURE(std::string(key.key));
        REQUIRE(file->faults.size() == 1);
        CHECK(file->faults[0].message.find("there is no key") == std::string::npos);
    }
}

TEST_CASE("exclude lists add up, each relative to its file") {
    const auto root = read("exclude=['gen/']", "p");
    const auto inner = read("exclude=['/one.py']", "p/a");
    const SettingsTree tree("p", nullptr, {root, inner}, {});
    const auto& deep = tree.of("p/a/x.py");
    CHECK(deep.excludes("p/a/gen/x.py", false));
    CHECK(deep.excludes("p/a/one.py", false));
    CHECK_FALSE(deep.excludes("p/a/b/one.py", false));
    CHECK_FALSE(tree.of("p/x.py").excludes("p/one.py", false));
    CHECK(deep.excludes("p/a/gen", true));
}
