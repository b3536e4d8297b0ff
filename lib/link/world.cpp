#include "link/world.hpp"

#include <algorithm>

namespace trainlint::link {

const Document* World::find_document(std::string_view path) const {
    const auto found = std::lower_bound(
        documents_.begin(), documents_.end(), path,
        [](const auto& document, std::string_view wanted) { return document->path < wanted; });
    return found != documents_.end() && (*found)->path == path ? found->get() : nullptr;
}

const Document* World::document(std::string_view path, std::vector<Question>& questions) const {
    if (const Document* document = find_document(path)) {
        questions.push_back({Question::Kind::path, std::string(path), std::string(path)});
        return document;
    }
    return paths_.exists(path, questions) && load_ ? load_(path) : nullptr;
}

}  // namespace trainlint::link
