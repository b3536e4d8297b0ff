/// States what a notebook holds: its cells as one Python text, its shell lines and cells.
#pragma once

#include <memory>

#include "frontends/stated.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::notebook {

/// `document` is the notebook's JSON. Code cells become one derived Python fragment, since names
/// bind across cells in order; `!` lines, `%%bash` cells and the like derived shell fragments;
/// `%%writefile train.py` a fragment of the language that the name suggests. `%env` states
/// variables. Never fails: what is not a notebook states problems alone.
void state(std::shared_ptr<const text::Fragment> document, const frontends::Demand&, Names&,
           frontends::Stated&);

}  // namespace trainlint::notebook
