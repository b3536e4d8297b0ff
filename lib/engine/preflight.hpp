/// A command that somebody is about to run, as a document of its own.
#pragma once

#include <memory>

#include "engine/shared.hpp"
#include "link/world.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

/// Its text is the command line, quoted as a shell needs it, below a line for each variable of the
/// environment that matters. Lies in the folder in which the command will run.
[[nodiscard]] std::shared_ptr<const link::Document> document_of(Shared&, const Preflight&);

/// The words as a shell reads them back.
[[nodiscard]] std::string quoted(std::string_view word);

}  // namespace trainlint::engine
