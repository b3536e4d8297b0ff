/// The logical lines of a text as names that are used and names that are bound, without parsing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "frontends/python/scanner.hpp"
#include "trainlint/text.hpp"

namespace trainlint::python {

/// A name of the text: dense numbers, one for its use as a variable (`x`, `x.y`) and one for its
/// use as a member (`y` in `x.y`).
using NameId = std::uint32_t;
inline NameId variable(std::uint32_t word) {
    return word * 2;
}
inline NameId member(std::uint32_t word) {
    return word * 2 + 1;
}
inline std::uint32_t word_of(NameId id) {
    return id / 2;
}
inline bool is_member(NameId id) {
    return (id & 1) != 0;
}

/// Numbers for words, by their hash: two words that share a number cost a body too many, never one
/// too few.
class Words {
public:
    void clear();
    std::uint32_t number(std::string_view word);
    [[nodiscard]] std::uint32_t size() const { return count_; }

private:
    void grow();
    struct Slot {
        std::uint32_t hash = 0, number = 0;
        bool used = false;
    };
    std::vector<Slot> slots_;
    std::uint32_t count_ = 0;
};

inline constexpr std::uint32_t no_line = 0xFFFFFFFFu;

struct NamedLine {
    enum class Form : std::uint8_t {
        other,
        head,        ///< of a block: ends with a colon
        definition,  ///< head of a function or class
        import,
        star_import,
        global  ///< global, nonlocal
    } form = Form::other;
    bool continuation = false;  ///< else, elif, except, finally
    std::uint32_t indent = 0;
    text::Span at;
    std::uint32_t uses = 0, binds = 0;   ///< first in NamedLines::uses and ::binds; up to the next
                                         ///< line's
    std::uint32_t definition = no_line;  ///< the `def` or `class` line in whose body it stands
};

/// A name that a line binds, and where it stands (imports: the imported name).
struct Binding {
    NameId name = 0;
    text::Span at;
};

/// All lines of a text. A `def` or `class` line binds first the name that it defines, then its
/// parameters; imports use nothing.
class NamedLines {
public:
    /// What was held is forgotten.
    void read(std::string_view text, const Outline&);

    [[nodiscard]] std::size_t size() const { return lines_.size() - 1; }
    [[nodiscard]] const NamedLine& operator[](std::size_t line) const { return lines_[line]; }
    [[nodiscard]] std::span<const NameId> uses(std::size_t line) const {
        return std::span(uses_).subspan(lines_[line].uses,
                                        lines_[line + 1].uses - lines_[line].uses);
    }
    [[nodiscard]] std::span<const Binding> bindings(std::size_t line) const {
        return std::span(binds_).subspan(lines_[line].binds,
                                         lines_[line + 1].binds - lines_[line].binds);
    }
    /// The lines that use a name, in order.
    [[nodiscard]] std::span<const std::uint32_t> users(NameId) const;
    Words words;

private:
    friend class LineReader;
    void index_users();

    std::vector<NamedLine> lines_;  // and one behind the last
    std::vector<NameId> uses_;
    std::vector<Binding> binds_;
    std::vector<std::uint32_t> first_user_, users_;
};

}  // namespace trainlint::python
