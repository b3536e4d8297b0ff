#include "job/link.hpp"

#include <algorithm>

#include "job/allocation.hpp"
#include "job/configs.hpp"
#include "job/launch.hpp"
#include "job/manifests.hpp"

namespace trainlint::job {

const LaunchOption* Launch::find(std::string_view role) const { return find_role(options, role); }

const LaunchOption* Wrapper::find(std::string_view role) const { return find_role(options, role); }

const Wrapper* Launch::wrapper(std::string_view name) const {
    const auto found = std::find_if(wrappers.begin(), wrappers.end(),
                                    [&](const Wrapper& wrapper) { return wrapper.name == name; });
    return found == wrappers.end() ? nullptr : &*found;
}

namespace {

/// `${ROOT}/tools/train.py`: an unknown folder before a path leaves the rest of it to look for.
std::string_view behind_unknown_folder(std::string_view script) {
    const auto hole = script.rfind(text::hole_text);
    if (hole == std::string_view::npos) return script;
    const auto rest = script.substr(hole + text::hole_text.size());
    return rest.starts_with('/') ? rest.substr(1) : std::string_view{};
}

std::string in_folder(std::string_view folder, std::string_view script) {
    if (folder.empty() || folder == "." || script.starts_with('/')) return std::string(script);
    return std::string(folder) + "/" + std::string(script);
}

class Linker {
public:
    Linker(const link::Document& document, const link::World& world, const ModuleOf& module_of)
        : document_(document), world_(world), module_of_(module_of) {}

    std::unique_ptr<Linked> run() {
        for (const auto& stated : document_.stated)
            for (const auto& command : stated.commands) add(stated, command);
        if (auto config = config_of(document_)) linked_->configs.push_back(*config);
        if (!document_.stated.empty()) add_manifests(document_.stated.front(), linked_->manifests);
        Job job;
        add_directives(job);
        const bool nothing = linked_->launches.empty() && linked_->configs.empty() &&
                             linked_->manifests.empty() && job.directives.empty() &&
                             job.late_directives.empty();
        if (nothing) return nullptr;
        job.document = document_.id;
        for (const auto& launch : linked_->launches) job.launches.push_back(&launch);
        for (const auto& config : linked_->configs) job.configs.push_back(&config);
        for (const auto& manifest : linked_->manifests) job.manifests.push_back(&manifest);
        linked_->jobs.push_back(std::move(job));
        return std::move(linked_);
    }

private:
    void add_directives(Job& job) const {
        if (document_.stated.empty()) return;
        const auto& script = document_.stated.front();
        for (const auto& directive : script.directives) job.directives.push_back(&directive);
        for (const auto& directive : script.late_directives)
            job.late_directives.push_back(&directive);
    }

    void add(const frontends::Stated& stated, const facts::Command& command) {
        auto read = read_launch(command, world_.names());
        if (!read) return;
        auto& launch = read->launch;
        wrap_outside(stated, *read);
        launch.allocation = allocation(stated, command, read->wrappers);
        link_script(launch);
        linked_->launches.push_back(std::move(launch));
    }

    /// `srun bash -c "torchrun ..."`: the wrappers of the command that starts the fragment.
    void wrap_outside(const frontends::Stated& inner, Read& read) const {
        const auto* stated = &inner;
        while (stated->parent != flow::no_index && stated->inside != flow::no_index) {
            const auto& outer = document_.stated[stated->parent];
            if (stated->inside >= outer.commands.size()) return;
            const auto rows = read_rows(outer.commands[stated->inside]);
            auto& command = outer.commands[stated->inside];
            for (std::size_t i = 0; i < rows.size(); ++i) {
                read.launch.wrappers.insert(read.launch.wrappers.begin() + std::ptrdiff_t(i),
                                            wrapper_of(command, rows[i]));
                find_early_expansions(read.launch, command, rows[i], world_.names());
            }
            stated = &outer;
        }
    }

    std::optional<Allocation> allocation(const frontends::Stated& stated,
                                         const facts::Command& command,
                                         std::span<const Met> wrappers) const {
        const auto& root = document_.stated.front();
        if (!root.documents.empty()) return of_container(stated, command);
        return slurm_allocation(root, command, wrappers);
    }

    /// The container around a command, or around the command that starts its fragment.
    std::optional<Allocation> of_container(const frontends::Stated& stated,
                                           const facts::Command& command) const {
        if (stated.parent == flow::no_index) return container_allocation(stated, command);
        const auto& outer = document_.stated[stated.parent];
        if (stated.inside >= outer.commands.size()) return std::nullopt;
        return of_container(outer, outer.commands[stated.inside]);
    }

    void link_script(Launch& launch) {
        const auto script = behind_unknown_folder(script_of(launch));
        if (script.empty()) return;
        auto& questions = linked_->questions;
        std::string path;
        if (launch.script_is_module) {
            path = world_.paths().module(script, document_.path, questions);
        } else {
            path = world_.paths().script(in_folder(launch.command->folder, script), document_.path,
                                         questions);
            if (path.empty() && !launch.command->folder.empty())
                path = world_.paths().script(script, document_.path, questions);
        }
        if (path.empty()) return;
        launch.script = path;
        if (const auto* found = world_.document(path, questions))
            launch.program = module_of_(*found);
    }

    const link::Document& document_;
    const link::World& world_;
    const ModuleOf& module_of_;
    std::unique_ptr<Linked> linked_ = std::make_unique<Linked>();
};

}  // namespace

std::unique_ptr<Linked> link(const link::Document& document, const link::World& world,
                             const ModuleOf& module_of, Names&) {
    if (document.stated.empty()) return nullptr;
    return Linker(document, world, module_of).run();
}

}  // namespace trainlint::job
