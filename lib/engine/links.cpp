#include "engine/links.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "engine/parallel.hpp"
#include "engine/questions.hpp"

namespace trainlint::engine {

namespace {

constexpr std::size_t documents_a_thread = 16;
/// A script may start a script may start a script.
constexpr unsigned most_rounds = 8;

using DocumentPointer = std::shared_ptr<const link::Document>;

const Unit* find_unit(std::span<const Unit> units, std::string_view path) {
    const auto found = std::lower_bound(
        units.begin(), units.end(), path,
        [](const Unit& unit, std::string_view wanted) { return unit.document->path < wanted; });
    return found != units.end() && found->document->path == path ? &*found : nullptr;
}

class Linking {
public:
    Linking(Shared& shared, const link::World& world, Loader& loader, const Programs& programs,
            const Before& before, const std::stop_token& stop)
        : shared_(shared),
          world_(world),
          loader_(loader),
          programs_(programs),
          before_(before),
          stop_(stop) {}

    std::vector<Unit> run(std::vector<Unit> units) {
        units_ = std::move(units);
        first_started_ = units_.size();
        link_programs();
        for (unsigned round = 0; round < most_rounds && !stop_.stop_requested(); ++round) {
            if (!link_jobs()) break;
            add_started_programs();
            add_started();
        }
        std::sort(units_.begin(), units_.end(),
                  [](const Unit& a, const Unit& b) { return a.document->path < b.document->path; });
        return std::move(units_);
    }

private:
    [[nodiscard]] unsigned threads(std::size_t parts) const {
        return useful_threads(shared_.threads(), parts, documents_a_thread);
    }

    void link_programs() {
        in_parallel(threads(units_.size()), units_.size(), stop_, [&](std::size_t i, unsigned) {
            if (!units_[i].program) units_[i].program = link_program(units_[i].document);
        });
    }

    std::shared_ptr<const ProgramLink> link_program(const DocumentPointer& document) const {
        auto stands = standing_program(document);
        return stands ? std::move(stands) : programs_.link(document);
    }

    std::shared_ptr<const ProgramLink> standing_program(const DocumentPointer& document) const {
        const auto* unit = find_unit(before_.units, document->path);
        if (!unit || !unit->program || unit->program->document != document) return nullptr;
        if (!unit->program->linked) return unit->program;
        return stand(unit->program->linked->questions) ? unit->program : nullptr;
    }

    [[nodiscard]] bool stand(std::span<const link::Question> questions) const {
        const bool stands =
            std::all_of(questions.begin(), questions.end(), [&](const auto& question) {
                return !before_.changed->contains(question.answer) && still(question, world_.paths());
            });
        if (stands)
            for (const auto& question : questions) loader_.touch(question.answer);
        return stands;
    }

    /// The program of a script that a launch names: one that no trigger chose is read for it.
    std::shared_ptr<const ProgramLink> program_of(const link::Document& named) {
        const auto* unit = find_unit(std::span<const Unit>(units_).first(first_started_), named.path);
        if (unit && unit->document.get() == &named) return unit->program;
        const auto document = loader_.load(named.path);
        if (!document) return nullptr;
        auto& slot = slot_of(document);
        std::call_once(slot.once, [&] { slot.program = link_program(document); });
        return slot.program;
    }

    struct Slot {
        std::once_flag once;
        std::shared_ptr<const ProgramLink> program;
    };
    Slot& slot_of(const DocumentPointer& document) {
        const std::lock_guard lock(mutex_);
        auto& slot = started_[document->path];
        if (!slot) slot = std::make_unique<Slot>();
        return *slot;
    }

    /// False: there was nothing left to link.
    bool link_jobs() {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < units_.size(); ++i)
            if (!units_[i].job) open.push_back(i);
        std::vector<std::shared_ptr<const JobLink>> links(open.size());
        in_parallel(threads(open.size()), open.size(), stop_, [&](std::size_t i, unsigned) {
            links[i] = link_job(units_[open[i]].document);
        });
        for (std::size_t i = 0; i < open.size(); ++i) units_[open[i]].job = std::move(links[i]);
        return !open.empty();
    }

    std::shared_ptr<const JobLink> link_job(const DocumentPointer& document) {
        if (auto stands = standing_job(document)) return stands;
        auto link = std::make_shared<JobLink>();
        link->document = document;
        const auto module_of = [&](const link::Document& script) -> const program::Module* {
            auto program = program_of(script);
            if (!program || !program->linked) return nullptr;
            const auto* module = &program->linked->module;
            link->programs.push_back(std::move(program));
            return module;
        };
        link->linked = job::link(*document, world_, module_of, shared_.names);
        return link;
    }

    /// A job stands if its programs do as well: the very same links.
    std::shared_ptr<const JobLink> standing_job(const DocumentPointer& document) {
        const auto* unit = find_unit(before_.units, document->path);
        if (!unit || !unit->job || unit->job->document != document) return nullptr;
        if (unit->job->linked && !stand(unit->job->linked->questions)) return nullptr;
        for (const auto& program : unit->job->programs)
            if (program_of(*program->document) != program) return nullptr;
        return unit->job;
    }

    /// Scripts that were read because something names them, and are no programs: they may start
    /// something themselves. Imported modules are no units: nothing in them has a trigger.
    void add_started() {
        PathSet known;
        for (const auto& unit : units_) known.insert(unit.document->path);
        for (auto& document : loader_.documents())
            if (!is_program(*document) && !known.contains(document->path))
                units_.push_back({std::move(document), nullptr, nullptr});
    }

    /// Programs that no trigger chose, and that a launch starts.
    void add_started_programs() {
        PathSet known;
        for (const auto& unit : units_) known.insert(unit.document->path);
        for (const auto& [path, slot] : started_)
            if (slot->program && !known.contains(path))
                units_.push_back({slot->program->document, slot->program, nullptr});
    }

    Shared& shared_;
    const link::World& world_;
    Loader& loader_;
    const Programs& programs_;
    const Before& before_;
    const std::stop_token& stop_;
    std::vector<Unit> units_;
    std::size_t first_started_ = 0;  // units that stand behind the sorted ones
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Slot>, std::less<>> started_;
};

}  // namespace

std::vector<Unit> link_all(Shared& shared, const link::World& world, Loader& loader,
                           const Programs& programs, std::vector<Unit> units, const Before& before,
                           const std::stop_token& stop) {
    return Linking(shared, world, loader, programs, before, stop).run(std::move(units));
}

}  // namespace trainlint::engine
