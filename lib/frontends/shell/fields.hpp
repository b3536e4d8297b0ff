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
    /// Whatever comes makes a single word, as in an assignment: lists are joined by blanks.
    void one_word(bool is_one) { one_word_ = is_one; }

    void reserve(std::size_t words) { done_.reserve(words); }
    void begin_word(text::Span span) { span_ = span; }
    void end_word() { cut(); }
    /// Quotes: there is a word, even if nothing stands in it.
    void open() { open_ = true; }
    void literal(std::string_view, const Stretch&);
    /// A value as it is. Null: no variable brings it in.
    void joined(const Text&, std::span<const Text> alternatives, const Bringing* = nullptr);
    /// A value that the shell splits at blanks.
    void split(const Text&, std::span<const Text> alternatives, const Bringing* = nullptr);
    /// The elements of "${A[@]}": one word each.
    void elements(std::span<const Text>, bool is_split, const Bringing&);

    /// The words that were ended.
    [[nodiscard]] std::vector<Field> take_all() { return std::move(done_); }
    /// All since the beginning as one word.
    [[nodiscard]] Field take_one();

private:
    void cut();
    void append(const Text&, std::size_t begin, std::size_t end, const Bringing*);
    void append_split(const Text&, std::size_t end, const Bringing*);
    void append_hole(const Text&, const Bringing*);

    ExpansionBudget& budget_;
    std::vector<Field> done_;
    Field current_;
    text::Span span_;
    bool open_ = false;
    bool one_word_ = false;
};

}  // namespace trainlint::shell
