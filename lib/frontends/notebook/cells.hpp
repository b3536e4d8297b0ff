/// The cells of a notebook's text, found by structure; what they print is passed over.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/json_reader.hpp"
#include "trainlint/text.hpp"

namespace trainlint::notebook {

struct Cell {
    std::uint32_t number = 0;  ///< among all cells, from 1
    bool code = false;
    text::Span source;  ///< in the document: a string, or a list of strings; may be empty
};

/// Goes through the cells in order. The text may be cut off or no notebook at all.
class Cells {
public:
    explicit Cells(std::string_view text) : text_(text), reader_(text) {}

    /// False: there is no other cell.
    bool next(Cell&);
    /// The language of the kernel in lower case, as far as it has been passed ("python", "r");
    /// empty: not said.
    [[nodiscard]] const std::string& language() const { return language_; }
    /// What was no JSON, so far.
    [[nodiscard]] const std::vector<syntax::json::Fault>& faults() const {
        return reader_.faults();
    }

private:
    void enter_key();
    void read_cell(Cell&);
    void read_kernel();

    std::string_view text_;
    syntax::json::Reader reader_;
    bool begun_ = false;
    std::size_t cells_depth_ = 0;  // containers open inside the list of cells; 0: not in it
    std::uint32_t count_ = 0;
    std::string language_;
};

/// The strings of a cell's source, one after another, with their quotes.
class SourceStrings {
public:
    SourceStrings(std::string_view text, text::Span source);
    /// False: there is none left.
    bool next(text::Span& string);

private:
    syntax::json::Reader reader_;
    std::uint32_t begin_;
};

/// The stretches of a notebook's text that hold the source of code cells, for whoever searches
/// them (outputs are megabytes of pictures in which short names occur by chance).
[[nodiscard]] std::vector<text::Span> sources(std::string_view text);

/// All from 1; columns in code points.
struct CellPlace {
    std::uint32_t cell = 0, line = 0, column = 0;
    friend bool operator==(CellPlace, CellPlace) = default;
};

/// Where a byte of the document stands, as a person sees the notebook. Built once a document that
/// has findings; keeps a view of the text.
class CellIndex {
public:
    explicit CellIndex(std::string_view text);
    /// None: the offset is in no cell's source. The closing quote of a string counts as the end of
    /// its last line.
    [[nodiscard]] std::optional<CellPlace> at(std::uint32_t offset) const;

private:
    struct Stretch {
        std::uint32_t begin;  // in the document; up to the next newline or the string's end
        text::Span string;    // in which it stands
        CellPlace place;      // of its beginning
    };
    void add(const Cell&);

    std::string_view text_;
    std::vector<Stretch> stretches_;  // sorted
};

}  // namespace trainlint::notebook
