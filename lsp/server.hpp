/// The language server: open files over the disk, diagnostics pushed after each change, quick fixes.
#pragma once

#include <istream>
#include <memory>
#include <ostream>

#include "trainlint/host.hpp"

namespace trainlint::lsp {

/// Serves one client until it says `exit` or the stream ends. Returns the exit status that the
/// protocol asks for: 0 after `shutdown`, else 1. `disk` answers for files that are not open.
int serve(std::istream& in, std::ostream& out, std::shared_ptr<Host> disk);

}  // namespace trainlint::lsp
