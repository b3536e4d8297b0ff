/// How much text a test reads: sanitized builds are ten to fifty times slower, and look elsewhere.
#pragma once

#include <cstddef>

namespace trainlint::tests {

constexpr std::size_t volume(std::size_t whole) {
#ifdef __SANITIZE_ADDRESS__
    return whole / 20;
#else
    return whole;
#endif
}

}  // namespace trainlint::tests
