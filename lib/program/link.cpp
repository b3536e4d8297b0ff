#include "program/link.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "flow/investigate.hpp"
#include "flow/resolved.hpp"
#include "program/candidates.hpp"
#include "program/constants.hpp"
#include "program/guards.hpp"
#include "program/options.hpp"
#include "program/resolve.hpp"
#include "program/scopes.hpp"
#include "program/survey.hpp"

namespace trainlint::program {

namespace {

/// The program text that the document states itself, or that stands in its cells.
const frontends::Stated* program_of(const link::Document& document) {
    for (const auto& stated : document.stated)
        if (stated.source && stated.fragment && !stated.source->functions.empty()) return &stated;
    return nullptr;
}

/// "src/pkg/train.py" below the root is "src.pkg.train".
std::string module_name(std::string_view path, std::string_view root) {
    if (!root.empty() && path.starts_with(root)) path.remove_prefix(root.size());
    while (path.starts_with('/')) path.remove_prefix(1);
    const auto slash = path.rfind('/');
    const auto dot = path.rfind('.');
    if (dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash))
        path = path.substr(0, dot);
    if (path.ends_with("/__init__")) path = path.substr(0, path.size() - 9);
    std::string name(path);
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
}

}  // namespace

std::unique_ptr<Linked> link(const link::Document& document, const link::Paths& paths,
                             const TableWords& words, Names& names) {
    const auto* stated = program_of(document);
    if (!stated) return nullptr;
    auto linked = std::make_unique<Linked>();
    auto& module = linked->module;
    module.name = names.intern(module_name(document.path, paths.root()));
    module.document = document.id;

    flow::Resolved resolved;
    resolved.source = &*stated->source;
    const Scopes scopes(resolved, names);
    const Candidates candidates(resolved, words);
    Resolver resolver(resolved, scopes, candidates, paths, document.path, linked->questions,
                      names);
    Constants constants(resolved, resolver, names);
    OptionReader options(resolved, resolver, constants, *stated->fragment, names);
    module.parser = options.run();
    if (module.parser) options.share_defaults(*module.parser);
    Guards guards(resolved, resolver, names);
    Survey(resolved, candidates, resolver, constants, guards, stated->fragment, names, module)
        .run();
    auto findings = flow::investigate(resolved, names, *stated->fragment);
    module.divergences = std::move(findings.divergences);
    module.sequences = std::move(findings.sequences);
    return linked;
}

const Argument* Call::find(Symbol name) const {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const Argument& a) { return a.name == name; });
    return found == arguments.end() ? nullptr : &*found;
}

}  // namespace trainlint::program
