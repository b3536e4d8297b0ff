/// What the tables say of the names of one program, each looked up once.
#pragma once

#include <unordered_map>

#include "knowledge/tables.hpp"
#include "trainlint/names.hpp"

namespace trainlint::flow {

struct Rows {
    const knowledge::Collective* collective = nullptr;
    const knowledge::RankSource* rank = nullptr;
    const knowledge::EventRow* event = nullptr;
    bool no_return = false;

    [[nodiscard]] bool empty() const { return !collective && !rank && !event && !no_return; }
};

/// The rows of a dotted name, or of a "Class.member".
[[nodiscard]] Rows rows_of(std::string_view name);

class KnownRows {
public:
    explicit KnownRows(const Names& names) : names_(names) {}

    const Rows& of(Symbol name);
    /// The row of an environment variable that tells ranks apart ("env:RANK"); null: there is none.
    const knowledge::RankSource* environment(Symbol variable);

private:
    const Names& names_;
    std::unordered_map<Symbol, Rows> rows_;
    std::unordered_map<Symbol, const knowledge::RankSource*> environment_;
};

}  // namespace trainlint::flow
