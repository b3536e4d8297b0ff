/// Stretches of a program that run only where a name or a version is there.
#pragma once

#include <vector>

#include "flow/resolved.hpp"
#include "program/flat_map.hpp"
#include "program/resolve.hpp"
#include "trainlint/text.hpp"

namespace trainlint::program {

class Guards {
public:
    Guards(const flow::Resolved& resolved, Resolver& resolver, const Names& names)
        : resolved_(resolved), resolver_(resolver), names_(names) {}

    /// Does the stretch stand under a version test, hasattr, or a try that catches the failure?
    [[nodiscard]] bool cover(text::Span stretch);

private:
    void read_function(std::uint32_t function);
    void read_statement(std::uint32_t function, const flow::Statement& statement);
    void read();
    void read_block(std::uint32_t function, const flow::Block& block);
    [[nodiscard]] bool catches_absence(std::uint32_t function,
                                       const flow::Statement& statement) const;
    [[nodiscard]] bool tests_presence(std::uint32_t function, flow::Id condition, int depth);
    [[nodiscard]] bool names_presence(Symbol name);
    [[nodiscard]] bool leaves(const flow::Function& function, const flow::Block& block) const;
    void merge();

    const flow::Resolved& resolved_;
    Resolver& resolver_;
    const Names& names_;
    std::vector<text::Span> stretches_;           // sorted, disjoint; found when asked for
    FlatMap presence_;                            // name to whether it tells of a presence
    bool read_ = false;
};

}  // namespace trainlint::program
