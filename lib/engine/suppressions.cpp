#include "engine/suppressions.hpp"

#include <algorithm>

#include "engine/removed_comment.hpp"

namespace trainlint::engine {

namespace {

std::uint32_t number(text::DocumentId id) {
    return static_cast<std::uint32_t>(id);
}

/// The stretch of a value tree that a dotted path names, with its key; nothing: it has none.
std::optional<text::Span> stretch_of(const facts::Value& root, std::string_view dotted) {
    const auto* value = &root;
    std::optional<text::Span> stretch;
    while (!dotted.empty()) {
        // A key may hold dots itself: the longest one that is there counts.
        const facts::Value::Member* found = nullptr;
        for (const auto& member : value->members) {
            const bool named =
                dotted.starts_with(member.key) && !member.key.empty() &&
                (dotted.size() == member.key.size() || dotted[member.key.size()] == '.');
            if (named && (!found || member.key.size() >= found->key.size())) found = &member;
        }
        if (!found) return std::nullopt;
        dotted.remove_prefix(std::min(found->key.size() + 1, dotted.size()));
        stretch = {found->key_span.begin, std::max(found->value.span.end, found->key_span.end)};
        value = &found->value;
    }
    return stretch;
}

bool holds_key(const link::Document& document, std::string_view key, text::Place place) {
    for (const auto& stated : document.stated)
        for (const auto& root : stated.documents)
            if (const auto stretch = stretch_of(root, key)) {
                const auto all = stated.fragment->place(*stretch).span;
                if (all.begin <= place.span.begin && place.span.begin < all.end) return true;
            }
    return false;
}

}  // namespace

Suppressions::Suppressions(const Snapshot::State& state, Rules rules)
    : state_(state), rules_(rules) {
    for (const auto& unit : state.units)
        for (auto& directive : directives(*unit.document, rules)) {
            const std::vector<bool> needed(directive.names.size());
            by_document_[number(unit.document->id)].push_back(
                {std::move(directive), needed, state.settings->index_of(unit.document->path)});
        }
    const auto all = state.settings->all();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i]->files.empty())
            for (const auto& entry : all[i]->files.back()->path_ignores)
                paths_.push_back({all[i]->files.back(), &entry, i, false});
}

bool Suppressions::suppress(const Finding& finding) {
    found_[number(finding.at.document)].emplace_back(finding.at, finding.rule);
    bool suppressed = suppress_at(finding.at, finding);
    for (const auto& related : finding.related) suppressed |= suppress_at(related.at, finding);
    return suppressed;
}

bool Suppressions::suppress_at(text::Place place, const Finding& finding) {
    bool suppressed = !paths_.empty() && suppress_by_path(place, finding);
    const auto found = by_document_.find(number(place.document));
    if (found == by_document_.end()) return suppressed;
    for (auto& seen : found->second) {
        const auto target = seen.directive.target.span;
        const auto at = place.span.begin;
        const bool here = seen.directive.whole_file ||
                          (target.begin <= at && (at < target.end || at == target.begin));
        if (!here || !seen.directive.fault.empty() || &seen == told_) continue;
        for (std::size_t i = 0; i < seen.directive.names.size(); ++i) {
            const auto& selector = seen.directive.names[i].selector;
            if (!selector || !selector->matches(*finding.rule, finding.row)) continue;
            seen.needed[i] = true;
            suppressed = true;
        }
    }
    return suppressed;
}

bool Suppressions::suppress_by_path(text::Place place, const Finding& finding) {
    const auto path = state_.shared->paths.path(place.document);
    bool suppressed = false;
    for (auto& seen : paths_) {
        const auto& entry = *seen.entry;
        if (!entry.rule.matches(*finding.rule, finding.row)) continue;
        const auto relative = below(seen.file->folder, path);
        if (relative.empty() || !entry.path.covers(relative)) continue;
        if (!entry.key.empty()) {
            const auto document = state_.document(place.document);
            if (!document || !holds_key(*document, entry.key, place)) continue;
        }
        seen.needed = true;
        suppressed = true;
    }
    return suppressed;
}

bool Suppressions::ran(const Selector& selector, std::size_t settings, const Ran& ran) const {
    bool any = false, all = true;
    for (const auto& rule : rules_) {
        if (!selector.matches(rule)) continue;
        const bool ran_here = ran.rule(settings, rule);
        any |= ran_here;
        all &= ran_here;
    }
    // Of a family every rule must have run: the one that did not may be the one that is meant.
    return any && all;
}

std::string Suppressions::why_useless(const Seen& seen, std::size_t name) const {
    const auto& directive = seen.directive;
    const auto& selector = *directive.names[name].selector;
    const auto found = found_.find(number(directive.place.document));
    if (!directive.whole_file && found != found_.end())
        for (const auto& [place, rule] : found->second)
            if (selector.matches(*rule)) {
                const auto* index = state_.index(place.document);
                if (!index) continue;
                std::optional<std::uint32_t> cell;
                const auto line = index->position(place.span.begin, cell).line;
                return "\"" + std::string(rule->name) + "\" is told on line " +
                       std::to_string(line) + (cell ? " of cell " + std::to_string(*cell) : "") +
                       ", not on this one";
            }
    const auto what =
        selector.kind == Selector::Kind::family ? "no rule of the family \"" : "the rule \"";
    const auto end = selector.kind == Selector::Kind::family ? "\" finds anything "
                                                             : "\" ran and finds nothing ";
    return what + directive.names[name].text + end +
           (directive.whole_file ? "in this file" : "on this line");
}

void Suppressions::report_useless(const RuleInfo& rule, const Ran& ran, std::vector<Finding>& out) {
    // Those that speak of this very rule are judged last: they may suppress a finding made here.
    for (const bool about_itself : {false, true})
        for (auto& [document, all] : by_document_)
            for (auto& seen : all) {
                const auto names = seen.directive.names;
                const bool itself =
                    std::any_of(names.begin(), names.end(), [&](const DirectiveName& name) {
                        return name.selector && name.selector->matches(rule);
                    });
                if (itself == about_itself && ran.rule(seen.settings, rule))
                    report(rule, seen, ran, out);
            }
    for (const auto& seen : paths_)
        if (!seen.needed && ran.rule(seen.settings, rule) &&
            this->ran(seen.entry->rule, seen.settings, ran))
            report_path(rule, seen, out);
}

void Suppressions::report_path(const RuleInfo& rule, const SeenPath& seen,
                               std::vector<Finding>& out) {
    const auto id = state_.shared->paths.intern(seen.file->path);
    const auto* index = state_.index(id);
    if (!index) return;
    const auto& files = state_.walk->documents;
    const bool met = std::any_of(files.begin(), files.end(), [&](const Found& file) {
        const auto relative = below(seen.file->folder, file.path);
        return !relative.empty() && seen.entry->path.covers(relative);
    });
    Finding finding;
    finding.rule = &rule;
    finding.severity = rule.severity;
    finding.confidence = rule.confidence;
    finding.at = {id, index->line_span(seen.entry->line)};
    finding.arguments = {
        {"why", met ? "\"" + seen.entry->rule.text + "\" ran and finds nothing in \"" +
                          seen.entry->pattern + "\"" +
                          (seen.entry->key.empty() ? "" : " at \"" + seen.entry->key + "\"")
                    : "no file that is read has the path \"" + seen.entry->pattern + "\""}};
    out.push_back(std::move(finding));
}

void Suppressions::report(const RuleInfo& rule, Seen& seen, const Ran& ran,
                          std::vector<Finding>& out) {
    const auto& directive = seen.directive;
    std::vector<std::size_t> useless;
    std::string why = directive.fault;
    bool unknown = false;
    for (std::size_t i = 0; i < directive.names.size(); ++i) {
        const auto& name = directive.names[i];
        if (name.selector && (seen.needed[i] || !this->ran(*name.selector, seen.settings, ran)))
            continue;
        useless.push_back(i);
        unknown |= !name.selector;
        if (why.empty()) why = name.selector ? why_useless(seen, i) : name.fault;
    }
    if (directive.fault.empty() && directive.names.empty()) why = "it names nothing";
    if (why.empty()) return;
    Finding finding;
    finding.rule = &rule;
    finding.severity = rule.severity;
    finding.confidence = rule.confidence;
    finding.at = useless.empty() || useless.size() == directive.names.size()
                     ? directive.place
                     : directive.fragment->place(directive.names[useless.front()].at);
    finding.arguments = {{"why", std::move(why)}};
    // A name that was mistyped, or a directive that was, would not be removed by its author.
    if (!unknown && directive.fault.empty()) offer_removal(directive, useless, finding);
    told_ = &seen;
    if (!suppress(finding)) out.push_back(std::move(finding));
    told_ = nullptr;
}

}  // namespace trainlint::engine
