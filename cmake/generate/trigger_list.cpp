#include "trigger_list.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace trainlint::generate {

namespace {

constexpr std::array<std::string_view, 13> languages{
    "python", "notebook",   "shell", "cxx",   "yaml", "json",   "toml",
    "ini",    "dockerfile", "make",  "prose", "log",  "unknown"};

bool identifier(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
}

}  // namespace

std::uint16_t language_mask(std::string_view name) {
    const auto found = std::find(languages.begin(), languages.end(), name);
    return found == languages.end() ? std::uint16_t{0}
                                    : static_cast<std::uint16_t>(1 << (found - languages.begin()));
}

std::uint16_t mask_of_file(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 19> endings{{
        {".py", "python"},
        {".ipynb", "notebook"},
        {".sh", "shell"},
        {".sbatch", "shell"},
        {".slurm", "shell"},
        {".bash", "shell"},
        {".cpp", "cxx"},
        {".cu", "cxx"},
        {".cc", "cxx"},
        {".hpp", "cxx"},
        {".yaml", "yaml"},
        {".yml", "yaml"},
        {".json", "json"},
        {".toml", "toml"},
        {".cfg", "ini"},
        {".ini", "ini"},
        {"Dockerfile", "dockerfile"},
        {"Makefile", "make"},
        {".md", "prose"},
    }};
    for (const auto& [ending, language] : endings)
        if (name.ends_with(ending)) return language_mask(language);
    return language_mask("unknown");
}

std::vector<TriggerRow> table_triggers(std::span<const Table>) {
    return {};
}

bool stands_in(const TriggerRow& trigger, const pages::File& file) {
    if ((trigger.languages & mask_of_file(file.name)) == 0) return false;
    const auto& text = file.text;
    for (auto at = text.find(trigger.literal); at != std::string::npos;
         at = text.find(trigger.literal, at + 1)) {
        const auto end = at + trigger.literal.size();
        const bool left = !trigger.left || at == 0 || !identifier(text[at - 1]);
        const bool right = !trigger.right || end == text.size() || !identifier(text[end]);
        if (left && right) return true;
    }
    return false;
}

std::vector<TriggerRow> joined(std::vector<TriggerRow> rows) {
    std::sort(rows.begin(), rows.end(),
              [](const TriggerRow& a, const TriggerRow& b) { return a.literal < b.literal; });
    std::vector<TriggerRow> out;
    for (auto& row : rows) {
        if (out.empty() || out.back().literal != row.literal) {
            out.push_back(std::move(row));
            continue;
        }
        auto& kept = out.back();
        kept.left = kept.left && row.left;
        kept.right = kept.right && row.right;
        kept.strong = kept.strong || row.strong;
        kept.languages = static_cast<std::uint16_t>(kept.languages | row.languages);
    }
    return out;
}

}  // namespace trainlint::generate
