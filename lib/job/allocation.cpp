#include "job/allocation.hpp"

#include <algorithm>
#include <string_view>

#include "job/manifests.hpp"
#include "job/words.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::job {

namespace {

/// Options of one scheduler command, by role, with the command they stand on.
struct Given {
    const facts::Command* command = nullptr;
    LaunchOption option;
};

class SlurmOptions {
public:
    void add(const facts::Command& command, const std::vector<LaunchOption>& options) {
        for (const auto& option : options)
            if (!option.role.empty()) given_.push_back({&command, option});
    }

    [[nodiscard]] const Given* find(std::string_view role) const {
        for (auto it = given_.rbegin(); it != given_.rend(); ++it)
            if (it->option.role == role) return &*it;
        return nullptr;
    }

    [[nodiscard]] bool empty() const { return given_.empty(); }

private:
    std::vector<Given> given_;
};

Slice value_slice(const Given& given) {
    const auto& word = given.command->words[*given.option.value_word];
    const bool joined = *given.option.value_word == given.option.word;
    if (!joined) return whole(word);
    const auto equals = word.text.find('=');
    const bool is_long = word.text.starts_with("--");
    return from(word, is_long && equals != std::string::npos ? equals + 1 : 2);
}

facts::Number plain_number(const Given* given) {
    if (!given || !given->option.value_word) return {};
    return number_of(value_slice(*given));
}

/// The number at the end of "gpu:a100:4", "a100:4", "4"; "gpu" alone is one device.
facts::Number last_number(const Slice& slice, bool bare_is_one) {
    if (!slice.known()) return number_of(slice);
    const auto text = slice.text();
    const auto colon = text.rfind(':');
    const std::size_t skip = colon == std::string_view::npos ? 0 : colon + 1;
    Slice digits{slice.word, slice.begin + skip, slice.end};
    // "gpu:4(S:0-1)" names sockets behind the number.
    if (const auto open = digits.text().find('('); open != std::string_view::npos)
        digits.end = digits.begin + open;
    auto number = number_of(digits);
    if (!number.coefficient && bare_is_one && digits.known())
        number = {.coefficient = 1, .factors = {}, .origin = origin_of(slice), .at = place_of(slice)};
    return number;
}

/// "gpu:4" out of "lustre,gpu:a100:4": the entries of --gres are apart by commas.
std::optional<Slice> gpu_entry(const Slice& slice) {
    std::size_t begin = slice.begin;
    while (begin <= slice.end) {
        auto end = slice.word->text.find(',', begin);
        if (end == std::string::npos || end > slice.end) end = slice.end;
        const Slice entry{slice.word, begin, end};
        const auto name = entry.text().substr(0, entry.text().find(':'));
        if (name == "gpu" || name == "gres/gpu") return entry;
        begin = end + 1;
    }
    return std::nullopt;
}

facts::Number devices_per_node(const SlurmOptions& options, const Allocation& allocation) {
    if (const auto* given = options.find("gpus_per_node"); given && given->option.value_word)
        return last_number(value_slice(*given), false);
    if (const auto* given = options.find("gres"); given && given->option.value_word) {
        const auto slice = value_slice(*given);
        if (!slice.known()) return {};
        if (const auto entry = gpu_entry(slice)) return last_number(*entry, true);
    }
    if (const auto* given = options.find("gpus_per_task"); given && given->option.value_word)
        return multiply(last_number(value_slice(*given), false), allocation.tasks_per_node);
    const bool one_node = allocation.nodes.coefficient == 1 && allocation.nodes.factors.empty();
    if (const auto* given = options.find("gpus_total"); given && given->option.value_word && one_node)
        return last_number(value_slice(*given), false);
    return {};
}

}  // namespace

namespace {

SlurmOptions options_of(const frontends::Stated& script) {
    SlurmOptions options;
    const auto* sbatch = knowledge::find_launcher("sbatch");
    for (const auto& directive : script.directives) {
        if (!sbatch || directive.words.empty() || directive.words.front().text != "#SBATCH")
            continue;
        if (directive.words.size() > 1 && directive.words[1].text == "hetjob") return {};
        Met met;
        met.row = sbatch;
        read_options(directive, 1, met);
        options.add(directive, met.options);
    }
    return options;
}

Allocation allocation_of(const SlurmOptions& options) {
    Allocation allocation;
    allocation.system = "slurm";
    allocation.nodes = plain_number(options.find("nnodes"));
    allocation.tasks_per_node = plain_number(options.find("ntasks_per_node"));
    allocation.exclusive = options.find("exclusive") != nullptr;
    allocation.devices_per_node = devices_per_node(options, allocation);
    allocation.at = allocation.devices_per_node.at;
    return allocation;
}

}  // namespace

std::optional<Allocation> slurm_allocation(const frontends::Stated& script,
                                           const facts::Command& command,
                                           std::span<const Met> wrappers) {
    const auto given = options_of(script);
    auto allocation = allocation_of(given);
    // A step never gets more than the job: its own options count where the job's say nothing.
    if (!given.empty() && allocation.devices_per_node.coefficient) return allocation;
    for (const auto& met : wrappers) {
        if (met.row->name != "srun" && met.row->name != "salloc") continue;
        SlurmOptions step;
        step.add(command, met.options);
        auto of_step = allocation_of(step);
        if (!of_step.devices_per_node.coefficient) continue;
        if (!of_step.nodes.coefficient) of_step.nodes = allocation.nodes;
        return of_step;
    }
    if (given.empty()) return std::nullopt;
    return allocation;
}

namespace {

/// The innermost mapping with `command` or `args` around a place.
const facts::Value* container_around(const facts::Value& value, text::Span span) {
    if (!value.span.contains(span)) return nullptr;
    for (const auto& member : value.members)
        if (const auto* inner = container_around(member.value, span)) return inner;
    const bool has_command = value.find("command") || value.find("args");
    return value.kind == facts::Value::Kind::mapping && has_command ? &value : nullptr;
}

}  // namespace

std::optional<Allocation> container_allocation(const frontends::Stated& manifest,
                                               const facts::Command& command) {
    const facts::Value* container = nullptr;
    for (const auto& document : manifest.documents)
        if (const auto* found = container_around(document, command.span)) container = found;
    if (!container) return std::nullopt;
    const auto* amount = devices_of(*container);
    if (!amount) return std::nullopt;
    Allocation allocation;
    allocation.system = "kubernetes";
    allocation.at = manifest.fragment->place(amount->span);
    allocation.devices_per_node.coefficient = integer(amount->text);
    allocation.devices_per_node.at = allocation.at;
    if (allocation.devices_per_node.coefficient)
        allocation.devices_per_node.origin = facts::Origin::literal;
    return allocation;
}

}  // namespace trainlint::job
