#include "engine/message.hpp"

#include <algorithm>

#include "engine/characters.hpp"

namespace trainlint::engine {

namespace {

/// Appends the stretch; false: an argument of it is missing or empty.
bool append(std::string_view pattern, std::span<const Argument> arguments, std::string& out) {
    bool complete = true;
    for (std::size_t at = 0; at < pattern.size();) {
        const auto open = std::min(pattern.find('{', at), pattern.size());
        out += pattern.substr(at, open - at);
        if (open == pattern.size()) break;
        const auto close = pattern.find('}', open);
        if (close == nowhere) break;
        const auto name = pattern.substr(open + 1, close - open - 1);
        const auto found = std::find_if(arguments.begin(), arguments.end(),
                                        [&](const Argument& one) { return one.name == name; });
        if (found == arguments.end() || found->value.empty())
            complete = false;
        else
            out += found->value;
        at = close + 1;
    }
    return complete;
}

}  // namespace

std::string fill(std::string_view pattern, std::span<const Argument> arguments) {
    std::string out;
    for (std::size_t at = 0; at < pattern.size();) {
        const auto open = std::min(pattern.find("[[", at), pattern.size());
        append(pattern.substr(at, open - at), arguments, out);
        if (open == pattern.size()) break;
        const auto close = std::min(pattern.find("]]", open), pattern.size());
        std::string part;
        if (append(pattern.substr(open + 2, close - std::min(close, open + 2)), arguments, part))
            out += part;
        at = close + 2;
    }
    return out;
}

}  // namespace trainlint::engine
