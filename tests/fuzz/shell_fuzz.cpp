// Any bytes as a shell script: nothing crashes, every span lies in its text, parts are gapless.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "frontends/shell/state.hpp"

using namespace trainlint;

namespace {

constexpr unsigned deepest = 4;

void require(bool holds) {
    if (!holds) std::abort();
}

void check(text::Span span, const text::Fragment& fragment) {
    require(span.begin <= span.end && span.end <= fragment.text().size());
}

void check_word(const facts::Word& word) {
    std::uint32_t at = 0;
    for (const auto& part : word.parts) {
        require(part.span.begin == at && part.span.end > at);
        at = part.span.end;
        if (part.fragment) check(part.source, *part.fragment);
    }
    require(at == word.text.size());
    require(word.alternatives.size() <= 5);
}

void check_stated(const std::shared_ptr<const text::Fragment>& fragment,
                  const frontends::Demand& demand, Names& names) {
    frontends::Stated stated;
    shell::state(fragment, demand, names, stated);
    for (const auto& command : stated.commands) {
        check(command.span, *fragment);
        for (const auto& word : command.words) check_word(word);
        for (const auto& assignment : command.environment) check_word(assignment.value);
    }
    for (const auto& directive : stated.directives)
        for (const auto& word : directive.words) check_word(word);
    for (const auto& use : stated.variables) {
        check(use.name_span, *fragment);
        if (use.value) check_word(*use.value);
    }
    for (const auto& comment : stated.comments) check(comment.span, *fragment);
    for (const auto& derived : stated.derived) {
        require(derived.inside < stated.commands.size());
        const auto end = static_cast<std::uint32_t>(derived.fragment->text().size());
        for (std::uint32_t at = 0; at < end; at += 1 + end / 16)
            (void)derived.fragment->rewrite({at, at + 1}, "a 'b'\n");
        const bool read = derived.fragment->language() == text::Language::shell;
        if (!read || derived.fragment->depth() >= deepest) continue;
        frontends::Demand inner;
        inner.stage = derived.stage;
        inner.environment = derived.environment;
        inner.maybe = derived.maybe;
        check_stated(derived.fragment, inner, names);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    Names names;
    check_stated(text::Fragment::of_document({}, text::Language::shell, text), {}, names);
    for (std::uint32_t at = 0; at <= size; at += 1 + static_cast<std::uint32_t>(size) / 8) {
        const auto line = shell::logical_line(text, at);
        require(line.begin <= line.end && line.end <= size);
    }
    return 0;
}
