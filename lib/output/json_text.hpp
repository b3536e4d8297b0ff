/// What all documents for programs share: text that JSON can hold, and places in the file itself.
#pragma once

#include <string>
#include <string_view>

#include "trainlint/output.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::output {

/// Bytes of files may be broken UTF-8, which JSON cannot hold: U+FFFD stands for them.
[[nodiscard]] std::string valid(std::string_view text);

/// From the folder to the path, byte for byte; an absolute path if one of the two is not.
[[nodiscard]] std::string relative_path(std::string_view path, const Style&);

/// A stretch of a file as its bytes lie on the disk: of a notebook, lines of its JSON.
struct Region {
    Position start, end;
};
[[nodiscard]] Region region(const Snapshot&, text::Place);

}  // namespace trainlint::output
