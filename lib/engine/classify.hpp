/// What a file is by its name alone: most files are told apart before they are opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "trainlint/text.hpp"

namespace trainlint::engine {

struct FileKind {
    text::Language language = text::Language::unknown;  ///< unknown: it is not read as a document
    std::size_t limit = 0;                              ///< bytes; a larger file is not read
    bool quiet_limit = false;  ///< a larger one is data, and nobody needs to be told
    bool settings = false;     ///< may hold trainlint's settings
    bool versions = false;     ///< may state versions of packages
};

/// Of a file that a walk meets.
[[nodiscard]] FileKind classify(std::string_view name);

/// `Dockerfile`, `Dockerfile.gpu`, `train.dockerfile`, `Containerfile`.
[[nodiscard]] bool is_dockerfile(std::string_view name);
/// Of a file that somebody named: a person, or a launch. Here `head`, the first bytes of the text,
/// speaks for a name that says nothing (a shebang).
[[nodiscard]] FileKind classify_named(std::string_view name, std::string_view head);
/// The language that a text without a name seems to be in; unknown: it cannot be told.
[[nodiscard]] text::Language guess_language(std::string_view text);

/// Caches, environments and version control: never walked.
[[nodiscard]] bool is_skipped_folder(std::string_view name);
/// Pictures, archives, weights: nothing refers to them, their paths are not kept.
[[nodiscard]] bool is_data(std::string_view name);

/// A path under `tests/` or of a `test_*.py`: only errors of high confidence are told there.
[[nodiscard]] bool is_test(std::string_view path);
[[nodiscard]] bool is_documentation(text::Language);

/// The largest limit of all kinds.
inline constexpr std::size_t largest_file = std::size_t{64} << 20;
/// What a text must be readable for beyond its end.
inline constexpr std::size_t beyond_end = 64;

}  // namespace trainlint::engine
