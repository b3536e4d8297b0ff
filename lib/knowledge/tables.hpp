/// Typed rows of rules/tables/*.toml, built in as constants. Every row has its source there; the
/// build refuses unknown fields, duplicates and rows without one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace trainlint::knowledge {

using Text = std::string_view;
using Texts = std::span<const std::string_view>;

/// renamed_api.toml: a name that was renamed, deprecated or removed.
struct RenamedApi {
    Text name;               ///< dotted; "f(arg=)" a keyword; "f(arg='x')" a keyword of that value
    Text replacement;        ///< dotted; empty: there is none
    Text framework;          ///< whose versions count: "torch", "jax" ...
    Text match;              ///< "name" or "argument"
    Text deprecated_since;   ///< version of `framework`; empty: not deprecated before removal
    Text removed_in;         ///< empty: still there
    bool same_call;          ///< the replacement takes the same arguments: an edit may be offered
    Text advice;             ///< what to do, one clause; empty: "use REPLACEMENT"
    Texts aliases;           ///< catalogue keys
};

/// variables.toml: environment variables.
struct Variable {
    Text name;
    Text owner;              ///< "nccl", "torch", ...
    Text type;               ///< bool, int, size, enum, string, list, pattern
    Texts values;            ///< enum: the accepted ones
    Text since, deprecated_in, removed_in;  ///< versions of the owner
    Text replaced_by;        ///< one name, or empty
    bool never_existed;      ///< people set it, nothing reads it
    Text advice;
    Texts aliases;
};

struct LauncherFlag {
    Texts names;
    std::int8_t least, most; ///< values it takes; most -1: any number
    bool optional_joined;    ///< takes a value only when joined by "="
    Text kind;               ///< int, string, switch, choice ...
    Text role;               ///< "nproc_per_node", "nnodes", "use_env" ...; empty: none
    Texts choices;
    Text deprecated;         ///< why and since when; empty: it is not
    Text replaced_by;
};

/// Options that contradict each other on one command.
struct Contradiction {
    Text first, second;      ///< names of flags as in LauncherFlag::names[0]
    Text why;
};

/// launchers.toml: what starts training processes, and the wrappers around it.
struct Launcher {
    Text name;
    std::span<const Texts> commands;  ///< ["python", "-m", "torch.distributed.run"], ["torchrun"]
    bool wrapper;            ///< it starts any command: srun, mpirun, env, docker run
    std::int8_t positionals; ///< wrapper: words between its options and the command (docker run: 1)
    bool assignments;        ///< wrapper: NAME=value words may stand before the command (env)
    bool argparse;           ///< "--flag=value" and unambiguous prefixes are accepted
    bool prefixes;           ///< unambiguous prefixes are accepted
    bool dash_spellings;     ///< "--a-b" and "--a_b" are the same for every flag
    bool complete;           ///< all its flags are listed: an unknown one is an error
    bool single_dash;        ///< long options with one dash (-np)
    std::span<const LauncherFlag> flags;
    std::span<const Contradiction> contradictions;
    Text deprecated_since;   ///< version of `framework`
    Text removed_in;
    Text framework;
    Text replaced_by;        ///< the words to start instead: "torchrun"
    Text replacement_module; ///< the module behind them: "torch.distributed.run"
    Text replacement_since;  ///< version of `framework` that brought them
    Texts environment;       ///< variables that it sets for its processes
    Text local_rank_argument;///< option that it adds to the script's: "--local-rank"; or empty
    Text local_rank_since;   ///< version of `framework` from which it is spelled so
    Text local_rank_before;  ///< how it was spelled before: "--local_rank"
    Texts aliases;
};

/// config_keys.toml
struct ConfigKey {
    Text system;             ///< "deepspeed"
    Text path;               ///< "zero_optimization.stage"; "*" stands for any key
    Text type;
    Texts values;
    Text deprecated_in, removed_in, replaced_by;
    bool open;               ///< any keys may stand below it
    Text advice;
    Texts aliases;
};

/// collectives.toml
struct Collective {
    Text name;               ///< dotted, or "Class.method" of `of`
    Text kind;               ///< collective, p2p, group-creating, implicit, none
    Text op;
    Text framework;
    Text group_arg;          ///< parameter that names the group; empty: none
    Text rooted;             ///< parameter that names the root
    std::int8_t group_position;  ///< position of group_arg; -1: keyword only or unknown
    Text applies;            ///< "lightning>=2.1": in other releases it is none; empty: in all it is
};

/// rank_sources.toml
struct RankSource {
    Text name;               ///< dotted, "env:RANK", "Class.attribute"
    Text framework;
    Text scope;              ///< global, local, node, group
    Text value;              ///< rank, bool, role, decorator, device, host, uniform
};

/// signatures.toml: parameters of functions whose arguments rules ask for.
struct Signature {
    Text name;               ///< dotted
    Texts parameters;        ///< in order; after "*" keyword only
    std::span<const std::string_view> returns;  ///< what it makes, if not itself: class names
};

/// events.toml: calls other than collectives that flow looks at.
struct EventRow {
    Text name;               ///< dotted
    Text event;              ///< bind_device, touch_device, init, destroy, spawn, wrap ...
    Text framework;
};

/// no_return.toml: calls after which nothing runs.
struct NoReturn {
    Text name;
};

/// scheduler_environments.toml
struct SchedulerVariable {
    Text system;             ///< "slurm"
    Text name;               ///< "SLURM_NNODES"
    Text meaning;            ///< nnodes, tasks, rank, local_rank ...
    Text scope;              ///< job, task, step, node, pod
};

[[nodiscard]] std::span<const RenamedApi> renamed_api();
[[nodiscard]] std::span<const Variable> variables();
[[nodiscard]] std::span<const Launcher> launchers();
[[nodiscard]] std::span<const ConfigKey> config_keys();
[[nodiscard]] std::span<const Collective> collectives();
[[nodiscard]] std::span<const RankSource> rank_sources();
[[nodiscard]] std::span<const Signature> signatures();
[[nodiscard]] std::span<const EventRow> events();
[[nodiscard]] std::span<const NoReturn> no_returns();
[[nodiscard]] std::span<const SchedulerVariable> scheduler_variables();

/// The row of that name, or null. Constant time.
[[nodiscard]] const RenamedApi* find_renamed_api(std::string_view name);
[[nodiscard]] const Variable* find_variable(std::string_view name);
[[nodiscard]] const Launcher* find_launcher(std::string_view name);
[[nodiscard]] const Collective* find_collective(std::string_view name);
[[nodiscard]] const RankSource* find_rank_source(std::string_view name);
[[nodiscard]] const Signature* find_signature(std::string_view name);
[[nodiscard]] const EventRow* find_event(std::string_view name);
[[nodiscard]] bool is_no_return(std::string_view name);
[[nodiscard]] const SchedulerVariable* find_scheduler_variable(std::string_view name);

}  // namespace trainlint::knowledge
