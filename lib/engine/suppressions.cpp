#include "engine/suppressions.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

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
            by_document_[number(unit.document->id)].all.push_back(
                {std::move(directive), needed, state.settings->index_of(unit.document->path)});
        }
    for (auto& [id, document] : by_document_) order(document);
    const auto all = state.settings->all();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i]->files.empty())
            for (const auto& entry : all[i]->files.back()->path_ignores)
                paths_.push_back({all[i]->files.back(), &entry, i, false});
}

void Suppressions::order(Document& document) {
    std::unordered_map<std::string, std::size_t> alike;
    for (std::size_t i = 0; i < document.all.size(); ++i) {
        const auto& directive = document.all[i].directive;
        if (!directive.fault.empty()) continue;
        if (!directive.whole_file) {
            document.by_line.push_back(i);
            continue;
        }
        for (std::size_t name = 0; name < directive.names.size(); ++name) {
            const auto& selector = directive.names[name].selector;
            if (!selector) continue;
            const auto [known, added] =
                alike.try_emplace(selector->text, document.whole_file.size());
            if (added) document.whole_file.push_back({*selector, {}, false});
            document.whole_file[known->second].members.emplace_back(i, name);
        }
    }
    const auto target = [&](std::size_t i) { return document.all[i].directive.target.span; };
    std::stable_sort(
        document.by_line.begin(), document.by_line.end(),
        [&](std::size_t a, std::size_t b) { return target(a).begin < target(b).begin; });
    std::uint32_t furthest = 0;
    for (const auto i : document.by_line) {
        furthest = std::max(furthest, std::max(target(i).end, target(i).begin + 1));
        document.furthest_end.push_back(furthest);
    }
}

bool Suppressions::suppress(const Finding& finding) {
    auto& found = found_[number(finding.at.document)];
    const bool first = std::none_of(found.begin(), found.end(), [&](const auto& other) {
        return other.second == finding.rule;
    });
    if (first) found.emplace_back(finding.at, finding.rule);
    bool suppressed = suppress_at(finding.at, finding);
    for (const auto& related : finding.related) suppressed |= suppress_at(related.at, finding);
    return suppressed;
}

bool Suppressions::suppress_at(text::Place place, const Finding& finding) {
    bool suppressed = !paths_.empty() && suppress_by_path(place, finding);
    const auto found = by_document_.find(number(place.document));
    if (found == by_document_.end()) return suppressed;
    suppressed |= suppress_line(found->second, place, finding);
    suppressed |= suppress_file(found->second, finding);
    return suppressed;
}

bool Suppressions::suppress_line(Document& document, text::Place place, const Finding& finding) {
    bool suppressed = false;
    const auto at = place.span.begin;
    const auto behind = std::upper_bound(
        document.by_line.begin(), document.by_line.end(), at, [&](std::uint32_t offset, auto i) {
            return offset < document.all[i].directive.target.span.begin;
        });
    auto i = static_cast<std::size_t>(behind - document.by_line.begin());
    while (i > 0 && document.furthest_end[i - 1] > at) {
        auto& seen = document.all[document.by_line[--i]];
        const auto target = seen.directive.target.span;
        if ((at >= target.end && at != target.begin) || &seen == told_) continue;
        for (std::size_t name = 0; name < seen.directive.names.size(); ++name) {
            const auto& selector = seen.directive.names[name].selector;
            if (!selector || !selector->matches(*finding.rule, finding.row)) continue;
            seen.needed[name] = true;
            suppressed = true;
        }
    }
    return suppressed;
}

bool Suppressions::suppress_file(Document& document, const Finding& finding) {
    bool suppressed = false;
    for (auto& alike : document.whole_file) {
        if (!alike.selector.matches(*finding.rule, finding.row)) continue;
        const auto is_told = [&](const auto& member) { return &document.all[member.first] == told_; };
        if (told_ && std::all_of(alike.members.begin(), alike.members.end(), is_told)) continue;
        suppressed = true;
        if (std::exchange(alike.needed, true)) continue;
        for (const auto& [seen, name] : alike.members)
            if (&document.all[seen] != told_) document.all[seen].needed[name] = true;
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
            for (auto& seen : all.all) {
                const auto& names = seen.directive.names;
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
