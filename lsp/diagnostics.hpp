/// Findings as the protocol's diagnostics and quick fixes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "messages.hpp"
#include "positions.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::lsp {

/// What is found in one state of the project.
struct Checked {
    Snapshot snapshot;
    Result result;
};

/// The version of an open document, or nothing for a file that is not open.
using VersionOf = std::function<std::optional<std::int64_t>(std::string_view path)>;

/// The diagnostics of one file.
[[nodiscard]] Json diagnostics(const Checked&, std::string_view path, Encoding);
/// Quick fixes for findings that meet `range` in the file; `range` is in bytes.
[[nodiscard]] Json quick_fixes(const Checked&, std::string_view path, text::Span range, Encoding,
                               const VersionOf&);

}  // namespace trainlint::lsp
