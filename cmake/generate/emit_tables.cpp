#include <fmt/format.h>

#include "emit.hpp"

namespace trainlint::generate {

namespace {

// Lists of texts, each distinct one once: constexpr arrays that the rows point into.
class TextLists {
public:
    std::string use(const std::vector<std::string>& texts) {
        if (texts.empty()) return "{}";
        std::string body;
        for (const auto& text : texts) body += cxx_literal(text) + ", ";
        const auto [found, fresh] = known_.emplace(body, known_.size());
        if (fresh)
            source_ += fmt::format("constexpr Text texts_{}[] = {{{}}};\n", found->second, body);
        return fmt::format("texts_{}", found->second);
    }
    [[nodiscard]] const std::string& source() const { return source_; }

private:
    std::map<std::string, std::size_t> known_;
    std::string source_;
};

std::string field_source(const Field& field, const Row& row, TextLists& lists) {
    switch (field.kind) {
        case Field::Kind::boolean:
            return row.is(field.name) ? "true" : "false";
        case Field::Kind::texts:
            return lists.use(row.texts(field.name));
        case Field::Kind::integer: {
            const auto found = row.values.find(field.name);
            if (found == row.values.end() || !found->second.integer)
                return std::to_string(field.otherwise);
            return std::to_string(*found->second.integer);
        }
        default:
            return cxx_literal(row.text(field.name));
    }
}

std::string row_source(const TableSchema& schema, const Row& row, TextLists& lists) {
    std::string text;
    for (const auto& field : schema.fields)
        if (field.built_in)
            text += fmt::format(".{} = {}, ", field.name, field_source(field, row, lists));
    return text;
}

std::string array_source(std::string_view type, std::string_view name,
                         const std::vector<std::string>& rows) {
    std::string text =
        fmt::format("constexpr std::array<{}, {}> {}{{{{\n", type, rows.size(), name);
    for (const auto& row : rows) text += fmt::format("    {{{}}},\n", row);
    return text + "}};\n";
}

struct Arity {
    int least = 0, most = 0;
    bool joined = false;
};

Arity arity_of(const std::string& text) {
    if (text == "?") return {0, 1};
    if (text == "=?") return {0, 1, true};
    if (text == "*") return {0, -1};
    if (text == "+") return {1, -1};
    if (text == "1-2") return {1, 2};
    const int count = text[0] - '0';
    return {count, count};
}

std::string flag_source(const Row& flag, TextLists& lists) {
    const auto arity = arity_of(flag.text("arity"));
    return fmt::format(
        ".names = {}, .least = {}, .most = {}, .optional_joined = {}, .kind = {}, .role = {}, "
        ".choices = {}, .deprecated = {}, .replaced_by = {}",
        lists.use(flag.texts("names")), arity.least, arity.most, arity.joined,
        cxx_literal(flag.text("kind")), cxx_literal(flag.text("role")),
        lists.use(flag.texts("choices")), cxx_literal(flag.text("deprecated")),
        cxx_literal(flag.text("replaced_by")));
}

std::string contradiction_source(const Row& pair) {
    return fmt::format(".first = {}, .second = {}, .why = {}", cxx_literal(pair.text("first")),
                       cxx_literal(pair.text("second")), cxx_literal(pair.text("why")));
}

std::string launcher_source(const Row& row, std::size_t number, TextLists& lists,
                            std::string& arrays) {
    std::vector<std::string> commands, flags, pairs;
    for (const auto& command : row.commands) commands.push_back(lists.use(command));
    for (const auto& flag : row.flags) flags.push_back(flag_source(flag, lists));
    for (const auto& pair : row.contradictions) pairs.push_back(contradiction_source(pair));
    arrays +=
        fmt::format("constexpr Texts commands_{}[] = {{{}}};\n", number, fmt::join(commands, ", "));
    arrays += array_source("LauncherFlag", fmt::format("flags_{}", number), flags);
    arrays += array_source("Contradiction", fmt::format("pairs_{}", number), pairs);
    std::string text;
    for (const auto& field : launcher_schema().fields) {
        if (field.name == "deprecated_since")
            text += fmt::format(".flags = flags_{0}, .contradictions = pairs_{0}, ", number);
        text += fmt::format(".{} = {}, ", field.name, field_source(field, row, lists));
        if (field.name == "name") text += fmt::format(".commands = commands_{}, ", number);
    }
    return text;
}

std::string table_functions(const TableSchema& schema) {
    auto text = fmt::format("std::span<const {}> {}() {{ return {}_rows; }}\n", schema.type,
                            schema.list, schema.list);
    if (schema.find.empty()) return text;
    if (schema.find == "find_no_return")
        return text + fmt::format(
                          "bool is_no_return(std::string_view name) {{ return "
                          "find_row({0}_rows, {0}_index, name) != nullptr; }}\n",
                          schema.list);
    return text + fmt::format(
                      "const {}* {}(std::string_view name) {{ return find_row({}_rows, "
                      "{}_index, name); }}\n",
                      schema.type, schema.find, schema.list, schema.list);
}

}  // namespace

std::string cxx_literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n')
            out += "\\n\"\n        \"";
        else if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (c == '?')
            out += "\\?";
        else if (byte < 0x20 || byte >= 0x7F)
            out += fmt::format("\\{:03o}", byte);
        else
            out += c;
    }
    return out + '"';
}

std::string tables_source(std::span<const Table> tables) {
    TextLists lists;
    std::string arrays, rows, functions;
    for (const auto& table : tables) {
        if (!table.schema->built_in) continue;
        const bool launcher = table.schema == &launcher_schema();
        std::vector<std::string> sources;
        for (const auto& row : table.rows)
            sources.push_back(launcher ? launcher_source(row, sources.size(), lists, arrays)
                                       : row_source(*table.schema, row, lists));
        const auto list = std::string(table.schema->list);
        rows += array_source(table.schema->type, list + "_rows", sources);
        if (!table.schema->find.empty())
            rows += fmt::format("constexpr auto {0}_index = index_rows({0}_rows);\n", list);
        functions += table_functions(*table.schema);
    }
    return "#include <array>\n\n#include \"knowledge/lookup.hpp\"\n#include "
           "\"knowledge/tables.hpp\"\n\n"
           "namespace trainlint::knowledge {\nnamespace {\n\n" +
           lists.source() + arrays + rows + "\n}  // namespace\n\n" + functions +
           "\n}  // namespace trainlint::knowledge\n";
}

}  // namespace trainlint::generate
