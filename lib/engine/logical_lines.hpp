/// The lines that suppressions and baselines speak of.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "frontends/dockerfile/state.hpp"
#include "frontends/python/logical_line.hpp"
#include "frontends/shell/state.hpp"
#include "frontends/structured/state.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

/// The logical lines of a fragment, which must outlive it. Found once, however many are asked for.
class LogicalLines {
public:
    explicit LogicalLines(const text::Fragment&);

    /// That around `offset`, by the rules of the fragment's language.
    [[nodiscard]] text::Span at(std::uint32_t offset) const;

private:
    /// Of a language without logical lines: the line.
    struct Physical {
        std::string_view text;
        [[nodiscard]] text::Span at(std::uint32_t offset) const;
    };
    using Lines = std::variant<Physical, python::LogicalLines, shell::LogicalLines,
                               dockerfile::LogicalLines, structured::LogicalLines>;

    static Lines lines_of(const text::Fragment&);

    Lines lines_;
};

}  // namespace trainlint::engine
