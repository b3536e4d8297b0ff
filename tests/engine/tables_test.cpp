// The mechanisms of table rules, with the tables and pages that are built in.
#include <catch2/catch.hpp>

#include "knowledge/tables.hpp"
#include "project.hpp"
#include "text/edits.hpp"

using namespace trainlint;

namespace {

test::Checked checked(std::map<std::string, std::string> files, const Request& request = {}) {
    Options options;
    options.root = "p";
    options.threads = 1;
    return test::check(std::move(files), request, options);
}

/// Findings of one rule: "line:column severity row".
std::string of(const char* rule, const test::Checked& checked) {
    std::string out;
    for (const auto& finding : checked.result.findings) {
        if (finding.rule->name != rule) continue;
        const auto at = checked.snapshot.location(finding.at);
        out += std::to_string(at.start.line) + ":" + std::to_string(at.start.column) + " " +
               (finding.severity == Severity::error ? "error " : "warning ") + finding.row + "|";
    }
    return out;
}

std::string fixed(const std::string& path, std::map<std::string, std::string> files) {
    const auto text = files.at(path);
    const auto all = checked(std::move(files));
    std::vector<text::Edit> edits;
    for (const auto& finding : all.result.findings)
        if (finding.fix && all.snapshot.path(finding.at.document) == path)
            edits.insert(edits.end(), finding.fix->edits.begin(), finding.fix->edits.end());
    return text::apply_edits(text, edits).value_or("conflict");
}

std::string renamed(const std::string& text, const std::string& requirements = "") {
    return of("renamed-api", checked({{"p/a.py", text}, {"p/requirements.txt", requirements}}));
}

}  // namespace

TEST_CASE("renamed names are found by what they are bound to") {
    const std::string row = "torch.distributed.reduce_op|";
    REQUIRE(knowledge::find_renamed_api("torch.distributed.reduce_op"));
    CHECK(renamed("import torch.distributed as dist\nx = dist.reduce_op.SUM\n") ==
          "2:5 warning " + row);
    CHECK(renamed("import torch\nx = torch.distributed.reduce_op\n") == "2:5 warning " + row);
    CHECK(renamed("from torch import distributed\nx = distributed.reduce_op.SUM\n") ==
          "2:5 warning " + row);
    CHECK(renamed("x = dist.reduce_op.SUM\n# torch.distributed.reduce_op\n") == "");
}

TEST_CASE("an import is told once, not each of its uses") {
    CHECK(renamed(
              "from torch.distributed import reduce_op\nx = reduce_op.SUM\ny = reduce_op.MAX\n") ==
          "1:31 warning torch.distributed.reduce_op|");
}

TEST_CASE("a name that a star import brings in is told at its uses") {
    REQUIRE(knowledge::find_renamed_api("torch.distributed.all_reduce_multigpu"));
    CHECK(renamed("from torch.distributed import *\nall_reduce_multigpu(x)\n") ==
          "2:1 warning torch.distributed.all_reduce_multigpu|");
    CHECK(renamed("import jax\ntree_map = jax.tree_map\ny = tree_map(f, x)\n") ==
          "2:12 warning jax.tree_map|");
}

TEST_CASE("fixes of renamed names") {
    const auto fix = [](const std::string& text) { return fixed("p/a.py", {{"p/a.py", text}}); };
    CHECK(fix("import torch.distributed as dist\nx = dist.reduce_op.SUM\n") ==
          "import torch.distributed as dist\nx = dist.ReduceOp.SUM\n");
    CHECK(fix("from torch.distributed import reduce_op\nx = reduce_op.SUM\n") ==
          "from torch.distributed import ReduceOp as reduce_op\nx = reduce_op.SUM\n");
    CHECK(fix("from torch.distributed import reduce_op as op, barrier\n") ==
          "from torch.distributed import ReduceOp as op, barrier\n");
    CHECK(fix("import jax\nf = jax.tree_map(g, x)\n") == "import jax\nf = jax.tree.map(g, x)\n");
}

TEST_CASE("versions decide: may claims need one allowed version") {
    const auto* row = knowledge::find_renamed_api("jax.tree_map");
    REQUIRE(row);
    REQUIRE_FALSE(row->removed_in.empty());
    const std::string text = "import jax\nf = jax.tree_map(g, x)\n";
    const std::string removed(row->removed_in);
    CHECK(renamed(text) == "2:5 warning jax.tree_map|");
    CHECK(renamed(text, "jax==0.4.1") == "");
    CHECK(renamed(text, "jax>=0.4.1") == "2:5 warning jax.tree_map|");
    CHECK(renamed(text, "jax>=" + removed) == "2:5 error jax.tree_map|");
    CHECK(renamed(text, "jax==" + removed) == "2:5 error jax.tree_map|");
}

TEST_CASE("the line that allows the version is named") {
    const auto all = checked({{"p/a.py", "import jax\nf = jax.tree_map(g, x)\n"},
                              {"p/requirements.txt", "numpy\njax>=0.4.1\n"}});
    REQUIRE(all.result.findings.size() == 1);
    REQUIRE(all.result.findings[0].related.size() == 1);
    const auto at = all.snapshot.location(all.result.findings[0].related[0].at);
    CHECK(at.file == "p/requirements.txt");
    CHECK(at.start.line == 2);
    CHECK(all.snapshot.text(all.result.findings[0].related[0].at.document) ==
          "numpy\njax>=0.4.1\n");
}

TEST_CASE("an image narrows what requirements allow") {
    const auto with = [](const std::string& image, const std::string& requirements) {
        std::map<std::string, std::string> files{
            {"p/a.py", "import tensorflow as tf\nf = tf.estimator.Estimator(g)\n"},
            {"p/Dockerfile", "FROM " + image + "\n"}};
        if (!requirements.empty()) files["p/requirements.txt"] = requirements + "\n";
        return of("renamed-api", checked(files));
    };
    CHECK(with("ubuntu:22.04", "tensorflow>=1.11") != "");
    CHECK(with("tensorflow/tensorflow:1.15.2-gpu", "tensorflow>=1.11") == "");
    CHECK(with("nvcr.io/nvidia/tensorflow:20.06-tf1-py3", "tensorflow>=1.11") == "");
    CHECK(with("nvcr.io/nvidia/tensorflow:20.06-tf1-py3", "tensorflow==2.16.1") != "");
    CHECK(with("nvcr.io/nvidia/tensorflow:24.06-tf2-py3", "tensorflow>=2.16") != "");
    CHECK(with("nvcr.io/nvidia/tensorflow:24.06-tf2-py3", "") == "");
    CHECK(with("tensorflow/tensorflow:2.16.1", "") != "");
}

TEST_CASE("a target goes before requirements") {
    const auto with = [](const std::string& target) {
        return of("renamed-api", checked({{"p/a.py", "import jax\nf = jax.tree_map(g, x)\n"},
                                          {"p/requirements.txt", "jax==0.4.1\n"},
                                          {"p/trainlint.toml", "[target]\n" + target}}));
    };
    CHECK(with("jax = '>=0.7'") == "2:5 error jax.tree_map|");
    CHECK(with("torch = '2.4'") == "");
}

TEST_CASE("a project that defines a package has its own names") {
    CHECK(of("renamed-api", checked({{"p/tools/a.py", "import jax\nf = jax.tree_map(g, x)\n"},
                                     {"p/jax/__init__.py", "def tree_map():\n    pass\n"}})) == "");
}

TEST_CASE("guarded uses are silent") {
    CHECK(renamed("import jax\nif hasattr(jax, 'tree_map'):\n    f = jax.tree_map(g, x)\n") == "");
    CHECK(renamed("import jax\nold = jax.tree_map\njax.tree_map = lambda *a: old(*a)\n") == "");
    CHECK(renamed("try:\n    from torch.distributed import reduce_op\nexcept ImportError:\n"
                  "    reduce_op = None\n") == "");
}

TEST_CASE("misspelt variables") {
    const auto misspelt = [](const std::string& shell, const std::string& python = "") {
        return of("misspelt-variable", checked({{"p/a.sh", shell}, {"p/b.py", python}}));
    };
    const std::string run = "torchrun train.py\n";
    CHECK(misspelt("export NCCL_SOCKET_IFNAM=eth0\n" + run) == "1:8 warning NCCL_SOCKET_IFNAME|");
    CHECK(misspelt("export NCCL_SOCKET_IFNAME=eth0\n" + run) == "");
    CHECK(misspelt("NCCL_SOCKET_IFNAM=eth0\n" + run) == "");
    CHECK(misspelt("export NCCL_PLUGIN_SECRET_THING=1\n" + run) == "");
    CHECK(misspelt("export NCCL_DEBUGG=1\n" + run,
                   "import os\nx = os.environ.get('NCCL_DEBUGG')\n") == "");
    CHECK(misspelt("export NCCL_DEBUGG=1\necho $NCCL_DEBUGG\n") == "");
    CHECK(misspelt("export NCCL_DEBUGG=1 NCCL_DEBUG=1\n" + run) == "");
    CHECK(misspelt("export NCCL_IB_HCA2=1\n" + run) == "");
    CHECK(misspelt("", "import os\nos.environ['NCCL_DEBUGG'] = 'INFO'\n") ==
          "2:13 warning NCCL_DEBUG|");
    CHECK(misspelt("export NCCL_SOCKET_TIMEOUT=1\n" + run) == "1:8 warning NCCL_SOCKET_TIMEOUT|");
    CHECK(fixed("p/a.sh", {{"p/a.sh", "export NCCL_SOCKET_IFNAM=eth0\n" + run}}) ==
          "export NCCL_SOCKET_IFNAME=eth0\n" + run);
}

TEST_CASE("obsolete variables") {
    const auto obsolete = [](const std::string& shell, const std::string& requirements = "") {
        return of("obsolete-variable", checked({{"p/a.sh", shell + "torchrun train.py\n"},
                                                {"p/requirements.txt", requirements}}));
    };
    const auto* row = knowledge::find_variable("NCCL_ASYNC_ERROR_HANDLING");
    REQUIRE(row);
    CHECK(obsolete("export NCCL_ASYNC_ERROR_HANDLING=1\n") ==
          "1:8 warning NCCL_ASYNC_ERROR_HANDLING|");
    CHECK(obsolete("export NCCL_ASYNC_ERROR_HANDLING=1\n", "torch==1.10") == "");
    CHECK(obsolete(
              "export NCCL_ASYNC_ERROR_HANDLING=1\nexport TORCH_NCCL_ASYNC_ERROR_HANDLING=1\n") ==
          "");
    CHECK(obsolete("echo $NCCL_ASYNC_ERROR_HANDLING\n") == "");
}

TEST_CASE("unknown keys of a config") {
    const auto unknown = [](const std::string& json) {
        return of("unknown-config-key", checked({{"p/ds.json", json}}));
    };
    CHECK(unknown("{\"train_batch_size\": 8,\n \"zero_optimization\": {\"stage\": 2, "
                  "\"overlap_com\": true}}") == "2:36 error |");
    CHECK(unknown("{\"train_batch_size\": 8, \"zero_optimisation\": {\"stage\": 2}, \"fp16\": "
                  "{\"enabled\": true},"
                  " \"train_micro_batch_size_per_gpu\": 1}") != "");
    CHECK(unknown(
              "{\"train_batch_size\": 8, \"zero_optimization\": {\"stage\": 2}, \"my_own\": 1}") ==
          "");
    CHECK(unknown("{\"train_batch_size\": 8, \"zero_optimization\": {\"stage\": 2},\n"
                  "\"optimizer\": {\"type\": \"Adam\", \"params\": {\"lrr\": 1}}}") == "");
    CHECK(
        fixed("p/ds.json", {{"p/ds.json",
                             "{\"train_batch_size\": 8, \"zero_optimization\": "
                             "{\"stage\": 2, \"overlap_com\": true}}"}}) ==
        "{\"train_batch_size\": 8, \"zero_optimization\": {\"stage\": 2, \"overlap_comm\": true}}");
}
