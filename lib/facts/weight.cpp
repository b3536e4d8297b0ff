#include "facts/weight.hpp"

namespace trainlint::facts {

std::size_t weight(const Word& word) {
    std::size_t bytes = sizeof(Word) + word.text.size() + word.parts.size() * sizeof(Part);
    for (const auto& other : word.alternatives) bytes += sizeof(other) + other.size();
    return bytes;
}

std::size_t weight(std::span<const Word> words) {
    std::size_t bytes = 0;
    for (const auto& word : words) bytes += weight(word);
    return bytes;
}

std::size_t weight(std::span<const Assignment> assignments) {
    std::size_t bytes = 0;
    for (const auto& assignment : assignments)
        bytes += sizeof(Assignment) - sizeof(Word) + weight(assignment.value);
    return bytes;
}

}  // namespace trainlint::facts
