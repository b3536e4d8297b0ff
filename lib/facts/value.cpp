#include <algorithm>
#include <charconv>

#include "trainlint/facts.hpp"

namespace trainlint::facts {
namespace {

const Value* element(const Value& sequence, std::string_view number) {
    std::size_t index = 0;
    const char* end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, index);
    if (error != std::errc{} || stop != end || index >= sequence.members.size()) return nullptr;
    return &sequence.members[index].value;
}

}  // namespace

const Value* Value::find(std::string_view key) const {
    if (kind != Kind::mapping) return nullptr;
    const auto found = std::find_if(members.rbegin(), members.rend(),
                                    [key](const Member& member) { return member.key == key; });
    return found == members.rend() ? nullptr : &found->value;
}

const Value* Value::find_path(std::string_view dotted) const {
    const Value* value = this;
    while (value) {
        const auto dot = dotted.find('.');
        const std::string_view key = dotted.substr(0, dot);
        value = value->kind == Kind::sequence ? element(*value, key) : value->find(key);
        if (dot == std::string_view::npos) return value;
        dotted.remove_prefix(dot + 1);
    }
    return nullptr;
}

}  // namespace trainlint::facts
