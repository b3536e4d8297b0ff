#include "documents.hpp"

#include <algorithm>

namespace trainlint::lsp {

namespace {

std::optional<EditorPosition> position(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    return EditorPosition{json.value("line", 0u), json.value("character", 0u)};
}

}  // namespace

void Documents::open(const std::string& path, OpenDocument document) {
    open_.insert_or_assign(path, std::move(document));
}

bool Documents::change(const std::string& path, std::int64_t version, const Json& changes,
                       Encoding encoding) {
    const auto found = open_.find(path);
    if (found == open_.end() || !changes.is_array()) return false;
    auto& text = found->second.text;
    Positions positions(text, encoding);
    for (const auto& change : changes) {
        if (!change.is_object() || !change.contains("text") || !change["text"].is_string())
            return false;
        const auto& with = change["text"].get_ref<const std::string&>();
        if (!change.contains("range")) {
            text = with;
            positions.edited(text, 0);
            continue;
        }
        const auto begin = position(change["range"].value("start", Json()));
        const auto end = position(change["range"].value("end", Json()));
        if (!begin || !end) return false;
        const auto first = positions.offset(*begin);
        const auto last = std::max(first, positions.offset(*end));
        text.replace(first, last - first, with);
        positions.edited(text, first);
    }
    found->second.version = version;
    return true;
}

const OpenDocument* Documents::find(const std::string& path) const {
    const auto found = open_.find(path);
    return found == open_.end() ? nullptr : &found->second;
}

}  // namespace trainlint::lsp
