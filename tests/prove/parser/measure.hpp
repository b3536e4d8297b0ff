#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace trainlint::prove {

/// All Python files below, sorted by path.
struct SourceFile {
    std::filesystem::path path;
    std::string text;
};
[[nodiscard]] std::vector<SourceFile> python_files(const std::filesystem::path& folder);

/// Prints megabytes a second of lexer with parser, and of the scanner, on one thread.
int speed(const std::filesystem::path& folder);

/// Holds the scanner's outline, and its parts parsed alone, against the whole tree of each file.
int check_scanner(const std::filesystem::path& folder);

/// Damages copies of the files and prints the share of undamaged statements that stay as they were.
int damage(const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace trainlint::prove
