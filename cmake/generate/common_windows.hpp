/// Four-byte windows that stand everywhere in program text: a sieve that holds one is slow.
#pragma once

#include <span>
#include <string_view>

namespace trainlint::generate {

struct CommonWindows {
    unsigned per_million = 0;  ///< how often one of them begins, among a million bytes
    std::string_view windows;  ///< four bytes each
};

[[nodiscard]] std::span<const CommonWindows> common_windows();

}  // namespace trainlint::generate
