#include "frontends/shell/variables.hpp"

#include <algorithm>

namespace trainlint::shell {

std::uint32_t Variables::index_of(std::string_view name) {
    if (const auto known = by_name_.find(name); known != by_name_.end()) return known->second;
    const std::string_view kept = names_.emplace_back(name);
    const auto index = static_cast<std::uint32_t>(all_.size());
    by_name_.emplace(kept, index);
    all_.push_back({.name = kept});
    return index;
}

void Variables::set(std::uint32_t index, VariableState state) {
    Variable& variable = all_[index];
    if (!marks_.empty() && variable.logged != marks_.back().id) {
        old_.push_back({index, variable.logged, std::move(variable.state)});
        variable.logged = marks_.back().id;
    }
    variable.state = std::move(state);
    if (variable.state.exported && !variable.listed) {
        variable.listed = true;
        exported_.push_back(index);
    }
}

void Variables::mark() { marks_.push_back({++last_mark_, old_.size()}); }

std::vector<Changed> Variables::take() {
    const Mark mark = marks_.back();
    marks_.pop_back();
    std::vector<Changed> changed;
    changed.reserve(old_.size() - mark.size);
    while (old_.size() > mark.size) {
        Old& old = old_.back();
        Variable& variable = all_[old.variable];
        changed.push_back({old.variable, std::move(variable.state)});
        variable.state = std::move(old.state);
        variable.logged = old.logged;
        old_.pop_back();
    }
    std::reverse(changed.begin(), changed.end());
    return changed;
}

}  // namespace trainlint::shell
