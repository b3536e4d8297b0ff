/// What a rule is and what it says.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "trainlint/flow.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint {

enum class Severity : std::uint8_t { style, performance, warning, error };  // in this order
enum class Confidence : std::uint8_t { low, medium, high };
/// safe: behaviour is kept.
enum class Applicability : std::uint8_t { safe, unsafe };

namespace job {
struct Launch;
struct Config;
struct Job;
}  // namespace job
namespace program {
struct Module;
}
struct Project;
class Report;

/// A rule reads one kind of thing (`reads` in the head of its page); the engine hands it each.
template <class Thing>
using CheckOf = void (*)(const Thing&, Report&);
using Check = std::variant<std::monostate,              // a table rule, or one of the engine's own
                           CheckOf<facts::Command>,     // reads = "command"
                           CheckOf<job::Launch>,        // "launch"
                           CheckOf<job::Config>,        // "config"
                           CheckOf<job::Job>,           // "job"
                           CheckOf<program::Module>,    // "module"
                           CheckOf<flow::Divergence>,   // "divergence"
                           CheckOf<flow::Sequence>,     // "sequence"
                           CheckOf<flow::Disagreement>, // "disagreement"
                           CheckOf<Project>>;           // "project"

/// Written by the build from the head of the rule's page; nobody types it.
struct RuleInfo {
    std::string_view name, family;
    std::span<const std::string_view> aliases;  ///< other names to select and suppress it by
    Severity severity{};
    Confidence confidence{};
    bool preview = false;
    std::string_view table;                     ///< the table it reads, if it is a table rule
    std::span<const std::string_view> applies;  ///< "torch>=2.0": for all allowed versions
    std::string_view title;                     ///< the page's heading
    std::string_view message;                   ///< "{launcher} starts {processes} ..."
    /// Key and text of each [related] entry.
    std::span<const std::pair<std::string_view, std::string_view>> related;
    std::string_view page;                      ///< the page below its head, Markdown
    Check check;
};

/// All rules that are built in, sorted by name. Declared here, defined by the generated list.
[[nodiscard]] std::span<const RuleInfo> all_rules();

struct Argument {
    std::string_view name;
    std::string value;
};

struct Related {
    text::Place at;
    std::string_view key;                       ///< names a text of [related] on the page
};

struct Fix {
    Applicability applicability{};
    std::string description;
    std::vector<text::Edit> edits;
};

struct Finding {
    const RuleInfo* rule = nullptr;
    std::string row;                            ///< table rules: which row; printed `rule:row`
    Severity severity{};                        ///< the rule's, a row's or the user's
    Confidence confidence{};                    ///< a default weighs less than a literal
    text::Place at;
    std::vector<Argument> arguments;            ///< the message is made from these
    std::vector<Related> related;
    std::optional<Fix> fix;
    /// A version claim of this finding alone ("torch>=2.0"): it stands only if the claim holds for
    /// all allowed versions, or for one of them if `applies_in_some`; it is at most a warning where
    /// nothing states a version (the newest release is assumed).
    std::string applies;
    bool applies_in_some = false;
    std::string_view no_fix;                    ///< why a fix that exists could not be spelled here
    std::string fingerprint;                    ///< of rule, path, logical line's content, count

    /// Offers the edits as the fix, or keeps why they cannot be spelled here.
    void offer(Applicability, std::string description,
               std::variant<std::vector<text::Edit>, text::Refusal> edits);
    void offer(Applicability, std::string description,
               std::variant<text::Edit, text::Refusal> edit);
};

/// Collects the findings of one rule on one thing. Attaches the rule; a rule never names itself.
class Report {
public:
    struct Silence {
        text::Place at;
        std::string_view because;
    };

    Report(const RuleInfo& rule, const Names& names) : rule_(rule), names_(names) {}
    /// A new finding with the rule's confidence. The reference stays valid while the Report lives.
    Finding& at(text::Place, std::vector<Argument>);
    /// "I looked at this and it is right, because": makes look-alike tests and `--explain` work.
    void silent(text::Place, std::string_view because);
    [[nodiscard]] std::string_view text(Symbol name) const { return names_.text(name); }
    [[nodiscard]] const RuleInfo& rule() const { return rule_; }
    [[nodiscard]] const std::deque<Finding>& findings() const { return findings_; }
    [[nodiscard]] std::deque<Finding>& findings() { return findings_; }
    [[nodiscard]] const std::vector<Silence>& silences() const { return silences_; }

private:
    const RuleInfo& rule_;
    const Names& names_;
    std::deque<Finding> findings_;
    std::vector<Silence> silences_;
};

}  // namespace trainlint
