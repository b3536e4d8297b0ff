/// Builds words from stretches: where a value is split, where words begin and end.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/shell/value.hpp"

namespace trainlint::shell {

/// How much text variables may bring in before longer values count as unknown: a script that
/// doubles a variable a hundred times must not cost more than others.
struct ExpansionBudget {
    std::size_t left = 0;
    bool spend(const Text& text) {
        const std::size_t cost = text.text.size() + text.stretches.size() * sizeof(Stretch);
        if (cost > left) return cost <= 256;
        left -= cost;
        return true;
    }
};

class Fields {
public:
    explicit Fields(ExpansionBudget& budget) : budget_(budget) {}

    void begin_word(text::Span span) { span_ = span; }
    void end_word() { cut(); }
    /// Quotes: there is a word, even if nothing stands in it.
    void open() { open_ = true; }
    void literal(std::string_view, const Stretch&);
    /// A value as it is.
    void joined(const Text&, std::span<const Text> alternatives);
    /// A value that the shell splits at blanks.
    void split(const Text&, std::span<const Text> alternatives);
    /// The elements of "${A[@]}": one word each.
    void elements(std::span<const Text>, bool is_split);

    [[nodiscard]] std::vector<Field>& fields() { return done_; }

private:
    void cut();
    void append_split(const Text&);
    void append_hole(const Text&);
    [[nodiscard]] bool fits(const Text& value) { return budget_.spend(value); }

    ExpansionBudget& budget_;
    std::vector<Field> done_;
    Field current_;
    text::Span span_;
    bool open_ = false;
};

}  // namespace trainlint::shell
