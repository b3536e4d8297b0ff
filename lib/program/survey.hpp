/// The calls and the uses of names of one module that tables or rules may ask about.
#pragma once

#include <memory>

#include "flow/resolved.hpp"
#include "program/candidates.hpp"
#include "program/constants.hpp"
#include "program/guards.hpp"
#include "program/packages.hpp"
#include "program/resolve.hpp"
#include "trainlint/program.hpp"

namespace trainlint::program {

class Survey {
public:
    Survey(const flow::Resolved& resolved, const Candidates& candidates, Resolver& resolver,
           Constants& constants, Guards& guards, std::shared_ptr<const text::Fragment> fragment,
           Names& names, Module& module)
        : resolved_(resolved),
          candidates_(candidates),
          resolver_(resolver),
          constants_(constants),
          guards_(guards),
          fragment_(std::move(fragment)),
          names_(names),
          facts_(names),
          local_rank_(names.intern("LOCAL_RANK")),
          module_(module) {}

    void run();

private:
    void read_imports();
    void read_import(const flow::Import& import);
    [[nodiscard]] bool is_renamed(const flow::Import& import);
    void read_function(std::uint32_t function);
    [[nodiscard]] bool is_use(std::uint32_t function, flow::Id id);
    void read_use(std::uint32_t function, flow::Id id);
    void read_call(std::uint32_t function, flow::Id id);
    void note_replaced(std::uint32_t function, flow::Id target);
    void name_results(std::uint32_t function, std::size_t first_call);
    void read_keywords(std::uint32_t function, flow::Id call, Symbol callee);
    void read_habits(std::uint32_t function, flow::Id id);
    Argument argument(std::uint32_t function, flow::Id id);
    void name_arguments(std::string_view callee, Call& call) const;
    Use& add_use(Use::Form form, Symbol name, text::Span span, text::Span last);
    [[nodiscard]] const flow::Function& function(std::uint32_t index) const {
        return resolved_.source->functions[index];
    }

    const flow::Resolved& resolved_;
    const Candidates& candidates_;
    Resolver& resolver_;
    Constants& constants_;
    Guards& guards_;
    std::shared_ptr<const text::Fragment> fragment_;
    Names& names_;
    NameFacts facts_;
    Symbol local_rank_;
    std::vector<std::uint32_t> call_ids_;      // of module_.calls, in their functions
    std::vector<Symbol> replaced_;             // names that the program assigns to
    std::vector<bool> no_use_;                 // of the function; empty: not asked yet
    Module& module_;
};

}  // namespace trainlint::program
