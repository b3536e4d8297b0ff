/// What expressions hold, where they hold exactly one value: literals, names bound once, simple
/// arithmetic, defaults of options.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "flow/resolved.hpp"
#include "program/resolve.hpp"
#include "trainlint/flow.hpp"

namespace trainlint::program {

class Constants {
public:
    Constants(const flow::Resolved& resolved, Resolver& resolver, const Names& names)
        : resolved_(resolved), resolver_(resolver), names_(names) {}

    [[nodiscard]] std::optional<flow::Constant> of(std::uint32_t function, flow::Id id);
    /// The default of the option that fills `args.name`.
    void set_option_default(Symbol name, flow::Constant value) { defaults_[name] = value; }
    /// Options of that name exist more than once, or are set by the program.
    void forget_option_default(Symbol name) { defaults_.erase(name); }

private:
    std::optional<flow::Constant> find(std::uint32_t function, flow::Id id, int depth);
    std::optional<flow::Constant> literal(const flow::Expression& e) const;
    std::optional<flow::Constant> of_variable(std::uint32_t variable, int depth);
    std::optional<flow::Constant> arithmetic(std::uint32_t function, const flow::Expression& e,
                                             int depth);
    std::optional<flow::Constant> of_option(std::uint32_t function, flow::Id id);

    const flow::Resolved& resolved_;
    Resolver& resolver_;
    const Names& names_;
    std::unordered_map<Symbol, flow::Constant> defaults_;
};

}  // namespace trainlint::program
