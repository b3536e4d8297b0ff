// The rows of the tables, tested from their own fields.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "knowledge/tables.hpp"
#include "project.hpp"

using namespace trainlint;
using knowledge::RenamedApi;
using test::TestProject;
using test::Texts;

namespace {

std::string parent_of(std::string_view dotted) {
    const auto dot = dotted.rfind('.');
    return std::string(dot == std::string_view::npos ? std::string_view{} : dotted.substr(0, dot));
}

std::string last_of(std::string_view dotted) {
    return std::string(dotted.substr(dotted.rfind('.') + 1));
}

// The modules of a dotted name: what stands before the first capital component.
std::string module_of(std::string_view dotted) {
    std::string module;
    std::string_view rest = dotted;
    while (!rest.empty()) {
        const auto dot = std::min(rest.find('.'), rest.size());
        const auto part = rest.substr(0, dot);
        const bool is_class = part[0] >= 'A' && part[0] <= 'Z';
        if (is_class || dot == rest.size()) break;
        module += (module.empty() ? "" : ".") + std::string(part);
        rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
    return module.empty() ? std::string(dotted) : module;
}

// "f(arg=)" and "f(arg='x')": the callee, the keyword, its value.
struct Keyword {
    std::string callee, name, value = "1";
};

Keyword keyword_of(std::string_view name) {
    Keyword keyword;
    const auto open = name.find('('), equals = name.find('=', open);
    keyword.callee = name.substr(0, open);
    keyword.name = name.substr(open + 1, equals - open - 1);
    if (name.size() > equals + 2) keyword.value = name.substr(equals + 1, name.size() - equals - 2);
    return keyword;
}

std::string use_of(std::string_view name) {
    if (name.find('(') == std::string_view::npos)
        return "import " + module_of(name) + "\n\nvalue = " + std::string(name) + "\n";
    const auto keyword = keyword_of(name);
    return "import " + module_of(keyword.callee) + "\n\nvalue = " + keyword.callee + "(" +
           keyword.name + "=" + keyword.value + ")\n";
}

std::string import_of(std::string_view name) {
    return "from " + parent_of(name) + " import " + last_of(name) + "\n";
}

std::string file_name(std::size_t row) {
    return "row_" + std::to_string(row) + ".py";
}

// One project with a file for each row of which `write` makes a text.
template <class Write>
Texts file_each(Write write) {
    Texts files;
    const auto rows = knowledge::renamed_api();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (auto text = write(rows[i]); !text.empty()) files[file_name(i)] = std::move(text);
    return files;
}

// The rows that are told of in each file.
std::map<std::string, std::set<std::string>> rows_told(const TestProject& project) {
    std::map<std::string, std::set<std::string>> told;
    for (const auto* finding : project.findings_of("renamed-api"))
        told[project.file_of(finding->at)].insert(finding->row);
    return told;
}

void expect_found(const Texts& files) {
    const TestProject project(files, {});
    auto told = rows_told(project);
    const auto rows = knowledge::renamed_api();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto file = files.find(file_name(i));
        if (file == files.end()) continue;
        INFO(file->second);
        CHECK(told[file->first].contains(std::string(rows[i].name)));
    }
}

void expect_none(const Texts& files) {
    const TestProject project(files, {});
    for (const auto& [file, rows] : rows_told(project)) {
        INFO(files.at(file));
        CHECK(rows == std::set<std::string>{});
    }
}

bool is_dotted(const RenamedApi& row) {
    return row.name.find('(') == std::string_view::npos;
}

Texts script(std::string_view variable) {
    return {{"run.sh",
             "export " + std::string(variable) + "=1\ntorchrun --nproc_per_node=2 train.py\n"}};
}

}  // namespace

TEST_CASE("each renamed name is found where it is used") {
    expect_found(file_each([](const RenamedApi& row) { return use_of(row.name); }));
}

TEST_CASE("each renamed name is found where it is imported") {
    expect_found(file_each([](const RenamedApi& row) {
        return is_dotted(row) && parent_of(row.name) == module_of(row.name) ? import_of(row.name)
                                                                            : std::string();
    }));
}

TEST_CASE("no renamed name is told of behind a test of what is there") {
    expect_none(file_each([](const RenamedApi& row) {
        if (!is_dotted(row) || parent_of(row.name) != module_of(row.name)) return std::string();
        return "try:\n    " + import_of(row.name) + "except ImportError:\n    pass\n";
    }));
}

TEST_CASE("no replacement is told of") {
    std::set<std::string_view> renamed;
    for (const auto& row : knowledge::renamed_api()) renamed.insert(row.name);
    for (const auto& row : knowledge::renamed_api()) {
        INFO(row.name << " to " << row.replacement);
        CHECK(renamed.count(row.replacement) == 0);
    }
    expect_none(file_each([](const RenamedApi& row) {
        return row.replacement.empty() ? std::string() : use_of(row.replacement);
    }));
}

TEST_CASE("variables that nothing reads are told of, known ones are not") {
    for (const auto& row : knowledge::variables()) {
        if (row.name.ends_with('*')) continue;
        INFO(row.name);
        const TestProject project(script(row.name), {});
        const bool dead = !row.deprecated_in.empty() || !row.removed_in.empty();
        CHECK(project.findings_of("misspelt-variable").size() == (row.never_existed ? 1u : 0u));
        CHECK(project.findings_of("obsolete-variable").size() ==
              (dead && !row.never_existed ? 1u : 0u));
    }
}
