#include "engine/requirements.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/characters.hpp"
#include "engine/classify.hpp"
#include "engine/globs.hpp"
#include "engine/requirement_files.hpp"

namespace trainlint::engine {

namespace {

bool is_project_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.';
}

/// "Torch_Vision" to "torch-vision".
std::string normalised_name(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == '-' || c == '_' || c == '.') {
            if (!out.empty() && out.back() != '-') out += '-';
        } else {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return out;
}

/// What builds the documentation says nothing of what runs.
bool is_of_documents(std::string_view folder) {
    const auto name = name_of(folder);
    return name == "docs" || name == "doc" || name == "sphinx";
}

/// `torch @ https://...`: pinned, to what nobody can read off.
bool is_address(std::string_view rest) {
    const auto first = rest.find_first_not_of(' ');
    return first != nowhere && rest[first] == '@';
}

/// A file that states versions of one package more often than anybody could mean is not understood:
/// to unite them for each finding would take time without end.
void forget_those_of_many(std::vector<Requirement>& all) {
    constexpr std::size_t most = 100;
    std::unordered_map<std::string, std::size_t> counts;
    for (const auto& one : all) ++counts[one.package];
    std::unordered_set<std::string> told;
    std::erase_if(all, [&](Requirement& one) {
        if (counts[one.package] <= most) return false;
        one.versions = {};
        return !told.insert(one.package).second;
    });
}

}  // namespace

std::string package_of(std::string_view name) {
    using Pair = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Pair, 13> others{{{"pytorch", "torch"},
                                                  {"pytorch-gpu", "torch"},
                                                  {"pytorch-cpu", "torch"},
                                                  {"tensorflow-gpu", "tensorflow"},
                                                  {"tensorflow-cpu", "tensorflow"},
                                                  {"tensorflow-intel", "tensorflow"},
                                                  {"paddlepaddle", "paddle"},
                                                  {"paddlepaddle-gpu", "paddle"},
                                                  {"paddlepaddle-xpu", "paddle"},
                                                  {"pytorch-lightning", "lightning"},
                                                  {"lightning-fabric", "lightning"},
                                                  {"jax-cuda12", "jax"},
                                                  {"megatron-core", "megatron"}}};
    auto plain = normalised_name(name);
    for (const auto& [installed, package] : others)
        if (plain == installed) return std::string(package);
    return plain;
}

void read_requirement(std::string_view text, std::uint32_t at, Dialect dialect,
                      std::vector<Requirement>& out) {
    std::size_t end = 0;
    while (end < text.size() && is_project_character(text[end])) ++end;
    if (end == 0) return;
    auto rest = text.substr(end);
    if (rest.starts_with('[')) {
        const auto close = rest.find(']');
        if (close == nowhere) return;
        rest = rest.substr(close + 1);
    }
    if (is_address(rest)) {
        const auto size = static_cast<std::uint32_t>(text.size());
        return out.push_back({package_of(text.substr(0, end)), {}, {at, at + size}});
    }
    rest = rest.substr(0, rest.find_first_of(";#@"));  // markers, comments
    rest = rest.substr(0, rest.find(" --"));           // --hash=...
    while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\\' || rest.back() == ')' ||
                             rest.back() == '\r' || rest.back() == '\t'))
        rest.remove_suffix(1);
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '(')) rest.remove_prefix(1);
    if (rest.empty()) return;
    if (dialect == Dialect::conda) {
        // "pytorch=2.1=py3.10_cuda11.8": the build does not matter.
        const auto sign = rest.find_first_not_of("<>=!~ ");
        const auto build = rest.find('=', sign == nowhere ? 0 : sign);
        if (rest.find(',') == nowhere && build != nowhere) rest = rest.substr(0, build);
    }
    auto set = VersionSet::parse(rest, dialect);
    if (!set || set->empty() || set->everything()) return;
    const auto size = static_cast<std::uint32_t>(rest.data() + rest.size() - text.data());
    out.push_back({package_of(text.substr(0, end)), std::move(*set), {at, at + size}});
}

std::vector<Requirement> read_requirements(std::string_view name, std::string_view text) {
    std::vector<Requirement> out;
    if (name == "pyproject.toml")
        read_pyproject(text, out);
    else if (name == "setup.cfg")
        read_setup_cfg(text, out);
    else if (name == "setup.py")
        read_setup_py(text, out);
    else if (is_dockerfile(name))
        read_dockerfile(text, out);
    else if (name.starts_with("environment."))
        read_environment(text, out);
    else
        read_requirements_txt(text, out);
    return out;
}

Requirements::Requirements(std::vector<SideFile> files) : files_(std::move(files)) {
    std::sort(files_.begin(), files_.end(),
              [](const SideFile& a, const SideFile& b) { return a.path < b.path; });
    for (std::size_t i = 0; i < files_.size(); ++i) {
        read_.push_back(std::make_unique<Read>());
        by_folder_.emplace(folder_of(files_[i].path), i);
    }
}

const std::vector<Requirement>& Requirements::read(std::size_t file) const {
    auto& entry = *read_[file];
    std::call_once(entry.once, [&] {
        entry.requirements = read_requirements(name_of(files_[file].path), *files_[file].text);
        forget_those_of_many(entry.requirements);
    });
    return entry.requirements;
}

std::vector<Requirements::Statement> Requirements::of(std::string_view path,
                                                      std::string_view package) const {
    auto found = nearest(path, [&](std::string_view folder, auto& to) {
        const auto [first, last] = by_folder_.equal_range(folder);
        for (auto file = first; file != last; ++file) add(file->second, package, to);
    });
    if (!found.empty()) return found;
    return nearest(path, [&](std::string_view folder, auto& to) {
        const bool top = folder.empty() || folder == "/";
        const auto below = top ? std::string(folder) : std::string(folder) + "/";
        for (auto file = by_folder_.lower_bound(below);
             file != by_folder_.end() && file->first.starts_with(below); ++file)
            if (!is_of_documents(file->first)) add(file->second, package, to);
        // An image that one of many folders builds says nothing of the others.
        std::erase_if(to, [](const Statement& one) { return one.requirement->versions.empty(); });
    });
}

/// What `look` finds in the first folder, from that of `path` upward, in which it finds anything.
template <class Look>
std::vector<Requirements::Statement> Requirements::nearest(std::string_view path, Look look) const {
    std::vector<Statement> found;
    for (auto folder = folder_of(path);; folder = folder_of(folder)) {
        look(folder, found);
        if (!found.empty() || folder.empty() || folder == "/") return found;
    }
}

void Requirements::add(std::size_t file, std::string_view package,
                       std::vector<Statement>& to) const {
    for (const auto& requirement : read(file))
        if (requirement.package == package) to.push_back({&files_[file], &requirement});
}

}  // namespace trainlint::engine
