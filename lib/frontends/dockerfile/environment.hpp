/// The variables that ENV and ARG set, as they are at one instruction.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"

namespace trainlint::dockerfile {

class Environment {
public:
    /// The last value of a name counts. More names than a container ever gets are left out.
    void set(facts::Assignment);
    /// Null: it is not set.
    [[nodiscard]] const facts::Word* find(Symbol name) const;
    /// By the order in which they were set last.
    [[nodiscard]] std::vector<facts::Assignment> list() const;
    /// In bytes.
    [[nodiscard]] std::size_t weight() const { return weight_; }

private:
    struct Entry {
        facts::Assignment assignment;
        bool replaced = false;
    };
    void tidy();

    std::vector<Entry> entries_;
    std::unordered_map<Symbol, std::size_t> places_;
    std::size_t weight_ = 0;
};

/// What an instruction sees: ENV goes before ARG of the same name.
struct InForce {
    const Environment* environment = nullptr;  ///< null: there is none
    const Environment* arguments = nullptr;    ///< the same

    [[nodiscard]] const facts::Word* find(Symbol name) const;
    /// Arguments first, without those that ENV hides.
    [[nodiscard]] std::vector<facts::Assignment> list() const;
    [[nodiscard]] std::size_t weight() const;
};

}  // namespace trainlint::dockerfile
