/// Programs bound to the names that they mean, one document at a time.
#pragma once

#include <memory>

#include "engine/shared.hpp"
#include "link/paths.hpp"
#include "link/world.hpp"
#include "program/link.hpp"

namespace trainlint::engine {

struct ProgramLink {
    std::shared_ptr<const link::Document> document;
    std::unique_ptr<const program::Linked> linked;  ///< null: it states no program
};

/// Links programs. It asks the project for nothing but paths, so that a program can be linked as soon
/// as it is stated. Safe to use from several threads; keeps references to what it is given.
class Programs {
public:
    Programs(Shared& shared, const link::Paths& paths)
        : shared_(shared), paths_(paths), words_(shared.names) {}

    /// Null: the document holds no program.
    [[nodiscard]] std::shared_ptr<const ProgramLink> link(
        const std::shared_ptr<const link::Document>&) const;

private:
    Shared& shared_;
    const link::Paths& paths_;
    const program::TableWords words_;
};

[[nodiscard]] bool is_program(const link::Document&);

}  // namespace trainlint::engine
