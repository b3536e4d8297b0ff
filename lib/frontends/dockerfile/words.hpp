/// Words of instructions, with Docker's own quotes and variables (ENV, ARG, WORKDIR).
#pragma once

#include <memory>
#include <vector>

#include "facts/weight.hpp"
#include "frontends/dockerfile/environment.hpp"
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
    [[nodiscard]] std::vector<facts::Word> read(const Instruction&, const InForce&);
    /// Those of ENV and ARG; also the old `ENV name value`.
    [[nodiscard]] std::vector<Pair> pairs(const Instruction&, const InForce&);

private:
    std::shared_ptr<const text::Fragment> fragment_;
    Names& names_;
    /// Of what variables bring in: a value beyond it is not known.
    facts::Allowance brought_in_{std::size_t{32} << 20};
};

}  // namespace trainlint::dockerfile
