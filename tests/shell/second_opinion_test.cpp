// A second reader of the same language: tree-sitter's grammar has to find the same words.
#include <tree_sitter/api.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "frontends/shell/reader.hpp"
#include "snippets.hpp"

extern "C" const TSLanguage* tree_sitter_bash();

namespace fs = std::filesystem;
using namespace trainlint;
using tests::Lines;

namespace {

using Parser = std::unique_ptr<TSParser, decltype(&ts_parser_delete)>;
using SyntaxTree = std::unique_ptr<TSTree, decltype(&ts_tree_delete)>;

/// The places of the words of simple commands, by where the command's name begins.
using Words = std::map<std::uint32_t, std::vector<text::Span>>;

SyntaxTree parse(std::string_view script) {
    const Parser parser(ts_parser_new(), ts_parser_delete);
    ts_parser_set_language(parser.get(), tree_sitter_bash());
    return {ts_parser_parse_string(parser.get(), nullptr, script.data(),
                                   static_cast<std::uint32_t>(script.size())),
            ts_tree_delete};
}

text::Span span_of(TSNode node) { return {ts_node_start_byte(node), ts_node_end_byte(node)}; }

bool is_a(TSNode node, std::string_view type) { return ts_node_type(node) == type; }

/// Words are its children but for assignments and redirections.
void add_command(TSNode node, Words& words) {
    std::vector<text::Span> found;
    const std::uint32_t count = ts_node_child_count(node);
    for (std::uint32_t i = 0; i < count; ++i) {
        const TSNode child = ts_node_child(node, i);
        const bool word = !is_a(child, "variable_assignment") && !is_a(child, "file_redirect") &&
                          !is_a(child, "herestring_redirect") && !is_a(child, "heredoc_redirect");
        if (word && span_of(child).size() > 0) found.push_back(span_of(child));
    }
    if (!found.empty()) words[found.front().begin] = found;
}

void collect(TSNode node, Words& words) {
    if (is_a(node, "heredoc_body")) return;
    if (is_a(node, "command")) add_command(node, words);
    const std::uint32_t count = ts_node_child_count(node);
    for (std::uint32_t i = 0; i < count; ++i) collect(ts_node_child(node, i), words);
}

Words own_words(std::string_view script) {
    const shell::Tree tree = shell::read(script);
    Words words;
    for (const auto& node : tree.nodes) {
        if (node.kind != shell::Node::Kind::simple) continue;
        std::vector<text::Span> found;
        for (std::uint32_t i = 0; i < node.parts.count; ++i) {
            const auto& item = tree.items[node.parts.first + i];
            if (!item.is_assignment)
                found.push_back(tree.words[item.index].span);
            else if (!found.empty())
                found.push_back(tree.assignments[item.index].span);
        }
        if (!found.empty()) words[found.front().begin] = found;
    }
    return words;
}

struct Difference {
    std::size_t commands = 0;
    std::size_t different = 0;
    std::string first;
};

/// Commands that both know and read differently. Declarations and tests are other nodes there.
Difference compare(std::string_view script, TSNode root) {
    Words theirs;
    collect(root, theirs);
    const Words ours = own_words(script);
    Difference result;
    for (const auto& [begin, spans] : theirs) {
        ++result.commands;
        const auto found = ours.find(begin);
        if (found != ours.end() && found->second == spans) continue;
        ++result.different;
        if (!result.first.empty()) continue;
        result.first = script.substr(begin, spans.back().end - begin);
        if (found == ours.end()) result.first += "\n(no such command)";
        else
            for (const auto span : found->second)
                result.first += "\n  [" + std::string(script.substr(span.begin, span.size())) + "]";
    }
    return result;
}

}  // namespace

TEST_CASE("tree-sitter finds the same words") {
    const Lines scripts = {
        "torchrun --nproc_per_node=8 --nnodes $N train.py \"$@\" > log 2>&1",
        "A=1 B=\"x y\" python -m torch.distributed.run \\\n  --n ${X:-8} 'a b' c\\ d \\\n  \"e $f\" g",
        "if [ -z \"$A\" ]; then run a; else run b; fi\nfor i in a b; do run $i; done",
        "srun bash -c \"torchrun --n $N\" | tee log && run x || run y",
        "f() { run $1; }\nf a\ncase $x in a) run b ;; *) run c ;; esac",
        "cat <<EOF > x\nrun a\nEOF\nrun b",
        "X=$(hostname -s) run $(wc -l < f) `date +%s` $((1 + 2)) ${A[@]} x{a,b}",
        "while read l; do run \"$l\"; done < f\n( cd x; run y ) & wait",
    };
    for (const auto& script : scripts) {
        INFO(script);
        const auto tree = parse(script);
        const TSNode root = ts_tree_root_node(tree.get());
        REQUIRE_FALSE(ts_node_has_error(root));
        const auto difference = compare(script, root);
        INFO(difference.first);
        CHECK(difference.commands > 0);
        CHECK(difference.different == 0);
    }
}

// TRAINLINT_CORPUS=~/repositories test_shell "[opinion]"
TEST_CASE("tree-sitter on real scripts", "[.][opinion]") {
    const char* folder = std::getenv("TRAINLINT_CORPUS");
    REQUIRE(folder);
    std::size_t files = 0, with_errors = 0, commands = 0, different = 0, bytes = 0;
    std::chrono::steady_clock::duration theirs{}, ours{};
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto ending = entry.path().extension();
        if (!entry.is_regular_file() ||
            (ending != ".sh" && ending != ".sbatch" && ending != ".slurm"))
            continue;
        std::ifstream in(entry.path(), std::ios::binary);
        std::stringstream stream;
        stream << in.rdbuf();
        const std::string script = stream.str();
        ++files;
        bytes += script.size();
        const auto start = std::chrono::steady_clock::now();
        const auto tree = parse(script);
        const auto middle = std::chrono::steady_clock::now();
        (void)shell::read(script);
        theirs += middle - start;
        ours += std::chrono::steady_clock::now() - middle;
        const TSNode root = ts_tree_root_node(tree.get());
        if (ts_node_has_error(root)) {
            ++with_errors;
            continue;
        }
        const auto difference = compare(script, root);
        commands += difference.commands;
        different += difference.different;
        if (difference.different > 0)
            std::printf("%s: %zu\n%s\n", entry.path().c_str(), difference.different,
                        difference.first.c_str());
    }
    const auto rate = [&](auto spent) {
        return double(bytes) / 1e6 / std::chrono::duration<double>(spent).count();
    };
    std::printf("%zu scripts, %zu that tree-sitter reads with errors, %zu commands, %zu different\n",
                files, with_errors, commands, different);
    std::printf("tree-sitter %.1f MB/s, own reader %.1f MB/s\n", rate(theirs), rate(ours));
}
