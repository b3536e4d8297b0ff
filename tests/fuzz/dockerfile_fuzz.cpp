// Any bytes as a Dockerfile: every place that is stated lies in the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "frontends/dockerfile/state.hpp"

using namespace trainlint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    Names names;
    frontends::Stated stated;
    dockerfile::state(text::Fragment::of_document({}, text::Language::dockerfile, text), {}, names,
                      stated);
    for (const auto& command : stated.commands) {
        if (command.span.begin > command.span.end || command.span.end > size) std::abort();
        for (const auto& word : command.words)
            if (word.span.begin > word.span.end || word.span.end > size) std::abort();
    }
    for (const auto& use : stated.variables)
        if (use.name_span.end > size || use.at.span.end > size) std::abort();
    if (dockerfile::logical_line(text, static_cast<std::uint32_t>(size / 2)).end > size) std::abort();
    return 0;
}
