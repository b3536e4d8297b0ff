#include "frontends/dockerfile/environment.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "facts/weight.hpp"

namespace trainlint::dockerfile {

namespace {

constexpr std::size_t most_names = 1'000;

std::size_t weight_of(const facts::Assignment& assignment) {
    return facts::weight(std::span(&assignment, 1));
}

}  // namespace

void Environment::set(facts::Assignment assignment) {
    if (const auto known = places_.find(assignment.name); known != places_.end()) {
        auto& old = entries_[known->second];
        weight_ -= weight_of(old.assignment);
        old.assignment.value = {};
        old.replaced = true;
        places_.erase(known);
    }
    if (places_.size() >= most_names) return;
    weight_ += weight_of(assignment);
    places_.emplace(assignment.name, entries_.size());
    entries_.push_back({std::move(assignment), false});
    if (entries_.size() > 2 * most_names) tidy();
}

void Environment::tidy() {
    std::erase_if(entries_, [](const Entry& entry) { return entry.replaced; });
    for (std::size_t i = 0; i < entries_.size(); ++i) places_[entries_[i].assignment.name] = i;
}

const facts::Word* Environment::find(Symbol name) const {
    const auto known = places_.find(name);
    return known == places_.end() ? nullptr : &entries_[known->second].assignment.value;
}

std::vector<facts::Assignment> Environment::list() const {
    std::vector<facts::Assignment> all;
    for (const auto& entry : entries_)
        if (!entry.replaced) all.push_back(entry.assignment);
    return all;
}

const facts::Word* InForce::find(Symbol name) const {
    if (environment)
        if (const auto* found = environment->find(name)) return found;
    return arguments ? arguments->find(name) : nullptr;
}

std::vector<facts::Assignment> InForce::list() const {
    auto all = arguments ? arguments->list() : std::vector<facts::Assignment>();
    if (!environment) return all;
    std::erase_if(all, [&](const auto& argument) { return environment->find(argument.name); });
    for (auto& set : environment->list()) all.push_back(std::move(set));
    return all;
}

std::size_t InForce::weight() const {
    return (arguments ? arguments->weight() : 0) + (environment ? environment->weight() : 0);
}

}  // namespace trainlint::dockerfile
