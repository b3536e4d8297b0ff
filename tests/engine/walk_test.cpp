#include <catch2/catch.hpp>

#include "engine/walk.hpp"
#include "memory_host.hpp"

using namespace trainlint;
using namespace trainlint::engine;

namespace {

const RuleInfo rules[] = {{.name = "some-rule", .family = "api"}};

Walk walked(Host& host, unsigned threads = 1) {
    WalkOptions options;
    options.threads = threads;
    return walk(host, "p", rules, options, {});
}

std::string listed(const Walk& walk) {
    std::string text;
    for (const auto& one : walk.documents) text += one.path + " ";
    return text;
}

}  // namespace

TEST_CASE("a walk finds documents, settings and version files, and opens no others") {
    test::MemoryHost host({{"p/train.py", ""},
                           {"p/a/run.sh", ""},
                           {"p/a/photo.png", ""},
                           {"p/a/hosts.txt", ""},
                           {"p/.github/workflows/ci.yml", ""},
                           {"p/.git/config.py", ""},
                           {"p/node_modules/x/a.py", ""},
                           {"p/trainlint.toml", "exclude = ['third/']"},
                           {"p/third/b.py", ""},
                           {"p/b/pyproject.toml", "[project]\nname='x'"},
                           {"p/requirements.txt", "torch"}});
    const auto found = walked(host);
    CHECK(listed(found) == "p/.github/workflows/ci.yml p/a/run.sh p/b/pyproject.toml p/train.py ");
    CHECK(found.configs.size() == 1);
    CHECK(found.versions.size() == 2);
    CHECK(std::binary_search(found.paths.begin(), found.paths.end(), std::string("p/a/hosts.txt")));
    CHECK_FALSE(
        std::binary_search(found.paths.begin(), found.paths.end(), std::string("p/a/photo.png")));
    CHECK_FALSE(host.read_paths.contains("p/train.py"));
    CHECK_FALSE(host.read_paths.contains("p/third/b.py"));
}

TEST_CASE("of the settings of a folder the first file counts") {
    test::MemoryHost host({{"p/trainlint.toml", "preview = true"},
                           {"p/.trainlint.toml", "broken ="},
                           {"p/a/pyproject.toml", "[tool.trainlint]\npreview = true"},
                           {"p/a/.trainlint.toml", "preview = false"}});
    const auto found = walked(host);
    REQUIRE(found.configs.size() == 2);
    for (const auto& config : found.configs) {
        CHECK(config->faults.empty());
        CHECK((config->path == "p/trainlint.toml" || config->path == "p/a/.trainlint.toml"));
    }
}

TEST_CASE("an inner exclude list is relative to its folder") {
    test::MemoryHost host({{"p/a/trainlint.toml", "exclude = ['/x.py', 'gen']"},
                           {"p/a/x.py", ""},
                           {"p/a/b/x.py", ""},
                           {"p/a/gen/y.py", ""},
                           {"p/gen/y.py", ""},
                           {"p/x.py", ""}});
    CHECK(listed(walked(host)) == "p/a/b/x.py p/gen/y.py p/x.py ");
}

TEST_CASE("the number of threads changes nothing") {
    std::map<std::string, std::string> files;
    for (int i = 0; i < 300; ++i) {
        const auto folder = "p/d" + std::to_string(i % 37) + "/e" + std::to_string(i % 11);
        files[folder + "/f" + std::to_string(i) + ".py"] = "";
        files[folder + "/run.sh"] = "";
        if (i % 5 == 0) files[folder + "/trainlint.toml"] = "exclude = ['f1*.py']";
    }
    test::MemoryHost host(files);
    const auto one = walked(host, 1), many = walked(host, 8);
    CHECK(listed(one) == listed(many));
    CHECK(one.paths == many.paths);
    CHECK(one.configs.size() == many.configs.size());
    CHECK(one.documents.size() > 50);
}

TEST_CASE("folders without an end are left") {
    struct Endless : test::MemoryHost {
        std::optional<std::vector<Entry>> list(std::string_view) override {
            return std::vector<Entry>{{"again", EntryKind::folder}, {"a.py", EntryKind::file}};
        }
    } host;
    CHECK(walked(host).documents.size() < 1000);
}

TEST_CASE("a stop ends a walk") {
    struct Endless : test::MemoryHost {
        std::stop_source source;
        std::atomic<int> count{0};
        std::optional<std::vector<Entry>> list(std::string_view) override {
            if (++count == 10) source.request_stop();
            return std::vector<Entry>{{"a", EntryKind::folder}, {"b", EntryKind::folder}};
        }
    } host;
    WalkOptions options;
    options.threads = 3;
    (void)walk(host, "p", rules, options, host.source.get_token());
    CHECK(host.count < 100);
}

TEST_CASE("folders that are not entered are named") {
    std::string deep = "p/";
    for (int i = 0; i < 150; ++i) deep += "d/";
    test::MemoryHost host({{deep + "train.py", ""}, {"p/a.py", ""}});
    const auto found = walked(host);
    CHECK(listed(found) == "p/a.py ");
    REQUIRE(found.too_deep.size() == 1);
    CHECK(deep.starts_with(found.too_deep[0] + "/"));
    CHECK(found.unlisted.empty());
}
