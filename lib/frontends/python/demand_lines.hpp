/// What the logical lines of a text use and bind, without parsing; each is read when asked for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "frontends/python/demand_words.hpp"
#include "frontends/python/scanner.hpp"
#include "trainlint/text.hpp"

namespace trainlint::python {

/// A word as a variable (`x`, `x.y`) or as a member (`y` in `x.y`).
using NameId = std::uint64_t;
inline NameId variable(WordHash word) {
    return NameId{word} * 2;
}
inline NameId member(WordHash word) {
    return NameId{word} * 2 + 1;
}
inline WordHash word_of(NameId id) {
    return static_cast<WordHash>(id / 2);
}
inline bool is_member(NameId id) {
    return (id & 1) != 0;
}

/// A name that a line binds, and where it stands (imports: with the imported name).
struct Binding {
    NameId name = 0;
    text::Span at;
};

struct NamedLine {
    enum class Form : std::uint8_t {
        other,
        head,        ///< of a block: ends with a colon
        definition,  ///< head of a function or class
        import,
        star_import,
        global,  ///< global, nonlocal
        text     ///< no word outside strings
    } form = Form::other;
    /// Imports use nothing, nor does a definition use what it defines.
    std::span<const NameId> uses;
    /// A definition binds first its own name, then its parameters.
    std::span<const Binding> binds;

    [[nodiscard]] bool does_use(NameId) const;
};

/// Reused from line to line.
struct LineBuffers {
    /// A word outside strings; enough to see what is assigned.
    struct Token {
        std::string_view word;
        std::uint32_t begin;
        std::uint32_t depth;
        bool is_member;
        bool is_index;  ///< within the brackets of `x[i]` or `f(x)`
        char after;     ///< the next character that is not blank
    };
    std::vector<Token> tokens;
    std::vector<bool> brackets;  ///< those that are open: of an index or a call?
};

inline constexpr std::uint32_t no_line = 0xFFFFFFFFu;

class NamedLines {
public:
    /// What was held is forgotten; both must outlive the use of this object.
    void open(std::string_view text, const Outline&);

    [[nodiscard]] std::uint32_t size() const {
        return static_cast<std::uint32_t>(outline_->lines.size());
    }
    [[nodiscard]] const LogicalLine& line(std::uint32_t index) const {
        return outline_->lines[index];
    }
    /// The line that holds an offset; no_line: none.
    [[nodiscard]] std::uint32_t at(std::uint32_t offset) const;
    /// The `def` or `class` line in whose body a line stands; no_line: none.
    [[nodiscard]] std::uint32_t definition(std::uint32_t index) const {
        return definitions_[index];
    }
    /// Read when first asked for. Valid until another line is.
    [[nodiscard]] NamedLine names(std::uint32_t index);

private:
    friend class LineReader;
    /// A line that was read: stretches of uses_ and binds_.
    struct Read {
        std::uint32_t uses = 0, uses_end = 0, binds = 0, binds_end = 0;
        NamedLine::Form form{};
        bool done = false;
    };

    std::string_view text_;
    const Outline* outline_ = nullptr;
    std::vector<std::uint32_t> definitions_;
    std::vector<Read> read_;
    std::vector<NameId> uses_;
    std::vector<Binding> binds_;
    LineBuffers buffers_;
};

}  // namespace trainlint::python
