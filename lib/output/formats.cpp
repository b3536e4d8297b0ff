#include <algorithm>
#include <array>

#include "trainlint/output.hpp"

namespace trainlint::output {

std::span<const Format> formats() {
    static constexpr std::array<Format, 7> all{{{"text", text},
                                                {"concise", concise},
                                                {"json", json},
                                                {"sarif", sarif},
                                                {"github", github},
                                                {"gitlab", gitlab},
                                                {"junit", junit}}};
    return all;
}

const Format* find_format(std::string_view name) {
    const auto all = formats();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Format& format) { return format.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace trainlint::output
