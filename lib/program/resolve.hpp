/// What names and members denote: dotted names of other packages, definitions of this program,
/// variables; and what built a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "flow/resolved.hpp"
#include "link/world.hpp"
#include "program/candidates.hpp"
#include "program/flat_map.hpp"
#include "program/packages.hpp"
#include "program/scopes.hpp"
#include "trainlint/names.hpp"

namespace trainlint::program {

/// What a value is an instance of.
struct Type {
    enum class Kind : std::uint8_t { unknown, external, internal } kind = Kind::unknown;
    Symbol maker{};                               ///< external: dotted name of what was called
    std::uint32_t definition = flow::no_index;    ///< internal: the class
    bool weak = false;                            ///< by the variable's name alone
};

class Resolver final : public flow::Binder {
public:
    /// Becomes the binder of `resolved`, whose meanings it fills in as they are asked for.
    Resolver(flow::Resolved& resolved, const Scopes& scopes, const Candidates& candidates,
             const link::Paths& paths, std::string_view path,
             std::vector<link::Question>& questions, Names& names);

    const flow::Meaning& meaning(std::uint32_t function, flow::Id id) override;
    [[nodiscard]] bool may_be_known(std::uint32_t function, flow::Id id) const override {
        return candidates_.may_be_known(function, id);
    }
    std::uint32_t called_method(std::uint32_t function, flow::Id callee) override;
    Type type_of(std::uint32_t function, flow::Id id);
    /// Constructors and wrappers that built the value, outermost first; empty: not surely known.
    std::vector<Symbol> made_by(std::uint32_t function, flow::Id id);
    /// The dotted name of what an import binds; no_symbol: of no known package, or the project's.
    Symbol import_name(const flow::Import& import);
    /// Does it import a module of this project?
    bool is_own(const flow::Import& import) override;

private:
    flow::Meaning named(std::uint32_t function, flow::Id id);
    Symbol name_from_stars(Symbol name);
    flow::Meaning member(std::uint32_t function, flow::Id id);
    flow::Meaning member_of(const Type& type, Symbol member);
    flow::Meaning member_of_class(std::uint32_t class_definition, Symbol member, int depth);
    flow::Meaning member_of_arguments(const flow::Expression& object, Symbol member);
    flow::Meaning super_member(std::uint32_t function, Symbol member);
    flow::Meaning denoted(std::uint32_t variable);
    flow::Meaning find_denoted(std::uint32_t variable);
    Type variable_type(std::uint32_t variable);
    Type find_variable_type(std::uint32_t variable);
    Type parameter_type(const flow::Variable& variable);
    Type call_type(std::uint32_t function, const flow::Expression& call, std::uint16_t element);
    Type returned_type(std::uint32_t definition);
    Type type_by_name(Symbol name);
    void find_usual_names();
    Type member_type(std::uint32_t function, flow::Id id);
    Type made(std::string_view maker, bool weak);
    /// The maker whose members the result of calling `maker` has.
    Symbol class_made(Symbol maker, std::uint16_t element);
    Symbol dotted(Symbol base, Symbol member);
    /// The name in the tables of a member of what `maker` makes; no_symbol: they do not know it.
    Symbol row_of(Symbol maker, Symbol member);
    bool is_projects_own(std::string_view root);
    Symbol external_base(std::uint32_t class_definition, std::string_view suffix, int depth);
    bool imports(std::string_view root) const;

    flow::Resolved& resolved_;
    const flow::Source& source_;
    const Scopes& scopes_;
    const Candidates& candidates_;
    const link::Paths& paths_;
    std::string folder_;
    std::vector<link::Question>& questions_;
    Names& names_;
    std::unordered_map<Symbol, bool> own_packages_;
    FlatMap dotted_;                                 // (name, member) to their dotted name
    FlatMap rows_;                                   // (maker, member) to row_of
    std::vector<std::pair<Symbol, Symbol>> usual_names_;  // of objects, and their makers
    std::vector<Symbol> known_attributes_;
    Symbol super_{}, args_{}, forward_{}, call_{};
    std::vector<Symbol> import_names_;               // by import; asked once
    std::vector<bool> import_asked_;
    std::vector<Symbol> star_modules_;
    std::unordered_map<Symbol, Symbol> from_stars_;
    std::vector<flow::Meaning> denoted_;             // by variable; looked_up: found or being found
    std::vector<Type> types_;                        // by variable
    std::vector<std::uint8_t> type_state_;
    int depth_ = 0;
};

}  // namespace trainlint::program
