/// Places between the library's bytes and the editor's lines and characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trainlint/text.hpp"

namespace trainlint::lsp {

/// What a client counts characters in.
enum class Encoding : std::uint8_t { utf8, utf16, utf32 };

/// Both from 0.
struct EditorPosition {
    std::uint32_t line = 0, character = 0;
};

[[nodiscard]] EditorPosition position_at(std::string_view text, std::uint32_t offset, Encoding);
/// A position beyond its line is the line's end; beyond the text, the text's end.
[[nodiscard]] std::uint32_t offset_at(std::string_view text, EditorPosition, Encoding);

/// `file:///a%20b` to `/a b`; empty: not a file.
[[nodiscard]] std::string path_of(std::string_view uri);
[[nodiscard]] std::string uri_of(std::string_view path);

}  // namespace trainlint::lsp
