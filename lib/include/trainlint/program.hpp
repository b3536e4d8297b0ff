/// Modules of a training program after linking: resolved calls, uses of names, options.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/flow.hpp"
#include "trainlint/names.hpp"
#include "trainlint/rule.hpp"
#include "trainlint/text.hpp"

namespace trainlint::program {

/// An argument of a call, bound to the callee's parameter where its signature is known.
struct Argument {
    Symbol name{};                             ///< parameter or keyword; no_symbol: not known
    text::Place at;                            ///< the value
    text::Place whole;                         ///< with `name=`
    text::Span span, whole_span;               ///< the same in Call::fragment, for edits
    std::optional<flow::Constant> constant;    ///< where it holds exactly one
    std::vector<Symbol> made_by;               ///< constructors and wrappers, outermost first
};

struct Call {
    Symbol callee{};                           ///< dotted, resolved; methods: "Class.method" of a
                                               ///< known maker; no_symbol: unknown
    text::Place at;                            ///< the whole call
    text::Place name_at;                       ///< the callee as it is written
    std::vector<Argument> arguments;           ///< in order
    bool open = false;                         ///< has *args or **kwargs
    bool guarded = false;                      ///< under a version test, hasattr or try; told
                                               ///< of callees whose keywords were renamed
    Symbol result{};                           ///< the name it is assigned to, if any
    std::shared_ptr<const text::Fragment> fragment;

    /// Null: not given (or hidden in *args, see `open`). `name` is compared as text of `names`.
    [[nodiscard]] const Argument* find(Symbol name) const;
};

/// A use of a dotted name of another package, in an expression or an import.
struct Use {
    enum class Form : std::uint8_t {
        expression,                            ///< `dist.reduce_op.SUM`
        import_module,                         ///< `import jax.experimental.maps [as x]`
        from_import,                           ///< `from torch.distributed import reduce_op`
        keyword                                ///< `f(old=1)`; name is "f(old=)"
    } form{};
    Symbol name{};                             ///< resolved, dotted
    text::Place at;                            ///< the characters that spell it
    text::Place last;                          ///< of these, the last component
    bool guarded = false;
    bool replaced = false;                     ///< the program assigns to the name: `jax.x = own_x`
    bool bound_here = false;                   ///< from_import: later uses go through the alias
    Symbol alias{};                            ///< import forms: the name it is bound to
    /// For edits.
    std::shared_ptr<const text::Fragment> fragment;
    text::Span span, last_span;                ///< in `fragment`
    text::Span module_span;                    ///< from_import: the module, as it is written
};

/// One option of an argument parser.
struct Option {
    std::vector<std::string> spellings;        ///< "--local_rank", "-b", or a positional's name
    text::Place at;
    bool takes_value = true;
    bool any_number = false;                   ///< nargs="*", "+", REMAINDER
    std::optional<flow::Constant> default_value;
};

/// The command line that a script reads.
struct ArgumentParser {
    std::vector<Option> options;
    text::Place at;                            ///< the constructor, or the call that reads it
    /// True if other options may exist, or unknown ones are let through: parse_known_args, options
    /// added by functions that are not seen, parents=, sub-parsers, fire, HfArgumentParser ...
    bool open = false;
    std::string_view why_open;
    bool abbreviations = true;                 ///< allow_abbrev
};

struct Module {
    Symbol name{};                             ///< dotted, as the project's root gives it
    text::DocumentId document{};
    std::vector<Call> calls;
    std::vector<Use> uses;
    std::optional<ArgumentParser> parser;
    std::vector<flow::Divergence> divergences;
    std::vector<flow::Sequence> sequences;
    bool takes_device_modulo_count = false;    ///< `local_rank % torch.cuda.device_count()`
    bool reads_local_rank = false;             ///< LOCAL_RANK from the environment
};

}  // namespace trainlint::program
