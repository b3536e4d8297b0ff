#include "job/configs.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace trainlint::job {

namespace {

/// Top-level keys that only DeepSpeed's configs have; `zero_optimization` alone is proof enough.
constexpr std::array<std::string_view, 8> deepspeed_keys = {
    "train_micro_batch_size_per_gpu", "train_batch_size", "gradient_accumulation_steps",
    "gradient_clipping", "steps_per_print", "wall_clock_breakdown", "fp16", "bf16"};

bool is_deepspeed(const facts::Value& root) {
    using Kind = facts::Value::Kind;
    if (root.kind != Kind::mapping) return false;
    // A model's or a trainer's config may hold DeepSpeed's among keys of its own.
    if (root.find("model_type") || root.find("architectures") || root.find("deepspeed"))
        return false;
    const auto* zero = root.find("zero_optimization");
    const auto known = std::count_if(deepspeed_keys.begin(), deepspeed_keys.end(),
                                     [&](auto key) { return root.find(key) != nullptr; });
    if (zero && zero->kind == Kind::mapping) return known >= 1 || root.members.size() == 1;
    return known >= 3 && (root.find("train_micro_batch_size_per_gpu") ||
                          root.find("train_batch_size"));
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
