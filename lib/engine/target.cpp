#include <algorithm>
#include <array>
#include <charconv>

#include "engine/config_file.hpp"
#include "engine/spelling.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::engine {

namespace {

constexpr std::array<std::string_view, 11> accelerators{
    "nvidia",        "amd", "ascend", "kunlun", "cambricon", "hygon",
    "moore-threads", "tpu", "gaudi",  "xpu",    "cpu"};
constexpr std::array<std::string_view, 5> fabrics{"infiniband", "roce", "efa", "tcpx", "ethernet"};
constexpr std::array<std::string_view, 4> plain_keys{"accelerator", "nodes", "devices-per-node",
                                                     "fabric"};

/// Packages whose versions some rule may ask for.
std::vector<std::string_view> packages() {
    std::vector<std::string_view> names{
        "python",     "cuda",      "nccl",       "torch",     "jax",          "jaxlib", "paddle",
        "tensorflow", "deepspeed", "accelerate", "lightning", "transformers", "horovod"};
    const auto add = [&](std::string_view name) {
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    };
    for (const auto& row : knowledge::renamed_api()) add(row.framework);
    for (const auto& row : knowledge::variables()) add(row.owner);
    for (const auto& row : knowledge::launchers()) add(row.framework);
    for (const auto& row : knowledge::config_keys()) add(row.system);
    return names;
}

std::string listed(std::span<const std::string_view> names) {
    std::string text;
    for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

std::string one_of(std::string_view key, std::string_view value,
                   std::span<const std::string_view> names) {
    return "\"" + std::string(value) + "\" is no " + std::string(key) + suggestion(value, names) +
           "; one of: " + listed(names);
}

bool is_count(std::string_view value) {
    std::uint32_t number = 0;
    const auto* end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, number);
    return read.ec == std::errc{} && read.ptr == end && number > 0;
}

}  // namespace

std::optional<TargetValue> read_target(std::string_view key, std::string_view value,
                                       std::string& fault) {
    TargetValue out{std::string(key), std::string(value), std::nullopt, 0};
    if (key == "accelerator" || key == "fabric") {
        const auto names = key == "fabric" ? std::span<const std::string_view>(fabrics)
                                           : std::span<const std::string_view>(accelerators);
        if (std::find(names.begin(), names.end(), value) != names.end()) return out;
        fault = one_of(key, value, names);
        return std::nullopt;
    }
    if (key == "nodes" || key == "devices-per-node") {
        if (is_count(value)) return out;
        fault = "\"" + std::string(key) + "\" is a whole number above 0, not \"" +
                std::string(value) + "\"";
        return std::nullopt;
    }
    auto known = packages();
    if (std::find(known.begin(), known.end(), key) == known.end()) {
        known.insert(known.end(), plain_keys.begin(), plain_keys.end());
        fault = "a target has no key \"" + std::string(key) + "\"" + suggestion(key, known);
        return std::nullopt;
    }
    out.versions = VersionSet::parse(value, Dialect::target);
    if (out.versions && !out.versions->empty()) return out;
    fault = "\"" + std::string(value) + "\" is no set of versions, such as \">=2.4,<2.8\"";
    return std::nullopt;
}

}  // namespace trainlint::engine
