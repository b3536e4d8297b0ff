/// How a job is started, after linking: launches, allocations, configs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/program.hpp"
#include "trainlint/rule.hpp"
#include "trainlint/text.hpp"

namespace trainlint::job {

/// An option that a launcher was given, read by the launcher's row.
struct LaunchOption {
    std::string spelled;                       ///< "--nproc_per_node", as written
    std::string_view role;                     ///< of the row: "nproc_per_node"; empty: none
    std::string_view row_name;                 ///< the flag's first spelling; empty: unknown
    std::string_view kind;                     ///< of the row: "int", "choice", "switch" ...
    std::span<const std::string_view> choices; ///< of the row, kind "choice"
    std::string_view deprecated;               ///< of the row: why and since when; empty: it is not
    std::string_view replaced_by;              ///< of the row: the option to write instead
    bool known = true;                         ///< false: the launcher has no such option
    bool ambiguous = false;                    ///< a prefix of several options
    bool sure = true;                          ///< no word before it may hide other words
    std::size_t word = 0;                      ///< index into Command::words
    std::optional<std::size_t> value_word;     ///< `--a b`: the next; `--a=b`: the same word
    std::optional<std::string> value;          ///< none: a switch, or not known
    text::Place at;                            ///< the option's name
    text::Place value_at;
};

/// Devices that the scheduler gives, per node.
struct Allocation {
    std::string_view system;                   ///< "slurm", "kubernetes"
    facts::Number nodes, devices_per_node, tasks_per_node;
    bool exclusive = false;
    text::Place at;
};

struct DeviceList {
    std::vector<std::string> names;
    Symbol variable{};
    text::Place at;
    facts::Origin origin{};
};

/// That a launcher is on its way out, from its row.
struct Deprecation {
    std::string_view framework, since;         ///< "torch", "1.9"
    std::string_view removed_in;               ///< empty: still there
    std::vector<std::string> replacement;      ///< words to start instead: "torchrun"
    std::string_view replacement_module;       ///< for `python -m`: "torch.distributed.run"
    std::string_view replacement_since;        ///< version that brought them
};

/// An option that a launcher adds to those of the script: `--local-rank=N`.
struct AddedOption {
    std::string_view spelled;                  ///< "--local-rank"
    std::string_view framework, since;         ///< "torch", "2.0": spelled so from there on
    std::string_view before;                   ///< spelled so before: "--local_rank"; may be empty
};

/// Two options of one command that contradict each other, from the launcher's row.
struct Contradiction {
    std::size_t first = 0, second = 0;         ///< indices into Launch::options
    std::string_view why;
};

/// What a launcher is started through: `srun`, `mpirun`, `docker run`, `env`.
struct Wrapper {
    std::string_view name;                     ///< row of launchers.toml
    const facts::Command* command = nullptr;   ///< on which it stands: `srun bash -c "torchrun ..."`
    std::vector<LaunchOption> options;
    bool understood = true;                    ///< false: a word before the rest is not known

    [[nodiscard]] const LaunchOption* find(std::string_view role) const;
};

/// A launcher's command: `torchrun ... train.py ...`.
struct Launch {
    std::string_view launcher;                 ///< row of launchers.toml
    const facts::Command* command = nullptr;
    std::size_t first = 0, last = 0;           ///< words of the launcher itself: [first, last)
    std::vector<LaunchOption> options;
    bool understood = true;                    ///< false: a word before the script is not known
    std::optional<std::size_t> script_word;    ///< index of the script or module
    bool script_is_module = false;             ///< -m
    std::vector<Wrapper> wrappers;             ///< outermost first
    facts::Number nodes, processes_per_node;
    std::optional<DeviceList> visible_devices; ///< from the environment that reaches its processes
    std::optional<Allocation> allocation;
    std::string script;                        ///< path of the script, where found
    const program::Module* program = nullptr;  ///< what the script states, where it was read
    text::Place at;                            ///< the launcher's words
    std::optional<Deprecation> deprecation;
    std::vector<Contradiction> contradictions;
    bool all_options_known = false;            ///< the row lists every option of the launcher
    std::optional<AddedOption> added_option;
    std::vector<std::string_view> option_names;///< every spelling that the launcher knows
    /// Words behind the script that are spelled as options of this launcher; none behind `--`.
    std::vector<LaunchOption> behind_script;
    /// The launcher, or "python", that stands where the script should; empty: none.
    std::string_view inner_launcher;
    /// Variables that the scheduler sets for each task, expanded before it starts the tasks.
    std::vector<facts::Expansion> early_expansions;

    [[nodiscard]] const Wrapper* wrapper(std::string_view name) const;

    [[nodiscard]] const LaunchOption* find(std::string_view role) const;
};

/// A config file of a known system (DeepSpeed JSON).
struct Config {
    std::string_view system;                   ///< of config_keys.toml: "deepspeed"
    text::DocumentId document{};
    const facts::Value* root = nullptr;
    std::shared_ptr<const text::Fragment> fragment;
};

/// A container of a pod.
struct Container {
    const facts::Value* value = nullptr;       ///< its mapping
    std::string name;                          ///< empty: not given, or a template
    std::optional<std::int64_t> devices;       ///< accelerators that it asks for; none: not known
    const facts::Value* devices_value = nullptr;  ///< null: it asks for none
};

/// A pod, or the template that pods are made of.
struct Pod {
    const facts::Value* spec = nullptr;        ///< the mapping that holds `containers`
    std::string role;                          ///< key of its replicas: "Master"; empty: it has none
    std::vector<Container> containers;
    bool templated = false;                    ///< some of it is made by a template (Helm)
};

/// A Kubernetes object that makes pods.
struct Manifest {
    std::string api_version, kind;             ///< "kubeflow.org/v1", "PyTorchJob"
    const facts::Value* root = nullptr;
    std::shared_ptr<const text::Fragment> fragment;
    std::vector<Pod> pods;                     ///< in the order of their places
};

/// What is started together: the launches of one script or manifest.
struct Job {
    text::DocumentId document{};
    std::vector<const Launch*> launches;
    std::vector<const Config*> configs;
    std::vector<const Manifest*> manifests;
    /// Options of a scheduler in the comments of a script: words "#SBATCH", "--nodes=2".
    std::vector<const facts::Command*> directives;
    std::vector<const facts::Command*> late_directives;  ///< behind the first command
};

}  // namespace trainlint::job
