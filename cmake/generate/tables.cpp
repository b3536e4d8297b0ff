#include "tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace trainlint::generate {

namespace {

namespace fs = std::filesystem;

std::size_t line_of(const toml::node& node) {
    return node.source().begin.line;
}

// "2.4", "2.4.1", "2024.1"
bool is_version(std::string_view text) {
    if (text.empty() || text.back() == '.' || text.front() == '.') return false;
    return text.find_first_not_of("0123456789.") == std::string_view::npos &&
           text.find("..") == std::string_view::npos;
}

class TableReader {
public:
    TableReader(std::string file, Problems& problems)
        : file_(std::move(file)), problems_(problems) {}

    Row read(const toml::table& from, std::span<const Field> fields, bool top, bool launcher,
             bool sourced = true) {
        Row row{.line = line_of(from)};
        for (const auto& [key, node] : from) {
            const auto name = key.str();
            if (top && (name == "source" || name == "note")) continue;
            if (launcher && (name == "commands" || name == "flags" || name == "contradictions"))
                continue;
            const auto field = std::find_if(fields.begin(), fields.end(),
                                            [&](const Field& f) { return f.name == name; });
            if (field == fields.end()) {
                fault(node, fmt::format("unknown field \"{}\"", name));
                continue;
            }
            row.values.emplace(std::string(name), value_of(*field, node));
        }
        for (const auto& field : fields)
            if (field.required && !from.contains(field.name))
                fault(from, fmt::format("no field \"{}\"", field.name));
        if (top && sourced) check_source(from);
        if (launcher) read_nested(from, row);
        return row;
    }

    void fault(const toml::node& node, const std::string& what) {
        problems_.add(file_, line_of(node), what);
    }

private:
    Value value_of(const Field& field, const toml::node& node) {
        Value value;
        switch (field.kind) {
            case Field::Kind::boolean:
                if (const auto given = node.value_exact<bool>())
                    value.boolean = *given;
                else
                    fault(node, fmt::format("\"{}\" is true or false", field.name));
                break;
            case Field::Kind::integer:
                value.integer = node.value_exact<std::int64_t>();
                if (!value.integer) fault(node, fmt::format("\"{}\" is a number", field.name));
                break;
            case Field::Kind::texts:
                value.texts = texts_of(field.name, node);
                break;
            case Field::Kind::text:
            case Field::Kind::version:
                value.text = text_of(field, node);
                break;
        }
        return value;
    }

    std::string text_of(const Field& field, const toml::node& node) {
        const auto given = node.value_exact<std::string>();
        if (!given) {
            fault(node, fmt::format("\"{}\" is a string", field.name));
            return {};
        }
        if (field.required && given->empty())
            fault(node, fmt::format("\"{}\" is empty", field.name));
        if (field.kind == Field::Kind::version && !given->empty() && !is_version(*given))
            fault(node, fmt::format("\"{}\" is not a plain version", *given));
        if (!field.choices.empty() &&
            std::find(field.choices.begin(), field.choices.end(), *given) == field.choices.end())
            fault(node, fmt::format("\"{}\" cannot be \"{}\"; one of: {}", field.name, *given,
                                    fmt::join(field.choices, ", ")));
        return *given;
    }

    std::vector<std::string> texts_of(std::string_view name, const toml::node& node) {
        std::vector<std::string> texts;
        const auto* array = node.as_array();
        if (!array) {
            fault(node, fmt::format("\"{}\" is a list of strings", name));
            return texts;
        }
        std::set<std::string> seen;
        for (const auto& element : *array) {
            const auto text = element.value_exact<std::string>();
            if (!text || text->empty())
                fault(element, fmt::format("\"{}\" lists strings", name));
            else if (name != "commands" && !seen.insert(*text).second)
                fault(element, fmt::format("\"{}\" stands twice in \"{}\"", *text, name));
            else
                texts.push_back(*text);
        }
        return texts;
    }

    void check_source(const toml::table& from) {
        const auto* source = from.get("source");
        if (!source) return fault(from, "a row has a source");
        if (const auto text = source->value_exact<std::string>(); text && !text->empty()) return;
        if (const auto* list = source->as_array(); list && !list->empty()) {
            texts_of("source", *source);
            return;
        }
        fault(*source, "a source is a string or a list of strings");
    }

    void read_nested(const toml::table& from, Row& row) {
        if (const auto* commands = from.get_as<toml::array>("commands");
            commands && !commands->empty())
            for (const auto& command : *commands)
                row.commands.push_back(texts_of("commands", command));
        else
            fault(from, "a launcher has a list \"commands\" of lists of words");
        read_rows(from, "flags", flag_fields(), row.flags);
        read_rows(from, "contradictions", contradiction_fields(), row.contradictions);
        check_flags(row);
    }

    void read_rows(const toml::table& from, std::string_view name, std::span<const Field> fields,
                   std::vector<Row>& rows) {
        const auto* node = from.get(name);
        if (!node) return;
        const auto* array = node->as_array();
        if (!array) return fault(*node, fmt::format("\"{}\" is a list of tables", name));
        for (const auto& element : *array) {
            if (const auto* table = element.as_table())
                rows.push_back(read(*table, fields, false, false));
            else
                fault(element, fmt::format("\"{}\" is a list of tables", name));
        }
    }

    void check_flags(const Row& row) {
        static const std::set<std::string_view> arities = {"0", "1", "2",   "3", "?",
                                                           "*", "+", "1-2", "=?"};
        std::set<std::string_view> names;
        for (const auto& flag : row.flags) {
            if (!arities.contains(flag.text("arity")))
                problems_.add(file_, flag.line,
                              fmt::format("unknown arity \"{}\"", flag.text("arity")));
            for (const auto& name : flag.texts("names")) {
                if (!name.starts_with('-') && !name.starts_with('+'))
                    problems_.add(file_, flag.line, fmt::format("\"{}\" is no option", name));
                if (!names.insert(name).second)
                    problems_.add(file_, flag.line, fmt::format("a second flag \"{}\"", name));
            }
        }
        for (const auto& pair : row.contradictions)
            for (const auto* end : {"first", "second"})
                if (!names.contains(pair.text(end)))
                    problems_.add(file_, pair.line, fmt::format("no flag \"{}\"", pair.text(end)));
    }

    std::string file_;
    Problems& problems_;
};

void check_duplicates(const Table& table, Problems& problems) {
    std::map<std::string, std::size_t> seen;
    for (const auto& row : table.rows) {
        std::string key;
        for (const auto field : table.schema->key) key += row.text(field) + " ";
        key.pop_back();
        const auto [before, fresh] = seen.emplace(key, row.line);
        if (!fresh)
            problems.add(
                table.file, row.line,
                fmt::format("a second row \"{}\" (the first is in line {})", key, before->second));
    }
}

Table read_table(const fs::path& folder, const TableSchema& schema, bool launcher,
                 Problems& problems) {
    Table table{.schema = &schema,
                .file = (folder / (std::string(schema.name) + ".toml")).string()};
    if (!fs::exists(table.file)) return table;
    TableReader reader(table.file, problems);
    try {
        const auto file = toml::parse_file(table.file);
        for (const auto& [key, node] : file) {
            if (key.str() != "row" || !node.is_array_of_tables()) {
                reader.fault(node, "a table file holds [[row]] tables and nothing else");
                continue;
            }
            for (const auto& element : *node.as_array())
                table.rows.push_back(reader.read(*element.as_table(), schema.fields, true, launcher,
                                                 schema.built_in));
        }
    } catch (const toml::parse_error& error) {
        problems.add(table.file, error.source().begin.line, std::string(error.description()));
    }
    check_duplicates(table, problems);
    return table;
}

}  // namespace

const std::string& Row::text(std::string_view field) const {
    static const std::string none;
    const auto found = values.find(field);
    return found == values.end() ? none : found->second.text;
}

const std::vector<std::string>& Row::texts(std::string_view field) const {
    static const std::vector<std::string> none;
    const auto found = values.find(field);
    return found == values.end() ? none : found->second.texts;
}

bool Row::is(std::string_view field) const {
    const auto found = values.find(field);
    return found != values.end() && found->second.boolean;
}

std::vector<Table> read_tables(const fs::path& folder, Problems& problems) {
    std::vector<Table> tables;
    for (const auto& schema : schemas())
        tables.push_back(read_table(folder, schema, false, problems));
    tables.push_back(read_table(folder, launcher_schema(), true, problems));
    if (fs::is_directory(folder))
        for (const auto& entry : fs::directory_iterator(folder))
            if (std::none_of(tables.begin(), tables.end(), [&](const Table& table) {
                    return fs::path(table.file).filename() == entry.path().filename();
                }))
                problems.add(entry.path().string(), 1, "no table of that name is known");
    return tables;
}

}  // namespace trainlint::generate
