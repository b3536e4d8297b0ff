/// Stretches of a program that run only where a name or a version is there.
#pragma once

#include <vector>

#include "flow/resolved.hpp"
#include "program/resolve.hpp"
#include "trainlint/text.hpp"

namespace trainlint::program {

class Guards {
public:
    Guards(const flow::Resolved& resolved, Resolver& resolver, const Names& names);

    /// Does the stretch stand under a version test, hasattr, or a try that catches the failure?
    [[nodiscard]] bool cover(text::Span stretch) const;

private:
    void read_function(std::uint32_t function);
    void read_statement(std::uint32_t function, const flow::Statement& statement);
    void read_blocks(std::uint32_t function, const flow::Block& block, text::Span whole);
    [[nodiscard]] bool catches_absence(std::uint32_t function,
                                       const flow::Statement& statement) const;
    [[nodiscard]] bool tests_presence(std::uint32_t function, flow::Id condition, int depth) const;
    [[nodiscard]] bool names_presence(std::string_view name) const;
    [[nodiscard]] bool leaves(const flow::Function& function, const flow::Block& block) const;
    void merge();

    const flow::Resolved& resolved_;
    Resolver& resolver_;
    const Names& names_;
    std::vector<text::Span> stretches_;           // sorted, disjoint
};

}  // namespace trainlint::program
