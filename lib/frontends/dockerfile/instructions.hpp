/// The instructions of a Dockerfile, as BuildKit's parser cuts them: continued lines, comments in
/// between, here-documents. https://docs.docker.com/reference/dockerfile
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/text.hpp"

namespace trainlint::dockerfile {

struct HereDocument {
    std::string name;
    bool drops_tabs = false;  ///< `<<-`
    text::Span body;          ///< whole lines, without the one that ends it
};

struct Instruction {
    std::string keyword;                  ///< in capitals
    text::Span at;                        ///< from the keyword to the end of its last line
    std::vector<text::Span> stretches;    ///< its text, line by line, without continuation marks
    std::vector<HereDocument> documents;  ///< RUN, COPY and ADD
    text::Span documents_at;              ///< all their lines, with the ends; else empty

    /// The stretches one behind the other, as the builder reads them.
    [[nodiscard]] std::string joined(std::string_view text) const;
};

struct Instructions {
    std::vector<Instruction> all;
    std::vector<text::Span> comments;  ///< lines, from their `#`
    std::vector<std::pair<std::string_view, text::Span>> faults;
};

[[nodiscard]] Instructions read(std::string_view text);

}  // namespace trainlint::dockerfile
