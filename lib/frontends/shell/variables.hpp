/// The variables of a script while it is followed from top to bottom, with the way back: what a
/// branch changes can be taken off again.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontends/shell/value.hpp"

namespace trainlint::shell {

struct ExpansionBudget;

struct VariableState {
    enum class Kind : std::uint8_t {
        untouched,  ///< the script says nothing of it: the environment may
        removed,    ///< unset
        set
    } kind = Kind::untouched;
    bool exported = false;
    Contents content;

    friend bool operator==(const VariableState&, const VariableState&) = default;
};

struct Variable {
    std::string_view name;
    VariableState state;
    std::uint32_t logged = 0;  ///< mark under which its old state was kept
    bool listed = false;       ///< in Variables::exported()
};

/// A variable that a branch changed, and what it is at its end.
struct Changed {
    std::uint32_t variable;
    VariableState state;
};

/// One way through a construct.
struct Outcome {
    std::vector<Changed> changed;
    bool lives = true;  ///< false: it leaves (exit), what it sets is seen by nobody
};

/// `[ -z "$X" ]`: in one of the outcomes X is empty.
struct EmptyTest {
    std::uint32_t variable = 0xFFFFFFFFu;
    Symbol symbol{};
    std::size_t empty_outcome = 0;  ///< index of the outcome; those beyond: none of them ran
};

class Variables {
public:
    std::uint32_t index_of(std::string_view name);
    [[nodiscard]] const Variable& operator[](std::uint32_t index) const { return all_[index]; }
    [[nodiscard]] const VariableState& state(std::uint32_t index) const {
        return all_[index].state;
    }
    void set(std::uint32_t index, VariableState);
    /// Those that were exported at any time, in the order in which they were.
    [[nodiscard]] const std::vector<std::uint32_t>& exported() const { return exported_; }

    /// From here on changes can be taken back.
    void mark();
    /// Takes back what was changed since the last mark, and tells what it was.
    std::vector<Changed> take();
    [[nodiscard]] std::size_t marks() const { return marks_.size(); }

private:
    struct Old {
        std::uint32_t variable;
        std::uint32_t logged;
        VariableState state;
    };
    struct Mark {
        std::uint32_t id;
        std::size_t size;
    };
    std::deque<Variable> all_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::deque<std::string> names_;  // never move: by_name_ looks at them
    std::vector<std::uint32_t> exported_;
    std::vector<Old> old_;
    std::vector<Mark> marks_;
    std::uint32_t last_mark_ = 0;
};

/// What holds behind a construct with these outcomes. `before_too`: none of them may have run. What
/// is too long to be copied once more is unknown.
void merge(Variables&, const std::vector<Outcome>&, bool before_too, const EmptyTest&,
           ExpansionBudget&);

/// The state of a variable that may be this or something that nobody knows.
[[nodiscard]] VariableState weakened(const VariableState&);

/// A value that nobody knows. What expands it says which variable and where.
[[nodiscard]] Text unknown_text();
[[nodiscard]] Contents unknown_content();

}  // namespace trainlint::shell
