#include <toml++/toml.h>

#include "engine/requirement_files.hpp"
#include "text/line_index.hpp"

namespace trainlint::engine {

namespace {

class PyprojectReader {
public:
    PyprojectReader(std::string_view text, std::vector<Requirement>& out)
        : text_(text), lines_(text), out_(out) {}

    void read(const toml::table& root) {
        list(root["project"]["dependencies"].node());
        lists(root["project"]["optional-dependencies"].as_table());
        lists(root["dependency-groups"].as_table());
        const auto poetry = root["tool"]["poetry"];
        poetry_table(poetry["dependencies"].as_table());
        poetry_table(poetry["dev-dependencies"].as_table());
        if (const auto* groups = poetry["group"].as_table())
            for (const auto& [name, group] : *groups)
                if (const auto* table = group.as_table())
                    poetry_table((*table)["dependencies"].as_table());
    }

private:
    void list(const toml::node* node) {
        const auto* array = node ? node->as_array() : nullptr;
        if (!array) return;
        for (const auto& element : *array)
            if (const auto* string = element.as_string()) add(string->get(), element);
    }
    void lists(const toml::table* table) {
        if (!table) return;
        for (const auto& [name, node] : *table) list(&node);
    }
    void poetry_table(const toml::table* table) {
        if (!table) return;
        for (const auto& [name, node] : *table) {
            const auto* value = &node;
            if (const auto* inner = node.as_table()) value = inner->get("version");
            const auto* string = value ? value->as_string() : nullptr;
            if (!string) continue;
            auto set = VersionSet::parse(string->get(), Dialect::poetry);
            if (!set || set->empty() || set->everything()) continue;
            out_.push_back({package_of(name.str()), std::move(*set), span_of(*value)});
        }
    }

    void add(std::string_view requirement, const toml::node& node) {
        const auto before = out_.size();
        read_requirement(requirement, 0, Dialect::pep440, out_);
        if (out_.size() > before) out_.back().at = span_of(node);
    }

    text::Span span_of(const toml::node& node) const {
        const auto& source = node.source();
        return {offset(source.begin), offset(source.end)};
    }
    std::uint32_t offset(const toml::source_position& position) const {
        if (position.line == 0 || position.column == 0) return 0;
        return lines_.offset({position.line - 1, position.column - 1},
                             text::ColumnUnit::code_points);
    }

    std::string_view text_;
    text::LineIndex lines_;
    std::vector<Requirement>& out_;
};

}  // namespace

void read_pyproject(std::string_view text, std::vector<Requirement>& out) {
    const auto parsed = toml::parse(text);
    if (parsed) PyprojectReader(text, out).read(parsed.table());
}

}  // namespace trainlint::engine
