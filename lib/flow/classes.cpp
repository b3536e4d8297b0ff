#include "flow/classes.hpp"

#include <algorithm>
#include <functional>

namespace trainlint::flow {

namespace {

using Members = std::vector<bool>;

Members members_where(const Run& run, const std::function<bool(const Process&)>& holds) {
    Members members;
    for (std::int64_t rank = 0; rank < run.size(); ++rank)
        members.push_back(holds(run.process(rank)));
    return members;
}

Members others(Members members) {
    members.flip();
    return members;
}

struct Wording {
    std::function<bool(const Process&)> holds;
    std::string words;
};

std::vector<Wording> wordings(const Run& run, std::uint8_t depends) {
    const auto local_rank = [](const Process& p) { return p.rank % p.per_node; };
    const bool of_node = (depends & (1u << static_cast<unsigned>(Scope::node))) != 0;
    std::vector<Wording> known{
        {[](const Process& p) { return p.rank == 0; }, "rank 0"},
        {[=](const Process& p) { return local_rank(p) == 0; }, "the first rank of each node"},
        {[last = run.size() - 1](const Process& p) { return p.rank == last; }, "the last rank"},
        {[=](const Process& p) { return local_rank(p) == p.per_node - 1; },
         "the last rank of each node"}};
    if (of_node)
        known.push_back({[](const Process& p) { return p.rank < p.per_node; },
                         "the ranks of the first node"});
    for (std::int64_t k = 1; k + 1 < run.size(); ++k)
        known.push_back({[k](const Process& p) { return p.rank == k; },
                         "rank " + std::to_string(k)});
    for (std::int64_t k = 1; k + 1 < run.per_node; ++k)
        known.push_back({[=](const Process& p) { return local_rank(p) == k; },
                         "local rank " + std::to_string(k)});
    return known;
}

}  // namespace

std::vector<Process> classes_of(const Terms& terms, const std::vector<Term>& tests,
                                const Run& run) {
    std::vector<Process> classes;
    std::vector<Members> answers;
    for (std::int64_t rank = 0; rank < run.size(); ++rank) {
        const auto process = run.process(rank);
        Members mine;
        for (const auto test : tests) {
            const auto answer = terms.truth(test, process);
            if (!answer) return {};
            mine.push_back(*answer);
        }
        if (std::find(answers.begin(), answers.end(), mine) != answers.end()) continue;
        answers.push_back(std::move(mine));
        classes.push_back(process);
    }
    return classes;
}

std::string ranks_in_words(const Terms& terms, Term test, bool answer, const Run& run) {
    const auto members = members_where(
        run, [&](const Process& p) { return terms.truth(test, p).value_or(!answer) == answer; });
    for (const auto& wording : wordings(run, terms[test].depends)) {
        const auto described = members_where(run, wording.holds);
        if (members == described) return wording.words;
        if (members == others(described)) return "all but " + wording.words;
    }
    const auto even = members_where(run, [](const Process& p) { return p.rank % 2 == 0; });
    if (members == even) return "even ranks";
    if (members == others(even)) return "odd ranks";
    for (std::int64_t k = 2; k < run.size(); ++k) {
        const auto below = members_where(run, [k](const Process& p) { return p.rank < k; });
        if (members == below) return "ranks below " + std::to_string(k);
        if (members == others(below)) return "ranks from " + std::to_string(k) + " on";
    }
    return "some ranks";
}

}  // namespace trainlint::flow
