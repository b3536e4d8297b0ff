/// Which expressions of one module may denote names of the tables. Only these have to be resolved;
/// the others are told by the words that they consist of.
#pragma once

#include "flow/resolved.hpp"
#include "program/flat_map.hpp"
#include "program/table_words.hpp"

namespace trainlint::program {

class Candidates {
public:
    Candidates(const flow::Resolved& resolved, const TableWords& words);

    /// May the name or member be in some table?
    [[nodiscard]] bool may_be_known(std::uint32_t function, flow::Id id) const;
    /// May it, or what it is a member of, be in the renamed API?
    [[nodiscard]] bool may_be_renamed(std::uint32_t function, flow::Id id) const;
    [[nodiscard]] bool may_be_renamed(const flow::Import& import) const;

private:
    void add_imports();
    bool add_assignments();
    static bool is_in(const FlatMap& names, Symbol name) {
        return names.find(static_cast<std::uint32_t>(name)) != FlatMap::missing;
    }

    const flow::Resolved& resolved_;
    const flow::Source& source_;
    const TableWords& words_;
    FlatMap known_, renamed_;      // what the module calls names of tables, by whatever scope
};

}  // namespace trainlint::program
