/// The fields of each table, in the order of the struct of lib/knowledge/tables.hpp that they fill.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace trainlint::generate {

struct Field {
    enum class Kind { text, version, texts, boolean, integer };
    std::string_view name;
    Kind kind = Kind::text;
    bool required = false;
    std::vector<std::string_view> choices{};  ///< what a text may be; empty: anything
    int otherwise = 0;                        ///< the number of a row that gives none
    bool built_in = true;                     ///< false: only the generator reads it
};

struct TableSchema {
    std::string_view name;              ///< of the file: "renamed_api"
    std::string_view type;              ///< "RenamedApi"
    std::string_view list;              ///< the function that gives all rows
    std::string_view find;              ///< the function that looks one up; empty: none
    std::vector<std::string_view> key;  ///< fields that no two rows share
    std::vector<Field> fields;
    bool built_in = true;  ///< false: only the generator reads it
};

/// All tables but launchers, which nest.
[[nodiscard]] std::span<const TableSchema> schemas();

/// launchers.toml: its plain fields, and those of its flags and contradictions.
[[nodiscard]] const TableSchema& launcher_schema();
[[nodiscard]] std::span<const Field> flag_fields();
[[nodiscard]] std::span<const Field> contradiction_fields();

}  // namespace trainlint::generate
