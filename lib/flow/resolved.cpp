#include "flow/resolved.hpp"

namespace trainlint::flow {

namespace {

constexpr int most_classes_searched = 32;

std::uint32_t find_member(const Resolved& resolved, std::uint32_t class_definition, Symbol name,
                          int& left) {
    if (--left < 0) return no_index;
    const auto found = resolved.members.find(Resolved::member_key(class_definition, name));
    if (found != resolved.members.end()) return found->second;
    if (class_definition >= resolved.bases.size()) return no_index;
    for (const auto base : resolved.bases[class_definition]) {
        const auto inherited = find_member(resolved, base, name, left);
        if (inherited != no_index) return inherited;
    }
    return no_index;
}

}  // namespace

std::uint32_t Resolved::member(std::uint32_t class_definition, Symbol name) const {
    if (class_definition == no_index) return no_index;
    int left = most_classes_searched;
    return find_member(*this, class_definition, name, left);
}

std::uint32_t Resolved::definition_of(std::uint32_t function) const {
    const auto definition = source->functions[function].definition;
    if (definition == no_index || source->definitions[definition].function != function)
        return no_index;
    return definition;
}

std::uint32_t Resolved::class_of(std::uint32_t function) const {
    const auto definition = definition_of(function);
    if (definition == no_index) return no_index;
    const auto parent = source->definitions[definition].parent;
    if (parent == no_index) return no_index;
    return source->definitions[parent].kind == Definition::Kind::class_ ? parent : no_index;
}

}  // namespace trainlint::flow
