/// What comments and config files suppress, which of it was needed, and what was not.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/directives.hpp"
#include "engine/state.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::engine {

/// Did a rule run on the files of these settings? (index into SettingsTree::all(), rule)
class Ran {
public:
    Ran(const SettingsTree&, Rules, const Choice& call, std::optional<Confidence> least,
        bool preview);

    [[nodiscard]] bool rule(std::size_t settings, const RuleInfo&) const;
    /// On the files of any settings.
    [[nodiscard]] bool anywhere(const RuleInfo&) const;
    /// Is a finding of it told there?
    [[nodiscard]] bool keeps(std::size_t settings, const Finding&) const;

private:
    const SettingsTree& tree_;
    Rules rules_;
    Choice call_;
    std::optional<Confidence> least_;
    bool preview_;
    std::vector<std::vector<bool>> runs_;  // by settings, then rule
};

class Suppressions {
public:
    Suppressions(const Snapshot::State&, Rules);

    /// Is it suppressed, at its place or a related one? What suppresses it counts as needed.
    bool suppress(const Finding&);
    /// Findings of `rule` for directives that did nothing although their rules ran.
    void report_useless(const RuleInfo& rule, const Ran&, std::vector<Finding>& out);

private:
    struct Seen {
        Directive directive;
        std::vector<bool> needed;  // beside directive.names
        std::size_t settings = 0;
    };
    struct SeenPath {
        std::shared_ptr<const ConfigFile> file;
        const PathIgnore* entry = nullptr;
        std::size_t settings = 0;
        bool needed = false;
    };

    /// Directives for a whole file that name the same.
    struct Alike {
        Selector selector;
        std::vector<std::pair<std::size_t, std::size_t>> members;  // of Document::all, of its names
        bool needed = false;
    };
    /// What suppresses in one document, so that a finding meets only the directives of its line.
    struct Document {
        std::vector<Seen> all;
        std::vector<std::size_t> by_line;         // of `all`, by the beginnings of their targets
        std::vector<std::uint32_t> furthest_end;  // of the targets up to there
        std::vector<Alike> whole_file;
    };

    void order(Document&);
    bool suppress_line(Document&, text::Place, const Finding&);
    bool suppress_file(Document&, const Finding&);
    bool suppress_at(text::Place, const Finding&);
    bool suppress_by_path(text::Place, const Finding&);
    void report(const RuleInfo&, Seen&, const Ran&, std::vector<Finding>& out);
    void report_path(const RuleInfo&, const SeenPath&, std::vector<Finding>& out);
    [[nodiscard]] std::string why_useless(const Seen&, std::size_t name) const;
    [[nodiscard]] bool ran(const Selector&, std::size_t settings, const Ran&) const;

    const Snapshot::State& state_;
    Rules rules_;
    std::map<std::uint32_t, Document> by_document_;
    const Seen* told_ = nullptr;  // no directive suppresses what is told of itself
    std::vector<SeenPath> paths_;
    /// The first finding of each rule, by document.
    std::map<std::uint32_t, std::vector<std::pair<text::Place, const RuleInfo*>>> found_;
};

}  // namespace trainlint::engine
