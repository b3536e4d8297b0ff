/// Which packages and names the tables speak of.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "trainlint/names.hpp"

namespace trainlint::program {

/// Does a table, or the reading of programs itself, know names of this package? "torch", "os".
[[nodiscard]] bool is_known_package(std::string_view root);

/// The name under which the tables know a member of what `maker` makes ("accelerate.Accelerator",
/// "wait_for_everyone"), whatever module the class was imported from. Empty: they do not know it.
[[nodiscard]] std::string_view member_in_tables(std::string_view maker, std::string_view member);

/// Does a row of the renamed API speak of keywords of this function: "f(arg=)"?
[[nodiscard]] bool has_renamed_keywords(std::string_view function);

/// What the tables say of names, each asked once.
class NameFacts {
public:
    struct Facts {
        bool renamed = false;          ///< a row of the renamed API bears it, or what it is in
        bool of_interest = false;      ///< some table bears it
        bool keywords = false;         ///< the renamed API speaks of its keywords
    };

    explicit NameFacts(const Names& names) : names_(names) {}
    const Facts& of(Symbol name);

private:
    const Names& names_;
    std::unordered_map<Symbol, Facts> known_;
};

/// In small letters.
[[nodiscard]] std::string lower(std::string_view text);

[[nodiscard]] inline std::string_view last_component(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}
[[nodiscard]] inline std::string_view first_component(std::string_view name) {
    return name.substr(0, name.find('.'));
}

}  // namespace trainlint::program
