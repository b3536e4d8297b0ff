// Any bytes as YAML, JSON or TOML (by the first byte): nothing crashes, all places lie in the text,
// members lie in their parents unless an alias or a template brought them in.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "frontends/structured/state.hpp"
#include "frontends/structured/tree.hpp"

using namespace trainlint;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check_span(text::Span span, std::size_t size) {
    require(span.begin <= span.end && span.end <= size);
}

void check_value(const facts::Value& value, std::size_t size, bool nested) {
    check_span(value.span, size);
    for (const auto& member : value.members) {
        check_span(member.key_span, size);
        if (nested) require(value.span.contains(member.value.span));
        check_value(member.value, size, nested);
    }
}

void check_fragment(const text::Fragment& fragment, std::size_t size) {
    const auto end = static_cast<std::uint32_t>(fragment.text().size());
    for (std::uint32_t at = 0; at < end; at += 1 + end / 50) {
        check_span(fragment.place({at, at + 1}).span, size);
        (void)fragment.rewrite({at, at + 1}, "\"x\"\n");
    }
}

void check_words(const facts::Command& command, std::size_t size) {
    for (const auto& word : command.words) {
        check_span(word.span, size);
        std::uint32_t at = 0;
        for (const auto& part : word.parts) {
            require(part.span.begin == at && part.span.end <= word.text.size());
            check_span(part.source, size);
            at = part.span.end;
        }
        require(at == word.text.size());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr text::Language languages[] = {text::Language::yaml, text::Language::json,
                                            text::Language::toml};
    const text::Language language = languages[data[0] % 3];
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    Names names;
    frontends::Stated stated;
    structured::state(text::Fragment::of_document({}, language, text), {}, names, stated);
    const bool nested = text.find('*') == std::string::npos;
    for (const auto& document : stated.documents) check_value(document, text.size(), nested);
    for (const auto& problem : stated.problems) check_span(problem.at.span, text.size());
    for (const auto& comment : stated.comments) check_span(comment.span, text.size());
    for (const auto& command : stated.commands) check_words(command, text.size());
    for (const auto& variable : stated.variables) check_span(variable.name_span, text.size());
    for (const auto& derived : stated.derived) {
        require(derived.inside == flow::no_index || derived.inside < stated.commands.size());
        check_fragment(*derived.fragment, text.size());
    }
    for (std::uint32_t at = 0; at <= text.size();
         at += 1 + static_cast<std::uint32_t>(text.size()) / 5) {
        check_span(structured::logical_line(text, language, at), text.size());
    }
    return 0;
}
