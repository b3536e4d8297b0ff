#include "flow/rows.hpp"

#include <string>

namespace trainlint::flow {

namespace {

/// Tables may spell TensorFlow's names as its users do.
std::string short_tensorflow(std::string_view name) {
    constexpr std::string_view root = "tensorflow.";
    if (!name.starts_with(root)) return {};
    return "tf." + std::string(name.substr(root.size()));
}

Rows exact_rows(std::string_view name) {
    return {.collective = knowledge::find_collective(name),
            .rank = knowledge::find_rank_source(name),
            .event = knowledge::find_event(name),
            .no_return = knowledge::is_no_return(name)};
}

}  // namespace

Rows rows_of(std::string_view name) {
    const auto rows = exact_rows(name);
    if (!rows.empty()) return rows;
    const auto other = short_tensorflow(name);
    return other.empty() ? rows : exact_rows(other);
}

const Rows& KnownRows::of(Symbol name) {
    const auto found = rows_.find(name);
    if (found != rows_.end()) return found->second;
    return rows_.emplace(name, rows_of(names_.text(name))).first->second;
}

const knowledge::RankSource* KnownRows::environment(Symbol variable) {
    const auto found = environment_.find(variable);
    if (found != environment_.end()) return found->second;
    const auto name = "env:" + std::string(names_.text(variable));
    return environment_.emplace(variable, knowledge::find_rank_source(name)).first->second;
}

}  // namespace trainlint::flow
