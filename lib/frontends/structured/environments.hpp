/// Environment variables that data sets: `env:`, `environment:`, `variables:`.
#pragma once

#include <vector>

#include "frontends/stated.hpp"
#include "frontends/structured/words.hpp"
#include "trainlint/facts.hpp"

namespace trainlint::structured {

/// What holds around a mapping.
struct Scope {
    std::vector<facts::Assignment> environment;
    facts::Stage stage{};
    Replacer replacer = Replacer::none;
    bool maybe = false;

    [[nodiscard]] Reading reading() const { return {replacer, environment}; }
};

/// Does this member of a mapping hold environment variables?
[[nodiscard]] bool is_environment(const facts::Value::Member&);

/// States the variables that `environment` sets or passes on, and adds them to the scope.
void state_environment(const Source&, const facts::Value& environment, Scope&, frontends::Stated&);

}  // namespace trainlint::structured
