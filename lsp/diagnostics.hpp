/// Findings as the protocol's diagnostics and quick fixes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "messages.hpp"
#include "positions.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::lsp {

/// What is found in one state of the project.
struct Checked {
    Snapshot snapshot;
    Result result;
    std::map<std::string, std::int64_t, std::less<>> versions;  ///< of the open files, by path
};

/// The diagnostics of one file.
[[nodiscard]] Json diagnostics(const Checked&, std::string_view path, Encoding);
/// Quick fixes for findings that meet `range` in the file; `range` is in bytes.
[[nodiscard]] Json quick_fixes(const Checked&, std::string_view path, text::Span range, Encoding);

}  // namespace trainlint::lsp
