// trainlint_generate RULES_DIR OUT_DIR: tables and rule pages, checked and written as constants.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "emit.hpp"
#include "problems.hpp"
#include "rules.hpp"
#include "tables.hpp"
#include "trigger_list.hpp"

namespace {

namespace fs = std::filesystem;
using namespace trainlint::generate;

// A file that would not change keeps its time, so that nothing is compiled again.
bool write(const fs::path& path, const std::string& body) {
    const auto text = "// Written by trainlint_generate from rules/. Do not edit.\n" + body;
    std::ifstream before(path, std::ios::binary);
    if (before && std::string(std::istreambuf_iterator<char>(before), {}) == text) return true;
    before.close();
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << text;
    return bool(out.flush());
}

int generate(const fs::path& rules_folder, const fs::path& out) {
    Problems problems;
    const auto tables = read_tables(rules_folder / "tables", problems);
    auto triggers = table_triggers(tables, problems);
    const auto rules = read_rules(rules_folder, triggers, problems);
    check_names(rules, tables, problems);
    for (const auto& rule : rules)
        triggers.insert(triggers.end(), rule.triggers.begin(), rule.triggers.end());
    for (const auto& line : problems.lines()) std::fprintf(stderr, "%s\n", line.c_str());
    if (!problems.lines().empty()) return 1;

    fs::create_directories(out);
    const bool written = write(out / "tables.cpp", tables_source(tables)) &&
                         write(out / "triggers.cpp", triggers_source(joined(triggers))) &&
                         write(out / "rules.cpp", rules_source(rules));
    if (!written) std::fprintf(stderr, "%s: cannot be written\n", out.string().c_str());
    return written ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) {
        std::fprintf(stderr, "usage: trainlint_generate RULES_DIR OUT_DIR\n");
        return 2;
    }
    try {
        return generate(words[1], words[2]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "trainlint_generate: %s\n", error.what());
        return 1;
    }
}
