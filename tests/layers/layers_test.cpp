// A file includes only from its own folder, from include/trainlint/, or from lower layers.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const std::map<std::string, int>& layers() {
    static const std::map<std::string, int> table = {
        {"text", 1},     {"syntax", 2}, {"knowledge", 2}, {"facts", 3},   {"flow", 4},
        {"frontends", 5}, {"link", 6},  {"program", 7},   {"job", 8},     {"engine", 9},
        {"output", 10},  {"host", 10}};
    return table;
}

// "frontends/python" for lib/frontends/python/x.cpp, "text" for lib/text/x.cpp.
std::string folder_of(const fs::path& relative) {
    auto part = relative.begin();
    std::string first = part->string();
    if (first == "frontends" && std::distance(relative.begin(), relative.end()) > 2)
        return first + "/" + std::next(part)->string();
    return first;
}

std::vector<std::string> includes_of(const fs::path& file) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*"([^"]+)")re");
    std::vector<std::string> found;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) found.push_back(match[1]);
    }
    return found;
}

std::string fault(const std::string& from, const std::string& include) {
    if (include.starts_with("trainlint/")) return "";
    const auto to = folder_of(include);
    if (include.find('/') == std::string::npos) return "";  // beside it
    if (to == from) return "";
    const auto from_layer = layers().at(from.substr(0, from.find('/')));
    const auto found = layers().find(to.substr(0, to.find('/')));
    if (found == layers().end()) return "no layer of that name";
    const bool shared_frontend_header = from_layer == 5 && to == "frontends";
    if (found->second < from_layer || shared_frontend_header) return "";
    return "layer " + std::to_string(from_layer) + " includes from layer " +
           std::to_string(found->second);
}

}  // namespace

TEST_CASE("every folder of lib has a layer") {
    for (const auto& entry : fs::directory_iterator(fs::path(TRAINLINT_SOURCE) / "lib"))
        if (entry.is_directory() && entry.path().filename() != "include") {
            CAPTURE(entry.path().string());
            CHECK(layers().contains(entry.path().filename().string()));
        }
}

TEST_CASE("includes go downward only") {
    const fs::path lib = fs::path(TRAINLINT_SOURCE) / "lib";
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(lib)) {
        const auto relative = fs::relative(entry.path(), lib);
        if (!entry.is_regular_file() || *relative.begin() == "include") continue;
        if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
        for (const auto& include : includes_of(entry.path())) {
            ++seen;
            CAPTURE(relative.string(), include);
            CHECK(fault(folder_of(relative), include) == "");
        }
    }
    CHECK(seen > 20);
}

TEST_CASE("public headers need no other library") {
    const fs::path headers = fs::path(TRAINLINT_SOURCE) / "lib/include/trainlint";
    for (const auto& entry : fs::directory_iterator(headers))
        for (const auto& include : includes_of(entry.path())) {
            CAPTURE(entry.path().string(), include);
            CHECK(include.starts_with("trainlint/"));
        }
}

TEST_CASE("rules, cli and lsp use the public headers alone") {
    for (const auto* folder : {"rules", "cli", "lsp"})
        for (const auto& entry :
             fs::recursive_directory_iterator(fs::path(TRAINLINT_SOURCE) / folder)) {
            if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
            for (const auto& include : includes_of(entry.path())) {
                CAPTURE(entry.path().string(), include);
                const bool beside = include.find('/') == std::string::npos;
                CHECK((beside || include.starts_with("trainlint/") ||
                       include.starts_with(std::string(folder) + "/") ||
                       (std::string(folder) == "cli" && include.starts_with("lsp/"))));
            }
        }
}
