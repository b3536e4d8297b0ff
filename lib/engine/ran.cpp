#include "engine/suppressions.hpp"

namespace trainlint::engine {

Ran::Ran(const SettingsTree& tree, Rules rules, const Choice& call, std::optional<Confidence> least,
         bool preview)
    : tree_(tree), rules_(rules), call_(call), least_(least), preview_(preview) {
    for (const auto& settings : tree.all()) {
        auto& runs = runs_.emplace_back();
        const auto enough = least.value_or(settings->min_confidence);
        for (const auto& rule : rules)
            runs.push_back(may_select(settings->choice, call, rule) && rule.confidence >= enough &&
                           (!rule.preview || preview || settings->preview));
    }
}

bool Ran::rule(std::size_t settings, const RuleInfo& rule) const {
    const auto index = static_cast<std::size_t>(&rule - rules_.data());
    return runs_[settings][index];
}

bool Ran::anywhere(const RuleInfo& rule) const {
    const auto index = static_cast<std::size_t>(&rule - rules_.data());
    for (const auto& runs : runs_)
        if (runs[index]) return true;
    return false;
}

bool Ran::keeps(std::size_t settings, const Finding& finding) const {
    const auto& all = *tree_.all()[settings];
    return rule(settings, *finding.rule) &&
           finding.confidence >= least_.value_or(all.min_confidence) &&
           selects(all.choice, call_, *finding.rule, finding.row);
}

}  // namespace trainlint::engine
