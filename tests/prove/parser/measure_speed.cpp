#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "frontends/python/parser.hpp"
#include "frontends/python/scanner.hpp"
#include "measure.hpp"

namespace trainlint::prove {

std::vector<SourceFile> python_files(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::vector<SourceFile> files;
    std::error_code skipped;
    for (fs::recursive_directory_iterator at(folder, skipped), end; at != end;
         at.increment(skipped)) {
        if (!at->is_regular_file(skipped) || at->path().extension() != ".py") continue;
        std::ifstream in(at->path(), std::ios::binary);
        files.push_back({at->path(), {std::istreambuf_iterator<char>(in), {}}});
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

namespace {

/// The best of several rounds over all files, in megabytes (10^6) a second.
template <typename Work>
double best_rate(const std::vector<SourceFile>& files, std::size_t bytes, Work work) {
    double best = 0;
    for (int round = 0; round < 7; ++round) {
        const std::clock_t begin = std::clock();  // processor time: others may use the machine
        for (const SourceFile& file : files) work(file.text);
        const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        best = std::max(best, static_cast<double>(bytes) / took / 1e6);
    }
    return best;
}

}  // namespace

int speed(const std::filesystem::path& folder) {
    const std::vector<SourceFile> files = python_files(folder);
    std::size_t bytes = 0, nodes = 0, errors = 0, lines = 0;
    for (const SourceFile& file : files) bytes += file.text.size();
    python::Parser parser;
    python::Tree tree;
    python::Outline outline;
    for (const SourceFile& file : files) {
        parser.parse(file.text, tree);
        nodes += tree.nodes.size() - 1;
        errors += tree.error_count != 0 ? 1 : 0;
        python::scan(file.text, outline);
        lines += outline.lines.size();
    }
    std::printf("%zu files, %.1f MB, %zu nodes, %zu logical lines, %zu files with errors\n",
                files.size(), static_cast<double>(bytes) / 1e6, nodes, lines, errors);
    std::printf("parser  %7.1f MB/s\n", best_rate(files, bytes, [&](const std::string& text) {
                    parser.parse(text, tree);
                }));
    std::printf("scanner %7.1f MB/s\n", best_rate(files, bytes, [&](const std::string& text) {
                    python::scan(text, outline);
                }));
    return 0;
}

}  // namespace trainlint::prove
