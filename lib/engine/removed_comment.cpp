#include "engine/removed_comment.hpp"

#include <algorithm>
#include <string>

#include "engine/characters.hpp"

namespace trainlint::engine {

namespace {

/// The comment without what stands before "trainlint:" in it: marks of its own belong to it,
/// another comment's text does not.
text::Span comment_of(const Directive& directive) {
    const auto text = directive.fragment->text();
    auto begin = directive.at.begin;
    while (begin > directive.comment.begin && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
        --begin;
    while (begin > 0 && (text[begin - 1] == '#' || text[begin - 1] == '/')) --begin;
    return {begin, directive.at.end};
}

/// With the blanks before it; with its line end too if it stands alone.
text::Span stretch_to_remove(const Directive& directive) {
    const auto text = directive.fragment->text();
    auto stretch = comment_of(directive);
    while (stretch.begin > 0 && (text[stretch.begin - 1] == ' ' || text[stretch.begin - 1] == '\t'))
        --stretch.begin;
    const bool alone = stretch.begin == 0 || text[stretch.begin - 1] == '\n';
    if (!alone) return stretch;
    const auto end = text.find('\n', stretch.end);
    stretch.end = static_cast<std::uint32_t>(end == nowhere ? text.size() : end + 1);
    return stretch;
}

std::string list_without(const Directive& directive, std::span<const std::size_t> names) {
    std::string list;
    for (std::size_t i = 0; i < directive.names.size(); ++i) {
        if (std::find(names.begin(), names.end(), i) != names.end()) continue;
        list += (list.empty() ? "" : ", ") + directive.names[i].text;
    }
    return list;
}

}  // namespace

void offer_removal(const Directive& directive, std::span<const std::size_t> names,
                   Finding& finding) {
    const bool all = names.size() == directive.names.size();
    auto edit = all ? directive.fragment->rewrite(stretch_to_remove(directive), "")
                    : directive.fragment->rewrite(directive.list, list_without(directive, names));
    if (const auto* refusal = std::get_if<text::Refusal>(&edit)) {
        finding.no_fix = refusal->why;
        return;
    }
    finding.fix = Fix{Applicability::safe,
                      all ? "remove the comment" : "remove the name",
                      {std::get<text::Edit>(std::move(edit))}};
}

}  // namespace trainlint::engine
