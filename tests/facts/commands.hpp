/// Commands stated by hand, for tests.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/edits.hpp"
#include "trainlint/facts.hpp"

namespace trainlint::facts::tests {

using Shared = std::shared_ptr<const text::Fragment>;

inline Shared document(text::Language language, std::string text) {
    return text::Fragment::of_document(text::DocumentId{1}, language, std::move(text));
}

inline text::Span find(const Shared& fragment, std::string_view part, std::size_t from = 0) {
    const auto at = fragment->text().find(part, from);
    REQUIRE(at != std::string_view::npos);
    return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
}

inline Word literal(const Shared& fragment, text::Span span, std::string text) {
    Word word;
    word.span = span;
    word.at = fragment->place(span);
    Part part;
    part.span = {0, static_cast<std::uint32_t>(text.size())};
    part.fragment = fragment;
    part.source = span;
    // In quotes the characters stand between them.
    if (span.size() == text.size() + 2) part.source = {span.begin + 1, span.end - 1};
    part.at = fragment->place(part.source);
    word.parts.push_back(part);
    word.text = std::move(text);
    return word;
}

/// The words of a command that stand one after the other, each as `written` (quotes included).
inline Command command(Command::Form form, const Shared& fragment,
                       const std::vector<std::string_view>& written, std::size_t from = 0) {
    Command out;
    out.form = form;
    out.fragment = fragment;
    for (const std::string_view each : written) {
        const text::Span span = find(fragment, each, from);
        from = span.end;
        const auto quote = each.find_first_of("\"'");
        const bool quoted = quote != std::string_view::npos && each.size() > 1;
        const std::string_view bare =
            quoted ? each.substr(quote + 1, each.size() - quote - 2) : each;
        out.words.push_back(literal(fragment, span, std::string(bare)));
    }
    return out;
}

/// A word that a variable brings in: `use` in the command, its characters at `source`.
inline Word brought(const Shared& fragment, text::Span use, text::Span source) {
    Word word;
    word.span = use;
    word.at = fragment->place(use);
    word.text = fragment->text().substr(source.begin, source.size());
    Part part;
    part.span = {0, source.size()};
    part.expansion = Expansion{Symbol{1}, Stage::batch_shell, fragment->place(use)};
    part.fragment = fragment;
    part.source = source;
    part.at = fragment->place(source);
    word.parts.push_back(part);
    return word;
}

/// The document after the replacement, or "refused: why".
inline std::string replaced(const Command& command, std::size_t first, std::size_t last,
                            std::vector<std::string> words) {
    const auto outcome = replace_words(command, first, last, words);
    if (const auto* refusal = std::get_if<text::Refusal>(&outcome)) {
        return "refused: " + std::string(refusal->why);
    }
    const auto* root = command.fragment.get();
    while (root->parent()) root = root->parent().get();
    const auto text = text::apply_edits(root->text(), std::get<0>(outcome));
    REQUIRE(text);
    return *text;
}

}  // namespace trainlint::facts::tests
