/// Where each word of a text stands: one fast pass, no other understanding.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::python {

/// A word by its hash. Two words may share one: that costs a body too many, never one too few.
using WordHash = std::uint32_t;
[[nodiscard]] WordHash hash_of(std::string_view word);

/// All identifiers, keywords and digits of a text, those in strings and comments too.
class WordIndex {
public:
    /// What was held is forgotten.
    void read(std::string_view text);
    /// Where a word begins, in order, within a stretch of the text. Valid until the next call of
    /// anything.
    [[nodiscard]] std::span<const std::uint32_t> places(WordHash, text::Span within);

private:
    struct Word {
        WordHash hash;
        std::uint32_t begin;
    };
    void collect(std::string_view text);
    void sort();

    std::vector<Word> words_, sorted_;  // sorted_: by bucket, then by place
    std::vector<std::uint32_t> first_;  // of each bucket, in sorted_
    std::vector<std::uint32_t> found_;
    unsigned bits_ = 0;  // of the hash that choose the bucket
};

}  // namespace trainlint::python
