#include "frontends/structured/state.hpp"

#include <string>
#include <utility>

#include "frontends/structured/commands.hpp"
#include "frontends/structured/json_values.hpp"
#include "frontends/structured/toml_reader.hpp"
#include "frontends/structured/tree.hpp"
#include "frontends/structured/yaml_reader.hpp"

namespace trainlint::structured {

Tree read(std::string_view text, text::Language language) {
    switch (language) {
        case text::Language::yaml:
            return read_yaml(text);
        case text::Language::json:
            return read_json(text);
        case text::Language::toml:
            return read_toml(text);
        default:
            return {};
    }
}

void state(std::shared_ptr<const text::Fragment> data, const frontends::Demand& demand,
           Names& names, frontends::Stated& stated) {
    Tree tree = read(data->text(), data->language());
    stated.fragment = std::move(data);
    for (const Fault& fault : tree.faults) {
        stated.problems.push_back({std::string(fault.what), stated.fragment->place(fault.at)});
    }
    state_commands(tree, demand, names, stated);
    stated.comments = std::move(tree.comments);
    stated.documents = std::move(tree.documents);
}

}  // namespace trainlint::structured
