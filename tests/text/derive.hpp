/// Fragments derived by hand, for tests.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/edits.hpp"
#include "trainlint/text.hpp"

namespace trainlint::text::tests {

using Shared = std::shared_ptr<const Fragment>;

inline Shared document(Language language, std::string text) {
    return Fragment::of_document(DocumentId{3}, language, std::move(text));
}

/// The first place of `part` in the fragment, from `from` on.
inline Span find(const Fragment& fragment, std::string_view part, std::size_t from = 0) {
    const auto at = fragment.text().find(part, from);
    REQUIRE(at != std::string_view::npos);
    return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
}

/// The file after the one edit that makes `old` read `fresh`.
inline std::string rewritten(const Shared& root, const Shared& fragment, std::string_view old,
                             std::string_view fresh) {
    const auto outcome = fragment->rewrite(find(*fragment, old), fresh);
    if (const auto* refusal = std::get_if<Refusal>(&outcome)) {
        return "refused: " + std::string(refusal->why);
    }
    const Edit& edit = std::get<Edit>(outcome);
    const auto text = apply_edits(root->text(), {&edit, 1});
    REQUIRE(text);
    return *text;
}

/// A block scalar's lines: `first` is the beginning of its text, indentation included.
inline Shared block_scalar(const Shared& yaml, std::string_view first, std::string_view end,
                           std::uint16_t indent) {
    Piece like;
    like.spelling = Spelling::yaml_block;
    like.indent = indent;
    Derivation out(Language::shell, yaml);
    const std::string_view text = yaml->text();
    std::size_t at = text.find(first);
    const std::size_t stop = end.empty() ? text.size() : text.find(end);
    REQUIRE(at != std::string_view::npos);
    while (at < stop) {
        const auto line_end = std::min(text.find('\n', at), text.size() - 1) + 1;
        for (unsigned i = 0; i < indent && text[at] == ' '; ++i) ++at;
        out.copy({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(line_end)}, like);
        at = line_end;
    }
    return out.finish();
}

/// A string whose escapes are `\` and one character, from after its opening quote on.
inline Shared quoted(const Shared& parent, std::string_view after, const Piece& like,
                     Language language = Language::shell) {
    Derivation out(language, parent);
    const std::string_view text = parent->text();
    std::size_t at = text.find(after) + after.size();
    while (at < text.size() && text[at] != like.quote) {
        const auto here = static_cast<std::uint32_t>(at);
        if (text[at] == '\\' && text[at + 1] == '\n') {
            at += 2;
        } else if (text[at] == '\\') {
            const char c = text[at + 1] == 'n' ? '\n' : text[at + 1];
            out.copy({here, here + 2}, like, {&c, 1});
            at += 2;
        } else {
            out.copy({here, here + 1}, like);
            ++at;
        }
    }
    return out.finish();
}

}  // namespace trainlint::text::tests
