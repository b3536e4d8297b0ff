/// Builds words from stretches: where a value is split, where words begin and end.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/shell/value.hpp"

namespace trainlint::shell {

/// How much variables may bring in, and how much of lists may be copied, before longer values count
/// as unknown: a script that doubles a variable a hundred times, or lets a list grow word by word,
/// must not cost more than others. Counted in bytes of the facts that come of it.
struct ExpansionBudget {
    std::size_t left = 0;

    /// Short values are always known: what they cost is bounded by the text that names them.
    static constexpr std::size_t always = 512;
    bool spend(std::size_t cost) {
        if (cost > left) return cost <= always;
        left -= cost;
        return true;
    }
    bool spend(const Text& text) { return spend(cost_of(text)); }
    /// All of a list, or nothing of it.
    bool spend(std::span<const Text>);
    /// A value that becomes as many words as it holds.
    bool spend_split(const Text&);

    /// As one word of a command.
    [[nodiscard]] static std::size_t cost_of(const Text& text) {
        return sizeof(facts::Word) + text.text.size() +
               text.stretches.size() * sizeof(facts::Part);
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
