/// Lists of words that hand a text to a shell: `["bash", "-c", "torchrun ..."]`.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"

namespace trainlint::frontends {

/// Is this program, with or without its folder, a shell of POSIX's kind?
inline bool is_shell(std::string_view program) {
    constexpr std::array<std::string_view, 6> shells{"sh", "bash", "dash", "ash", "zsh", "ksh"};
    const auto slash = program.rfind('/');
    if (slash != std::string_view::npos) program.remove_prefix(slash + 1);
    return std::find(shells.begin(), shells.end(), program) != shells.end();
}

/// Of `bash -l -c TEXT` the index of TEXT.
inline std::optional<std::size_t> text_for_shell(const std::vector<facts::Word>& words) {
    if (words.empty() || !is_shell(words[0].text)) return std::nullopt;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        const std::string_view option = words[i].text;
        if (!option.starts_with('-') && !option.starts_with('+')) return std::nullopt;
        if (option.starts_with("--")) continue;
        if (option.find('c') != std::string_view::npos) return i + 1;
        if (option.ends_with('o') || option.ends_with('O')) ++i;
    }
    return std::nullopt;
}

}  // namespace trainlint::frontends
