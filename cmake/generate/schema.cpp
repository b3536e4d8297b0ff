#include "schema.hpp"

namespace trainlint::generate {

namespace {

using Kind = Field::Kind;

const std::vector<Field> renamed_api_fields = {
    {"name", Kind::text, true},
    {"replacement"},
    {"framework", Kind::text, true},
    {"match", Kind::text, true, {"name", "argument"}},
    {"deprecated_since", Kind::version},
    {"removed_in", Kind::version},
    {"same_call", Kind::boolean},
    {"advice"},
    {"aliases", Kind::texts},
    {"triggers", Kind::texts, false, {}, 0, false},
};

const std::vector<Field> variable_fields = {
    {"name", Kind::text, true},
    {"owner", Kind::text, true},
    {"type", Kind::text, true, {"bool", "int", "size", "enum", "string", "list", "pattern"}},
    {"values", Kind::texts},
    {"since", Kind::version},
    {"deprecated_in", Kind::version},
    {"removed_in", Kind::version},
    {"replaced_by"},
    {"never_existed", Kind::boolean},
    {"advice"},
    {"aliases", Kind::texts},
};

const std::vector<Field> config_key_fields = {
    {"system", Kind::text, true},
    {"path", Kind::text, true},
    {"type",
     Kind::text,
     true,
     {"bool", "int", "number", "string", "enum", "list", "map", "number-or-auto", "int-or-auto",
      "bool-or-auto", "any"}},
    {"values", Kind::texts},
    {"deprecated_in", Kind::version},
    {"removed_in", Kind::version},
    {"replaced_by"},
    {"open", Kind::boolean},
    {"advice"},
    {"aliases", Kind::texts},
};

const std::vector<Field> collective_fields = {
    {"name", Kind::text, true},
    {"kind", Kind::text, true, {"collective", "p2p", "group-creating", "implicit", "none"}},
    {"op"},
    {"framework", Kind::text, true},
    {"group_arg"},
    {"rooted"},
    {"group_position", Kind::integer, false, {}, -1},
    {"applies"},
};

const std::vector<Field> rank_source_fields = {
    {"name", Kind::text, true},
    {"framework", Kind::text, true},
    {"scope", Kind::text, true, {"global", "local", "node", "group"}},
    {"value", Kind::text, true, {"rank", "bool", "role", "decorator", "device", "host", "uniform"}},
};

const std::vector<Field> event_fields = {
    {"name", Kind::text, true},
    {"event",
     Kind::text,
     true,
     {"bind_device", "touch_device", "init", "destroy", "group_create", "spawn", "wrap", "env_read",
      "env_write", "file_read", "file_write", "file_delete", "folder_create"}},
    {"framework", Kind::text, true},
};

const std::vector<Field> scheduler_fields = {
    {"system", Kind::text, true},
    {"name", Kind::text, true},
    {"meaning", Kind::text, true},
    {"scope", Kind::text, true, {"job", "task", "step", "node", "pod"}},
};

const std::vector<Field> trigger_fields = {
    {"literal", Kind::text, true}, {"left", Kind::boolean},          {"right", Kind::boolean},
    {"languages", Kind::texts, true},
};

const std::vector<TableSchema> all = {
    {"renamed_api", "RenamedApi", "renamed_api", "find_renamed_api", {"name"}, renamed_api_fields},
    {"variables", "Variable", "variables", "find_variable", {"name"}, variable_fields},
    {"config_keys", "ConfigKey", "config_keys", "", {"system", "path"}, config_key_fields},
    {"collectives", "Collective", "collectives", "find_collective", {"name"}, collective_fields},
    {"rank_sources",
     "RankSource",
     "rank_sources",
     "find_rank_source",
     {"name"},
     rank_source_fields},
    {"signatures",
     "Signature",
     "signatures",
     "find_signature",
     {"name"},
     {{"name", Kind::text, true}, {"parameters", Kind::texts, true}, {"returns", Kind::texts}}},
    {"events", "EventRow", "events", "find_event", {"name"}, event_fields},
    {"no_return",
     "NoReturn",
     "no_returns",
     "find_no_return",
     {"name"},
     {{"name", Kind::text, true}}},
    {"scheduler_environments",
     "SchedulerVariable",
     "scheduler_variables",
     "find_scheduler_variable",
     {"system", "name"},
     scheduler_fields},
    {"triggers", "", "", "", {"literal"}, trigger_fields, false},
};

const TableSchema launchers = {"launchers",
                               "Launcher",
                               "launchers",
                               "find_launcher",
                               {"name"},
                               {{"name", Kind::text, true},
                                {"wrapper", Kind::boolean},
                                {"positionals", Kind::integer},
                                {"assignments", Kind::boolean},
                                {"argparse", Kind::boolean},
                                {"prefixes", Kind::boolean},
                                {"dash_spellings", Kind::boolean},
                                {"complete", Kind::boolean},
                                {"single_dash", Kind::boolean},
                                {"deprecated_since", Kind::version},
                                {"removed_in", Kind::version},
                                {"framework"},
                                {"replaced_by"},
                                {"replacement_module"},
                                {"replacement_since", Kind::version},
                                {"environment", Kind::texts},
                                {"local_rank_argument"},
                                {"local_rank_since", Kind::version},
                                {"local_rank_before"},
                                {"aliases", Kind::texts}}};

const std::vector<Field> flags = {
    {"names", Kind::texts, true},
    {"arity", Kind::text, true},
    {"kind",
     Kind::text,
     false,
     {"int", "number", "string", "switch", "choice", "path", "list", "map", "mixed"}},
    {"role"},
    {"choices", Kind::texts},
    {"deprecated"},
    {"replaced_by"},
};

const std::vector<Field> contradictions = {
    {"first", Kind::text, true},
    {"second", Kind::text, true},
    {"why", Kind::text, true},
};

}  // namespace

std::span<const TableSchema> schemas() {
    return all;
}
const TableSchema& launcher_schema() {
    return launchers;
}
std::span<const Field> flag_fields() {
    return flags;
}
std::span<const Field> contradiction_fields() {
    return contradictions;
}

}  // namespace trainlint::generate
