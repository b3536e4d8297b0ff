/// The rows of rules/tables/*.toml, read and checked.
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problems.hpp"
#include "schema.hpp"

namespace trainlint::generate {

struct Value {
    std::string text;  ///< text, version
    std::vector<std::string> texts;
    bool boolean = false;
    std::optional<std::int64_t> integer;
};

struct Row {
    std::size_t line = 0;
    std::map<std::string, Value, std::less<>> values;  ///< those that the file gives
    std::vector<Row> flags, contradictions;            ///< launchers only
    std::vector<std::vector<std::string>> commands;

    [[nodiscard]] const std::string& text(std::string_view field) const;
    [[nodiscard]] const std::vector<std::string>& texts(std::string_view field) const;
    [[nodiscard]] bool is(std::string_view field) const;
};

struct Table {
    const TableSchema* schema = nullptr;
    std::string file;
    std::vector<Row> rows;
};

/// All tables, in the order of schemas(), launchers last; a file that is not there has no rows.
[[nodiscard]] std::vector<Table> read_tables(const std::filesystem::path& folder, Problems&);

}  // namespace trainlint::generate
