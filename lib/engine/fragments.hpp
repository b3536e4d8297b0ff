/// From places in a file back to the fragments that stand there.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/logical_lines.hpp"
#include "link/world.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

/// The lines of a document, each in the innermost language that stands there: for many places.
class DocumentLines {
public:
    explicit DocumentLines(std::shared_ptr<const link::Document>);

    /// The logical line on which a place begins; empty: no fragment holds the place. Valid as long
    /// as the document.
    [[nodiscard]] std::string_view at(text::Place);

private:
    struct Candidate {
        std::shared_ptr<const text::Fragment> fragment;
        text::Span hull;  ///< in the file: outside of it nothing of the fragment stands
    };

    std::optional<text::Span> stretch_in(const text::Fragment&, text::Span place);
    bool is_in_order(const text::Fragment&);
    const LogicalLines& lines_of(const text::Fragment&);

    std::shared_ptr<const link::Document> document_;
    std::vector<Candidate> candidates_;
    std::unordered_map<const text::Fragment*, bool> in_order_;
    std::unordered_map<const text::Fragment*, LogicalLines> lines_;
};

}  // namespace trainlint::engine
