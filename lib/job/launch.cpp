#include "job/launch.hpp"

#include <algorithm>
#include <array>

#include "job/words.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::job {

namespace {

Slice value_of(const facts::Command& command, const LaunchOption& option) {
    const auto& word = command.words[*option.value_word];
    if (*option.value_word != option.word) return whole(word);
    const auto equals = word.text.find('=');
    return from(word, equals == std::string::npos ? option.spelled.size() : equals + 1);
}

facts::Number number(const Launch& launch, std::string_view role) {
    const auto* option = launch.find(role);
    if (!option || !option->value_word) return {};
    return number_of(value_of(*launch.command, *option));
}

/// "0,1,2" is three devices; what is not such a list is not known.
facts::Number list_length(const Launch& launch, std::string_view role) {
    const auto* option = launch.find(role);
    if (!option || !option->value_word) return {};
    const auto slice = value_of(*launch.command, *option);
    const auto text = slice.text();
    if (!slice.known() || text.empty() ||
        text.find_first_not_of("0123456789,") != std::string_view::npos)
        return {};
    return {.coefficient = std::count(text.begin(), text.end(), ',') + 1,
            .factors = {},
            .origin = origin_of(slice),
            .at = place_of(slice)};
}

/// All processes over machines: known only where both are numbers that divide.
facts::Number per_machine(const facts::Number& total, const facts::Number& machines) {
    if (!total.coefficient || !total.factors.empty()) return {};
    auto each = total;
    const auto count = machines.coefficient.value_or(1);
    if (!machines.factors.empty() || count <= 0 || *total.coefficient % count != 0) return {};
    each.coefficient = *total.coefficient / count;
    return each;
}

void count_processes(Launch& launch) {
    launch.nodes = number(launch, "nnodes");
    if (launch.find("nproc_per_node")) {
        launch.processes_per_node = number(launch, "nproc_per_node");
    } else if (launch.find("num_processes")) {
        launch.nodes = number(launch, "num_machines");
        const bool stated = launch.find("num_machines") == nullptr || launch.nodes.coefficient;
        if (stated)
            launch.processes_per_node = per_machine(number(launch, "num_processes"), launch.nodes);
    } else if (launch.find("num_gpus")) {
        launch.processes_per_node = number(launch, "num_gpus");
    } else if (launch.find("devices")) {
        launch.processes_per_node = list_length(launch, "devices");
    }
}

/// Variables that name the devices which a process sees, as their drivers read them.
constexpr std::array<std::string_view, 8> visibility = {
    "CUDA_VISIBLE_DEVICES",   "HIP_VISIBLE_DEVICES",    "ROCR_VISIBLE_DEVICES",
    "ASCEND_RT_VISIBLE_DEVICES", "ASCEND_VISIBLE_DEVICES", "XPU_VISIBLE_DEVICES",
    "MLU_VISIBLE_DEVICES",    "MUSA_VISIBLE_DEVICES"};

/// The list in force: "0,1" or GPU-uuid names; nothing where it is not known or not set.
std::optional<DeviceList> visible_devices(const facts::Command& command, const Names& names) {
    std::optional<DeviceList> list;
    for (const auto& [name, value] : command.environment) {
        const auto variable = names.text(name);
        if (std::find(visibility.begin(), visibility.end(), variable) == visibility.end()) continue;
        list.reset();
        const auto slice = whole(value);
        if (!slice.known()) continue;
        list = DeviceList{.variable = name, .at = place_of(slice), .origin = origin_of(slice)};
        std::string_view rest = value.text;
        while (!rest.empty()) {
            const auto comma = rest.find(',');
            list->names.emplace_back(rest.substr(0, comma));
            rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
        }
    }
    return list;
}

bool names_script(const facts::Word& word) {
    return word.text.size() > 3 && word.text.ends_with(".py");
}

void find_script(Launch& launch, const Met& met) {
    const auto& words = launch.command->words;
    launch.script_is_module = launch.find("module") != nullptr;
    if (launch.find("no_python")) return;
    // Behind a word that may hide options, only a file name is surely the script.
    for (std::size_t at = met.rest; at < words.size(); ++at) {
        const bool sure = met.understood || names_script(words[at]);
        if (!sure && !words[at].text.starts_with('-')) continue;
        if (sure) launch.script_word = at;
        return;
    }
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto blank = text.find(' ');
        if (blank != 0) words.emplace_back(text.substr(0, blank));
        text = blank == std::string_view::npos ? "" : text.substr(blank + 1);
    }
    return words;
}

/// Where a word is written: a variable's assignment, if one brought it in.
text::Place written_place(const facts::Word& word) {
    const bool brought = !word.parts.empty() && word.parts.front().expansion && word.known();
    return brought ? word.parts.front().at : word.at;
}

/// The launcher's own words, if they stand together.
text::Place launcher_place(const facts::Command& command, const Met& met) {
    auto place = written_place(command.words[met.first]);
    const auto last = written_place(command.words[met.last - 1]);
    if (last.document == place.document && last.span.end > place.span.end)
        place.span.end = last.span.end;
    return place;
}

/// What the launcher's row says of every command that uses it.
void apply_row(Launch& launch, const knowledge::Launcher& row) {
    launch.all_options_known = row.complete;
    for (const auto& flag : row.flags)
        launch.option_names.insert(launch.option_names.end(), flag.names.begin(),
                                   flag.names.end());
    if (!row.deprecated_since.empty() || !row.removed_in.empty())
        launch.deprecation = Deprecation{.framework = row.framework,
                                         .since = row.deprecated_since,
                                         .removed_in = row.removed_in,
                                         .replacement = split(row.replaced_by),
                                         .replacement_module = row.replacement_module,
                                         .replacement_since = row.replacement_since};
    if (!row.local_rank_argument.empty() && !launch.find("use_env"))
        launch.added_option = AddedOption{.spelled = row.local_rank_argument,
                                          .framework = row.framework,
                                          .since = row.local_rank_since,
                                          .before = row.local_rank_before};
}

std::optional<std::size_t> option_named(const Launch& launch, std::string_view row_name) {
    for (std::size_t i = 0; i < launch.options.size(); ++i)
        if (launch.options[i].row_name == row_name) return i;
    return std::nullopt;
}

void find_contradictions(Launch& launch, const knowledge::Launcher& row) {
    for (const auto& pair : row.contradictions) {
        const auto first = option_named(launch, pair.first);
        const auto second = option_named(launch, pair.second);
        if (first && second) launch.contradictions.push_back({*first, *second, pair.why});
    }
}

/// Starts a task on every node, or several.
bool starts_tasks(std::string_view wrapper) {
    return wrapper == "srun" || wrapper == "mpirun" || wrapper == "jsrun";
}

}  // namespace

Wrapper wrapper_of(const facts::Command& command, const Met& met) {
    return {.name = met.row->name,
            .command = &command,
            .options = met.options,
            .understood = met.understood};
}

void find_early_expansions(Launch& launch, const facts::Command& command, const Met& wrapper,
                           const Names& names) {
    if (!starts_tasks(wrapper.row->name)) return;
    for (auto at = wrapper.rest; at < command.words.size(); ++at)
        for (const auto& part : command.words[at].parts) {
            if (!part.expansion || part.origin < facts::Origin::environment ||
                part.expansion->stage == facts::Stage::task_shell)
                continue;
            const auto* variable =
                knowledge::find_scheduler_variable(names.text(part.expansion->variable));
            if (variable && variable->scope == "task" &&
                (variable->meaning == "rank" || variable->meaning == "local_rank" ||
                 variable->meaning == "node_rank"))
                launch.early_expansions.push_back(*part.expansion);
        }
}

std::optional<Read> read_launch(const facts::Command& command, const Names& names) {
    auto rows = read_rows(command);
    if (rows.empty() || rows.back().row->wrapper) return std::nullopt;
    Read read;
    auto& met = rows.back();
    auto& launch = read.launch;
    launch.launcher = met.row->name;
    launch.command = &command;
    launch.first = met.first;
    launch.last = met.last;
    launch.options = std::move(met.options);
    launch.understood = met.understood;
    launch.at = launcher_place(command, met);
    count_processes(launch);
    launch.visible_devices = visible_devices(command, names);
    apply_row(launch, *met.row);
    find_contradictions(launch, *met.row);
    find_script(launch, met);
    if (launch.script_word) {
        launch.behind_script = options_behind_script(command, *launch.script_word + 1, *met.row);
        launch.inner_launcher = launcher_at(command, *launch.script_word);
    }
    rows.pop_back();
    for (const auto& wrapper : rows) {
        launch.wrappers.push_back(wrapper_of(command, wrapper));
        find_early_expansions(launch, command, wrapper, names);
    }
    read.wrappers = std::move(rows);
    return read;
}

std::string_view script_of(const Launch& launch) {
    if (!launch.script_word) return {};
    const auto& word = launch.command->words[*launch.script_word];
    if (!word.alternatives.empty()) return {};
    return word.text;
}

}  // namespace trainlint::job
