#include "engine/classify.hpp"

#include <algorithm>
#include <array>

namespace trainlint::engine {

namespace {

using text::Language;

constexpr std::size_t kibi = 1024, mebi = kibi * kibi;

struct Ending {
    std::string_view text;
    Language language;
    std::size_t limit;
};
/// Notebooks are large by their pictures, which cost next to nothing to pass over.
constexpr std::array<Ending, 11> endings{{{".py", Language::python, 4 * mebi},
                                          {".ipynb", Language::notebook, largest_file},
                                          {".sh", Language::shell, 4 * mebi},
                                          {".bash", Language::shell, 4 * mebi},
                                          {".sbatch", Language::shell, 4 * mebi},
                                          {".slurm", Language::shell, 4 * mebi},
                                          {".sub", Language::shell, 4 * mebi},
                                          {".yaml", Language::yaml, mebi},
                                          {".yml", Language::yaml, mebi},
                                          {".json", Language::json, 64 * kibi},
                                          {".toml", Language::toml, mebi}}};

constexpr std::array<std::string_view, 12> locks{
    "package-lock.json", "npm-shrinkwrap.json", "composer.lock.json", "pnpm-lock.yaml",
    "pnpm-lock.yml",     "conda-lock.yml",      "conda-lock.yaml",    "tokenizer.json",
    "vocab.json",        "tsconfig.json",       "package.json",       "pixi.lock.toml"};

constexpr std::array<std::string_view, 24> skipped_folders{
    ".git",           ".hg",          ".svn",          ".bzr",          ".jj",
    ".venv",          "node_modules", "__pycache__",   ".tox",          ".nox",
    ".eggs",          ".mypy_cache",  ".pytest_cache", ".ruff_cache",   ".pytype",
    ".hypothesis",    ".direnv",      ".idea",         "site-packages", ".ipynb_checkpoints",
    "__pypackages__", ".terraform",   ".pants.d",      ".cache"};

constexpr std::array<std::string_view, 48> data_endings{
    ".bin",  ".bmp",   ".bz2",  ".ckpt",        ".class", ".dll",  ".dylib", ".exe",
    ".flac", ".gif",   ".gz",   ".h5",          ".hdf5",  ".ico",  ".jar",   ".jpeg",
    ".jpg",  ".jsonl", ".lmdb", ".lock",        ".mkv",   ".mov",  ".mp3",   ".mp4",
    ".npy",  ".npz",   ".o",    ".onnx",        ".otf",   ".pdf",  ".pkl",   ".png",
    ".pt",   ".pth",   ".pyc",  ".safetensors", ".so",    ".svg",  ".tar",   ".tfrecord",
    ".tgz",  ".tif",   ".ttf",  ".wav",         ".webp",  ".woff", ".xz",    ".zip"};

template <class List>
bool lists(const List& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

std::string_view ending_of(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view{} : name.substr(dot);
}

/// Configs of DeepSpeed and Accelerate, however large.
bool is_config_name(std::string_view name) {
    return name.starts_with("ds_") || name.find("deepspeed") != std::string_view::npos ||
           name.find("zero") != std::string_view::npos;
}

bool states_versions(std::string_view name) {
    if (name == "pyproject.toml" || name == "setup.cfg" || name == "setup.py") return true;
    if (name == "environment.yml" || name == "environment.yaml") return true;
    if (is_dockerfile(name)) return true;
    return name.ends_with(".txt") &&
           (name.starts_with("requirements") || name.ends_with("requirements.txt"));
}

bool has_shell_name(std::string_view line) {
    for (const std::string_view shell : {"sh", "bash", "dash", "ksh", "zsh"}) {
        const auto at = line.rfind(shell);
        if (at == std::string_view::npos || at == 0) continue;
        const auto end = at + shell.size();
        const bool begins = line[at - 1] == '/' || line[at - 1] == ' ';
        if (begins && (end == line.size() || line[end] == ' ' || line[end] == '\r')) return true;
    }
    return false;
}

/// Of `#!/usr/bin/env bash`; unknown: there is none, or of another language.
Language language_of_shebang(std::string_view text) {
    if (!text.starts_with("#!")) return Language::unknown;
    const auto line = text.substr(0, text.find('\n'));
    if (line.find("python") != std::string_view::npos) return Language::python;
    return has_shell_name(line) ? Language::shell : Language::unknown;
}

bool starts_line(std::string_view text, std::string_view words) {
    for (auto at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1))
        if (at == 0 || text[at - 1] == '\n') return true;
    return false;
}

}  // namespace

bool is_dockerfile(std::string_view name) {
    const auto ending = ending_of(name);
    if (ending == ".dockerfile" || ending == ".Dockerfile") return true;
    for (const std::string_view usual : {"Dockerfile", "Containerfile"})
        if (name.starts_with(usual)) return ending != ".md" && ending != ".dockerignore";
    return false;
}

FileKind classify(std::string_view name) {
    FileKind kind;
    if (lists(locks, name) || name.ends_with(".min.json") || name.ends_with(".lock.json"))
        return kind;
    kind.versions = states_versions(name);
    if (name == "trainlint.toml" || name == ".trainlint.toml") {
        kind.settings = true;
        return kind;
    }
    kind.settings = name == "pyproject.toml";
    const auto ending = ending_of(name);
    const auto* found = std::find_if(endings.begin(), endings.end(),
                                     [&](const Ending& e) { return e.text == ending; });
    if (found == endings.end() || ending.size() == name.size()) {
        if (!is_dockerfile(name)) return kind;
        kind.language = Language::dockerfile;
        kind.limit = mebi;
        return kind;
    }
    kind.language = found->language;
    kind.limit = found->limit;
    if (kind.language == Language::json) {
        kind.quiet_limit = !is_config_name(name);
        if (!kind.quiet_limit) kind.limit = 4 * mebi;
    }
    return kind;
}

FileKind classify_named(std::string_view name, std::string_view head) {
    auto kind = classify(name);
    if (kind.language == Language::unknown && !kind.settings) {
        kind.language = language_of_shebang(head);
        if (kind.language == Language::unknown && starts_line(head, "#SBATCH"))
            kind.language = Language::shell;
    }
    kind.limit = std::max(kind.limit, 4 * mebi);
    kind.quiet_limit = false;
    return kind;
}

Language guess_language(std::string_view text) {
    if (const auto found = language_of_shebang(text); found != Language::unknown) return found;
    const auto begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (begin == std::string_view::npos) return Language::unknown;
    const auto head = text.substr(begin, 4096);
    if (head.starts_with('{'))
        return head.find("\"cells\"") == std::string_view::npos ? Language::json
                                                                : Language::notebook;
    if (starts_line(head, "#SBATCH")) return Language::shell;
    for (const std::string_view word : {"apiVersion:", "kind:", "---"})
        if (starts_line(head, word)) return Language::yaml;
    for (const std::string_view word : {"import ", "from ", "def ", "class ", "@"})
        if (starts_line(head, word)) return Language::python;
    return Language::shell;
}

bool is_skipped_folder(std::string_view name) {
    return lists(skipped_folders, name);
}

bool is_data(std::string_view name) {
    return lists(data_endings, ending_of(name));
}

bool is_test(std::string_view path) {
    const auto slash = path.rfind('/');
    const auto name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (name.ends_with(".py") &&
        (name.starts_with("test_") || name.ends_with("_test.py") || name == "conftest.py"))
        return true;
    for (std::size_t at = 0; at < path.size();) {
        const auto end = std::min(path.find('/', at), path.size());
        const auto folder = path.substr(at, end - at);
        if (end < path.size() && (folder == "tests" || folder == "test")) return true;
        at = end + 1;
    }
    return false;
}

bool is_documentation(Language language) {
    return language == Language::prose;
}

}  // namespace trainlint::engine
