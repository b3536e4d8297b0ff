// The same findings, whether triggers choose the documents or all are stated, and on however many
// threads: over a folder of repositories, each one a project of its own.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/project.hpp"
#include "trainlint/disk_host.hpp"
#include "trainlint/workspace.hpp"

namespace fs = std::filesystem;
using namespace trainlint;

namespace {

struct Told {
    std::multiset<std::string> findings;
    std::uint64_t python = 0, parsed = 0;
};

/// A finding with its related places and its fix is one entry.
std::multiset<std::string> split(const std::string& all) {
    std::multiset<std::string> entries;
    std::string entry;
    for (std::size_t begin = 0; begin < all.size();) {
        const auto end = std::min(all.find('\n', begin), all.size() - 1) + 1;
        if (all[begin] != ' ' && !entry.empty()) {
            entries.insert(entry);
            entry.clear();
        }
        entry.append(all, begin, end - begin);
        begin = end;
    }
    if (!entry.empty()) entries.insert(entry);
    return entries;
}

Told tell(const std::string& root, bool all_documents, unsigned threads) {
    Options options;
    options.root = root;
    options.threads = threads;
    options.all_documents = all_documents;
    Workspace workspace(std::make_shared<host::DiskHost>(), options);
    const auto snapshot = workspace.snapshot();
    auto result = snapshot.check({});
    // Of a document that no trigger keeps, nobody is told how well it could be read.
    result.failures.clear();
    return {split(test::all_of(snapshot, result)), result.timings.python_bytes,
            result.timings.python_bytes_parsed};
}

bool same(const char* name, const Told& expected, const Told& found) {
    if (expected.findings == found.findings) return true;
    const auto print = [&](const char* sign, const auto& these, const auto& others) {
        for (const auto& entry : these)
            if (!others.contains(entry)) std::printf("%s %s", sign, entry.c_str());
    };
    std::printf("  %s differ:\n", name);
    print("  -", expected.findings, found.findings);
    print("  +", found.findings, expected.findings);
    return false;
}

}  // namespace

int main(int count, char** words) {
    if (count != 2 || !fs::is_directory(words[1])) {
        std::fprintf(stderr, "usage: prove_documents FOLDER\n");
        return 2;
    }
    std::vector<std::string> roots;
    for (const auto& entry : fs::directory_iterator(fs::absolute(words[1])))
        if (entry.is_directory()) roots.push_back(entry.path().string());
    std::sort(roots.begin(), roots.end());
    bool good = !roots.empty();
    std::uint64_t python = 0, parsed = 0;
    std::size_t findings = 0;
    for (const auto& root : roots) {
        const auto filtered = tell(root, false, 1);
        std::printf("%s: %zu findings\n", fs::path(root).filename().c_str(),
                    filtered.findings.size());
        good = same("all documents", tell(root, true, 1), filtered) && good;
        good = same("eight threads", filtered, tell(root, false, 8)) && good;
        python += filtered.python;
        parsed += filtered.parsed;
        findings += filtered.findings.size();
    }
    std::printf("%zu repositories, %zu findings, %.1f %% of %.1f MB of Python parsed: %s\n",
                roots.size(), findings,
                python == 0 ? 0.0 : 100.0 * double(parsed) / double(python), double(python) / 1e6,
                good ? "the same" : "DIFFERENT");
    return good ? 0 : 1;
}
