/// Places between the library's bytes and the editor's lines and characters.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::lsp {

/// What a client counts characters in.
enum class Encoding : std::uint8_t { utf8, utf16, utf32 };

/// Both from 0.
struct EditorPosition {
    std::uint32_t line = 0, character = 0;
    friend auto operator<=>(EditorPosition, EditorPosition) = default;
};

/// Many places of one text: what was counted on the way to one is not counted again for the next.
/// The text must outlive it.
class Positions {
public:
    Positions(std::string_view text, Encoding encoding)
        : text_(text), encoding_(encoding), milestones_(1) {}

    [[nodiscard]] EditorPosition at(std::uint32_t offset);
    /// A position beyond its line is the line's end; beyond the text, the text's end.
    [[nodiscard]] std::uint32_t offset(EditorPosition);
    /// The text is another from this offset on.
    void edited(std::string_view text, std::uint32_t from);

private:
    /// A place between two characters, never inside a line end.
    struct Milestone {
        std::size_t at = 0;
        EditorPosition position;
    };
    void step(Milestone&) const;
    /// Adds the next; false: the text ends.
    bool advance();

    std::string_view text_;
    Encoding encoding_;
    std::vector<Milestone> milestones_;
};

[[nodiscard]] EditorPosition position_at(std::string_view text, std::uint32_t offset, Encoding);
/// See Positions::offset.
[[nodiscard]] std::uint32_t offset_at(std::string_view text, EditorPosition, Encoding);

/// `file:///a%20b` to `/a b`; empty: not a file.
[[nodiscard]] std::string path_of(std::string_view uri);
[[nodiscard]] std::string uri_of(std::string_view path);

}  // namespace trainlint::lsp
