/// Words of instructions, with Docker's own quotes and variables (ENV, ARG, WORKDIR).
#pragma once

#include <memory>
#include <vector>

#include "frontends/dockerfile/instructions.hpp"
#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"

namespace trainlint::dockerfile {

/// `NAME=value` of ENV and ARG.
struct Pair {
    std::string name;
    text::Span name_at;
    text::Span at;
    bool has_value = false;
    facts::Word value;
};

class Words {
public:
    Words(std::shared_ptr<const text::Fragment> fragment, Names& names)
        : fragment_(std::move(fragment)), names_(names) {}

    /// The blank-separated words of an instruction, with the values that are in force put in.
    [[nodiscard]] std::vector<facts::Word> read(
        const Instruction&, const std::vector<facts::Assignment>& environment) const;
    /// Those of ENV and ARG; also the old `ENV name value`.
    [[nodiscard]] std::vector<Pair> pairs(const Instruction&,
                                          const std::vector<facts::Assignment>& environment) const;

private:
    std::shared_ptr<const text::Fragment> fragment_;
    Names& names_;
};

}  // namespace trainlint::dockerfile
