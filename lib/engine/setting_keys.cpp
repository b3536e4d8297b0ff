#include <array>

#include "trainlint/workspace.hpp"

namespace trainlint {

std::span<const SettingKey> setting_keys() {
    static constexpr std::array<SettingKey, 19> keys{{
        {"required-version", "string", "", "versions of trainlint that this project accepts"},
        {"root", "boolean", "false", "no folder above this one belongs to the project"},
        {"fail-on", "string", "\"warning\"",
         "the least severity that fails a run: error, warning, performance or style"},
        {"select", "list", "", "families, rules, aliases or rule:row that run; all by default"},
        {"ignore", "list", "[]", "families, rules, aliases or rule:row that do not run"},
        {"exclude", "list", "[]", "path patterns that are not read, relative to this file"},
        {"severity", "table", "{}", "rules and the severity of their findings"},
        {"min-confidence", "string", "\"medium\"",
         "the least confidence that is told: low, medium or high"},
        {"preview", "boolean", "false", "runs the rules that are still tried out"},
        {"target", "table", "", "where the code runs; [target.NAME] for several"},
        {"target.torch", "string", "", "versions of a package, such as \">=2.4,<2.8\""},
        {"target.accelerator", "string", "",
         "nvidia, amd, ascend, kunlun, cambricon, hygon, moore-threads, tpu, gaudi, xpu or cpu"},
        {"target.nodes", "number", "", "nodes of a job"},
        {"target.devices-per-node", "number", "", "accelerators of a node"},
        {"target.fabric", "string", "", "infiniband, roce, efa, tcpx or ethernet"},
        {"ignore.rule", "string", "", "[[ignore]]: the rule, alias, rule:row or family"},
        {"ignore.path", "string", "", "[[ignore]]: pattern of paths, relative to this file"},
        {"ignore.key", "string", "", "[[ignore]]: dotted key of a config; may be left out"},
        {"ignore.reason", "string", "", "[[ignore]]: why, for those who read it"},
    }};
    return keys;
}

std::string_view version() {
    return TRAINLINT_VERSION;
}

}  // namespace trainlint
