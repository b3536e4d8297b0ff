/// What a front end states of one fragment. It depends on the fragment's bytes and the tool's
/// version alone: never on tables, settings or other files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "flow/function.hpp"
#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::frontends {

/// Text in another language found inside: for whoever reads that language.
struct Derived {
    std::shared_ptr<const text::Fragment> fragment;
    facts::Stage stage{};
    std::vector<facts::Assignment> environment;  ///< in force there
    std::uint32_t inside = flow::no_index;       ///< command that starts it (`srun bash -c ...`)
    bool maybe = false;
};

/// What the one who asks wants to know, and what holds around the fragment.
struct Demand {
    facts::Stage stage = facts::Stage::batch_shell;
    std::span<const facts::Assignment> environment;
    bool maybe = false;
};

struct Stated {
    std::shared_ptr<const text::Fragment> fragment;
    std::vector<facts::Command> commands;        ///< in order of their places
    std::vector<facts::Command> directives;      ///< #SBATCH lines: words "#SBATCH", "--nodes=2"
    std::vector<facts::Command> late_directives; ///< the same, behind the first command: only comments
    std::vector<facts::VariableUse> variables;
    std::vector<facts::Value> documents;         ///< value trees: YAML has several
    std::vector<facts::Reference> references;
    std::vector<facts::Comment> comments;        ///< those that contain "trainlint:"
    std::vector<facts::Problem> problems;
    std::vector<Derived> derived;
    std::optional<flow::Source> source;
    std::uint32_t parent = flow::no_index;       ///< whose `derived` it is, in the same document
    std::uint32_t inside = flow::no_index;       ///< Derived::inside
};

}  // namespace trainlint::frontends
