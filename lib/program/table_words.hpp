/// The words of the names in the tables. Most expressions of a program consist of others and need
/// not be resolved.
#pragma once

#include <cstdint>
#include <vector>

#include "trainlint/names.hpp"

namespace trainlint::program {

class TableWords {
public:
    explicit TableWords(Names& names);

    /// Does a name of some table end with the word? "all_reduce" does.
    [[nodiscard]] bool end_a_name(Symbol word) const { return has(word, last_word); }
    /// Does a name of the renamed API?
    [[nodiscard]] bool end_a_renamed(Symbol word) const { return has(word, last_renamed_word); }
    /// Is the dotted name in some table?
    [[nodiscard]] bool are_a_name(Symbol dotted) const { return has(dotted, whole_name); }
    /// Is it, or what it lies in, in the renamed API?
    [[nodiscard]] bool are_below_a_renamed(Symbol dotted) const;

private:
    enum Mark : std::uint8_t { last_word = 1, last_renamed_word = 2, whole_name = 4, renamed = 8 };

    void mark(Symbol symbol, unsigned marks);
    [[nodiscard]] bool has(Symbol symbol, Mark mark) const {
        const auto number = static_cast<std::uint32_t>(symbol);
        return number < marks_.size() && (marks_[number] & mark) != 0;
    }

    const Names& names_;
    std::vector<std::uint8_t> marks_;      // by symbol
};

}  // namespace trainlint::program
