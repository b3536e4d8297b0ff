#include "engine/programs.hpp"

#include <algorithm>

namespace trainlint::engine {

bool is_program(const link::Document& document) {
    return std::any_of(document.stated.begin(), document.stated.end(),
                       [](const auto& stated) { return stated.source.has_value(); });
}

std::shared_ptr<const ProgramLink> Programs::link(
    const std::shared_ptr<const link::Document>& document) const {
    if (!is_program(*document)) return nullptr;
    auto link = std::make_shared<ProgramLink>();
    link->document = document;
    link->linked = program::link(*document, paths_, words_, shared_.names);
    return link;
}

}  // namespace trainlint::engine
