#include "job/configs.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "knowledge/tables.hpp"

namespace trainlint::job {

namespace {

/// Top-level keys that only DeepSpeed's configs have; `zero_optimization` alone is proof enough.
constexpr std::array<std::string_view, 8> deepspeed_keys = {
    "train_micro_batch_size_per_gpu", "train_batch_size", "gradient_accumulation_steps",
    "gradient_clipping", "steps_per_print", "wall_clock_breakdown", "fp16", "bf16"};

bool is_deepspeeds_key(std::string_view key) {
    const auto& rows = knowledge::config_keys();
    return std::any_of(rows.begin(), rows.end(), [&](const knowledge::ConfigKey& row) {
        return row.system == "deepspeed" && row.path == key;
    });
}

/// A model's or a trainer's config may hold DeepSpeed's keys among keys of its own.
bool is_of_another(const facts::Value& root) {
    if (root.find("model_type") || root.find("architectures") || root.find("deepspeed"))
        return true;
    const auto known =
        std::count_if(root.members.begin(), root.members.end(),
                      [](const facts::Value::Member& m) { return is_deepspeeds_key(m.key); });
    return 2 * static_cast<std::size_t>(known) < root.members.size();
}

bool is_deepspeed(const facts::Value& root) {
    using Kind = facts::Value::Kind;
    if (root.kind != Kind::mapping) return false;
    const auto* zero = root.find("zero_optimization");
    const auto known = std::count_if(deepspeed_keys.begin(), deepspeed_keys.end(),
                                     [&](auto key) { return root.find(key) != nullptr; });
    const bool sure = zero && zero->kind == Kind::mapping
                          ? known >= 1 || root.members.size() == 1
                          : known >= 3 && (root.find("train_micro_batch_size_per_gpu") ||
                                           root.find("train_batch_size"));
    return sure && !is_of_another(root);
}

}  // namespace

std::optional<Config> config_of(const link::Document& document) {
    if (document.language != text::Language::json || document.stated.empty()) return std::nullopt;
    const auto& stated = document.stated.front();
    if (stated.documents.size() != 1 || !is_deepspeed(stated.documents.front()))
        return std::nullopt;
    return Config{.system = "deepspeed",
                  .document = document.id,
                  .root = &stated.documents.front(),
                  .fragment = stated.fragment};
}

}  // namespace trainlint::job
