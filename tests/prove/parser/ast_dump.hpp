/// Writes our tree as CPython's `ast` would show the same text: node kinds, places and fields.
#pragma once

#include <string>
#include <string_view>

#include "frontends/python/tree.hpp"

namespace trainlint::prove {

struct DumpRules {
    /// False for a CPython before 3.12, which gives no true places inside f-strings.
    bool places_in_strings = true;
    /// The same: there a raw f-string's format specification is raw as well.
    bool raw_specs = false;
};

/// One line a top-level statement. tests/prove/parser.py writes the same of CPython's tree.
[[nodiscard]] std::string dump_ast(std::string_view text, const python::Tree& tree,
                                   const DumpRules& rules);

/// One statement of it.
[[nodiscard]] std::string dump_statement(std::string_view text, const python::Tree& tree,
                                         python::Index statement, const DumpRules& rules);

}  // namespace trainlint::prove
