/// Binds the names of modules to what they mean and computes what functions do.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "link/world.hpp"
#include "program/table_words.hpp"
#include "trainlint/names.hpp"
#include "trainlint/program.hpp"

namespace trainlint::program {

/// The linked facts of one Python or C++ document, with the questions they rest on.
struct Linked {
    Module module;
    std::vector<link::Question> questions;
};

/// Links one document; null if it states no program. Depends on the document, the tables and the
/// answers of the world alone. Safe to call from several threads.
[[nodiscard]] std::unique_ptr<Linked> link(const link::Document&, const link::Paths&,
                                           const TableWords&, Names&);

}  // namespace trainlint::program
