#include "link/paths.hpp"

#include <algorithm>
#include <utility>

#include "trainlint/text.hpp"

namespace trainlint::link {
namespace {

constexpr auto none = std::string_view::npos;

std::string_view folder_of(std::string_view path) {
    const auto slash = path.rfind('/');
    if (slash == none) return {};
    return path.substr(0, std::max<std::size_t>(slash, path.starts_with('/') ? 1 : 0));
}

std::string_view last_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == none ? path : path.substr(slash + 1);
}

std::string joined(std::string_view folder, std::string_view name) {
    std::string out(folder);
    if (!out.empty() && !out.ends_with('/')) out += '/';
    return out += name;
}

/// Without `.` and doubled slashes; `..` takes a name away, where there is one.
std::string normalised(std::string_view path) {
    std::vector<std::string_view> names;
    const bool absolute = path.starts_with('/');
    while (!path.empty()) {
        const auto slash = path.find('/');
        const std::string_view name = path.substr(0, slash);
        path = slash == none ? std::string_view{} : path.substr(slash + 1);
        if (name.empty() || name == ".") continue;
        if (name == ".." && !names.empty() && names.back() != "..") {
            names.pop_back();
        } else if (name != ".." || !absolute) {
            names.push_back(name);
        }
    }
    std::string out = absolute ? "/" : "";
    for (const std::string_view name : names) out = joined(out, name);
    return out;
}

/// The folders in which something is looked for: the first, and those above it up to the root. Of
/// a file outside of the root only its own.
std::vector<std::string> folders_up(std::string_view folder, std::string_view root) {
    std::vector<std::string> folders{std::string(folder)};
    if (root == ".") root = {};
    const auto rest = folder.substr(std::min(root.size(), folder.size()));
    const bool below = rest.empty() || root.ends_with('/') || rest.starts_with('/');
    const bool inside = root.empty() ? !folder.starts_with('/') && !folder.starts_with("..")
                                     : folder.starts_with(root) && below;
    while (inside && folder.size() > root.size()) {
        folder = folder_of(folder);
        folders.emplace_back(folder);
    }
    return folders;
}

/// Of a path that a container or another machine knows: what may be left of it here.
std::string_view without_upward(std::string_view name) {
    while (name.starts_with("../")) name.remove_prefix(3);
    return name;
}

/// ends in "/suffix", or is it
bool ends_in(std::string_view path, std::string_view suffix) {
    if (!path.ends_with(suffix)) return false;
    return path.size() == suffix.size() || path[path.size() - suffix.size() - 1] == '/';
}

std::string path_of_module(std::string_view dotted) {
    std::string path(dotted);
    std::replace(path.begin(), path.end(), '.', '/');
    return path;
}

bool is_unknown(std::string_view name) {
    return name.empty() || name.find(text::hole_text) != none || name.find('\0') != none;
}

}  // namespace

Paths::Paths(std::string root, std::vector<std::string> paths)
    : root_(std::move(root)), paths_(std::move(paths)) {
    if (!std::is_sorted(paths_.begin(), paths_.end())) std::sort(paths_.begin(), paths_.end());
}

bool Paths::has_path(std::string_view path) const {
    return std::binary_search(paths_.begin(), paths_.end(), path, std::less<>{});
}

std::span<const Paths::Named> Paths::named(std::string_view last) const {
    const std::hash<std::string_view> hash;
    std::call_once(indexed_, [&] {
        by_name_.reserve(paths_.size());
        for (std::uint32_t i = 0; i < paths_.size(); ++i) {
            by_name_.push_back({hash(last_of(paths_[i])), i});
        }
        std::sort(by_name_.begin(), by_name_.end(), [](const Named& a, const Named& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.path < b.path;
        });
    });
    const auto less = [](const Named& a, const Named& b) { return a.hash < b.hash; };
    const auto [begin, end] =
        std::equal_range(by_name_.begin(), by_name_.end(), Named{hash(last), 0}, less);
    return {begin, end};
}

std::vector<std::string_view> Paths::ending_in(std::string_view suffix) const {
    std::vector<std::string_view> found;
    for (const Named& each : named(last_of(suffix))) {
        if (ends_in(paths_[each.path], suffix)) found.emplace_back(paths_[each.path]);
    }
    return found;
}

std::string Paths::answer(Question::Kind kind, std::string_view name) const {
    if (kind == Question::Kind::path) return has_path(name) ? std::string(name) : "";
    if (kind == Question::Kind::suffix) {
        const auto found = ending_in(name);
        return found.size() == 1 ? std::string(found.front()) : "";
    }
    if (kind != Question::Kind::module) return {};
    const std::string path = path_of_module(name);
    std::string only;
    for (const char* ending : {".py", "/__init__.py"}) {
        for (const std::string_view file : ending_in(path + ending)) {
            // The folder that holds the first name has to be one that Python searches.
            const std::string_view package =
                file.substr(0, file.size() - path.size() - std::string_view(ending).size());
            if (has_path(std::string(package) + "__init__.py")) continue;
            if (!only.empty()) return {};
            only = file;
        }
    }
    return only;
}

std::string Paths::ask(Question::Kind kind, std::string_view name,
                       std::vector<Question>& questions) const {
    std::string found = answer(kind, name);
    questions.push_back({kind, std::string(name), found});
    return found;
}

bool Paths::exists(std::string_view path, std::vector<Question>& questions) const {
    return !is_unknown(path) && !ask(Question::Kind::path, path, questions).empty();
}

std::string Paths::script(std::string_view name, std::string_view launch_file,
                          std::vector<Question>& questions) const {
    if (is_unknown(name)) return {};
    const bool absolute = name.starts_with('/');
    std::string path = normalised(name);
    if (absolute) {
        if (exists(path, questions)) return path;
        path.erase(0, 1);
    } else {
        for (const std::string& folder : folders_up(folder_of(launch_file), root_)) {
            const std::string candidate = normalised(joined(folder, path));
            if (exists(candidate, questions)) return candidate;
        }
    }
    // An absolute path of another machine: the last name alone would be a guess.
    std::string_view suffix = without_upward(path);
    while (!suffix.empty()) {
        if (absolute && suffix.find('/') == none) break;
        std::string found = ask(Question::Kind::suffix, suffix, questions);
        if (!found.empty() || !absolute) return found;
        suffix.remove_prefix(suffix.find('/') + 1);
    }
    return {};
}

/// `relative` is the module's path without its ending.
std::string Paths::module_in(std::string_view folder, std::string_view relative,
                             std::vector<Question>& questions) const {
    for (const char* ending : {".py", "/__init__.py"}) {
        std::string candidate = joined(folder, relative) + ending;
        if (exists(candidate, questions)) return candidate;
    }
    return {};
}

std::string Paths::module(std::string_view dotted, std::string_view from_file,
                          std::vector<Question>& questions) const {
    if (is_unknown(dotted)) return {};
    std::string_view folder = folder_of(from_file);
    if (dotted.starts_with('.')) {
        dotted.remove_prefix(1);
        for (; dotted.starts_with('.'); dotted.remove_prefix(1)) folder = folder_of(folder);
        if (!dotted.empty()) return module_in(folder, path_of_module(dotted), questions);
        std::string package = joined(folder, "__init__.py");
        return exists(package, questions) ? package : "";
    }
    const std::string relative = path_of_module(dotted);
    std::string found;
    for (const std::string& each : folders_up(folder, root_)) {
        if (exists(joined(each, "__init__.py"), questions)) continue;
        found = module_in(each, relative, questions);
        if (found.empty()) found = module_in(joined(each, "src"), relative, questions);
        if (!found.empty()) return found;
    }
    // A file of a package that is run as a script finds its neighbours.
    found = module_in(folder, relative, questions);
    if (!found.empty() || dotted.find('.') == none) return found;
    return ask(Question::Kind::module, dotted, questions);
}

}  // namespace trainlint::link
