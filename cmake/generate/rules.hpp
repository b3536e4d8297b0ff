/// The rules' pages, checked, as the data of RuleInfo.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "page.hpp"
#include "problems.hpp"
#include "tables.hpp"
#include "trigger_list.hpp"

namespace trainlint::generate {

struct Rule {
    std::string name;    ///< "missing-set-epoch"
    std::string family;  ///< "data-loading"
    std::string reads;   ///< "launch" ...; empty: a table rule or the engine's own
    std::string table;
    std::string severity, confidence;
    bool preview = false;
    std::vector<std::string> aliases, applies;
    std::string message;
    std::vector<std::pair<std::string, std::string>> related;
    std::vector<TriggerRow> triggers;
    pages::Page page;
    std::string file;
    std::size_t message_line = 0;
};

/// All pages below `folder`, sorted by name.
[[nodiscard]] std::vector<Rule> read_rules(const std::filesystem::path& folder,
                                           std::span<const TriggerRow> of_tables, Problems&);

/// Names and aliases are unique over pages and tables.
void check_names(std::span<const Rule>, std::span<const Table>, Problems&);

}  // namespace trainlint::generate
