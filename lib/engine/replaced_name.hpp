/// How a use of a name is spelled, and how it is spelled with the name that replaced it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "knowledge/tables.hpp"
#include "trainlint/names.hpp"
#include "trainlint/program.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

/// The part of a use that spells a row's name: `dist.reduce_op` of `dist.reduce_op.SUM`.
struct WrittenName {
    text::Place place;
    text::Span span;  ///< in the use's fragment
    text::Span last;  ///< its last component
    std::size_t components = 0;
    std::string_view first;  ///< the first component: "dist"
};

/// `below`: components of the use's name that stand below the row's.
[[nodiscard]] WrittenName written_name(const program::Use&, std::size_t below);

/// The names that a file's imports bind: found once for all that are replaced in it.
class ImportedNames {
public:
    /// Both must outlive it.
    ImportedNames(const program::Module&, const Names&);

    /// How the file can spell `dotted`: through the import that binds the longest part of it.
    /// Empty: through none.
    [[nodiscard]] std::string spelled(std::string_view dotted) const;
    [[nodiscard]] const Names& names() const { return names_; }

private:
    const Names& names_;
    std::unordered_map<std::string_view, std::string_view> aliases_;  ///< by what they bind
};

/// The edit that makes the use spell the replacement, or why there is none.
[[nodiscard]] std::variant<text::Edit, text::Refusal> replace_name(const program::Use&,
                                                                   const knowledge::RenamedApi&,
                                                                   const WrittenName&,
                                                                   const ImportedNames&);

}  // namespace trainlint::engine
