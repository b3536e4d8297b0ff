// Uses of names that tables speak of, with the characters that spell them.
#include <catch2/catch.hpp>

#include "reading.hpp"

using trainlint::program::Use;
using trainlint::tests::Program;
using Lines = std::vector<std::string>;

namespace {

/// "torch.distributed.reduce_op: dist.reduce_op / reduce_op" for each use that is no import.
Lines uses(std::string_view source, bool imports = false) {
    const Program program(source);
    Lines all;
    for (const auto& use : program.module().uses) {
        const bool import =
            use.form == Use::Form::from_import || use.form == Use::Form::import_module;
        if (import != imports) continue;
        all.push_back(program.text(use.name) + ": " + program.at(use.at) + " / " +
                      program.at(use.last) + (use.guarded ? " guarded" : ""));
    }
    return all;
}

}  // namespace

TEST_CASE("the longest chain is the use") {
    CHECK(uses("import torch.distributed as dist\nx = dist.reduce_op.SUM\n") ==
          Lines{"torch.distributed.reduce_op.SUM: dist.reduce_op.SUM / SUM"});
    CHECK(uses("import jax\nx = jax.tree_map(f, y)\n") ==
          Lines{"jax.tree_map: jax.tree_map / tree_map"});
    CHECK(uses("from jax import tree_map as tm\nx = tm(f, y)\n") ==
          Lines{"jax.tree_map: tm / tm"});
    CHECK(uses("import jax\nx = (jax\n  .tree_map)(f, y)\n").size() == 1);
    CHECK(uses("import torch.distributed as dist\nr = dist.reduce_op\ns = r\nx = s.SUM\n") ==
          Lines{"torch.distributed.reduce_op: dist.reduce_op / reduce_op",
                "torch.distributed.reduce_op.SUM: s.SUM / SUM"});
    CHECK(uses("import jax, optree\nx = optree.tree_map(f, y)\nz = y.tree_map\n").empty());
    CHECK(uses("import jax\nx = 'jax.tree_map'  # jax.tree_map\n").empty());
}

TEST_CASE("imports are uses") {
    CHECK(uses("from torch.distributed import reduce_op, barrier as b\n", true) ==
          Lines{"torch.distributed.reduce_op: reduce_op / reduce_op",
                "torch.distributed.barrier: barrier / barrier"});
    CHECK(uses("import jax.experimental.maps as m\n", true) ==
          Lines{"jax.experimental.maps: jax.experimental.maps / maps"});
    CHECK(uses("import numpy\nfrom . import torch\n", true).empty());
    // They only help to spell a name that was renamed; here is none.
    CHECK(uses("import torch\nfrom torch.distributed import barrier\n", true).empty());
    CHECK(uses("import jax\nx = jax.tree_map(f, y)\n", true) == Lines{"jax: jax / jax"});
    const Program program("from torch.distributed import reduce_op as op\nimport jax.numpy\n");
    REQUIRE(program.module().uses.size() == 2);
    CHECK(program.text(program.module().uses[0].alias) == "op");
    CHECK(program.module().uses[0].bound_here);
    CHECK(program.text(program.module().uses[1].alias) == "jax");
}

TEST_CASE("guards") {
    const auto guarded = [](std::string_view source) {
        const auto all = uses(source);
        REQUIRE(all.size() == 1);
        return all[0].ends_with("guarded");
    };
    CHECK(guarded("import jax\nif hasattr(jax, 'tree_map'):\n    f = jax.tree_map\n"));
    CHECK(guarded("import jax\nif hasattr(jax, 'tree'):\n    pass\nelse:\n    f = jax.tree_map\n"));
    CHECK(guarded("import jax\ntry:\n    f = jax.tree_map\nexcept AttributeError:\n    f = None\n"));
    CHECK(guarded("import jax\ntry:\n    f = jax.tree_map\nexcept (KeyError, AttributeError):\n"
                  "    f = None\n"));
    CHECK(guarded("import jax\ntry:\n    f = jax.tree_map\nexcept:\n    f = None\n"));
    CHECK(!guarded("import jax\ntry:\n    f = jax.tree_map\nexcept KeyError:\n    f = None\n"));
    CHECK(!guarded("import jax\ntry:\n    f = jax.tree_map\nfinally:\n    f = None\n"));
    CHECK(guarded("import jax\nif jax.__version__ < '0.5':\n    f = jax.tree_map\n"));
    CHECK(guarded("import jax\nfrom packaging import version\n"
                  "OLD = version.parse(jax.__version__) < version.parse('0.5')\n"
                  "if OLD:\n    f = jax.tree_map\n"));
    CHECK(guarded("import jax\nif is_jax_available():\n    f = jax.tree_map\n"));
    CHECK(guarded("import jax\nf = jax.tree_map if hasattr(jax, 'tree_map') else None\n"));
    CHECK(guarded("import jax\ng = hasattr(jax, 'tree_map') and jax.tree_map\n"));
    CHECK(guarded("import jax\ndef f():\n    if not hasattr(jax, 'tree_map'):\n        return\n"
                  "    return jax.tree_map\n"));
    CHECK(guarded("import jax\nif hasattr(jax, 'tree_map'):\n    def f():\n"
                  "        return jax.tree_map\n"));
    CHECK(!guarded("import jax, sys\nif sys.version_info > (3, 8):\n    f = jax.tree_map\n"));
    CHECK(!guarded("import jax\nif debug:\n    f = jax.tree_map\n"));
    CHECK(!guarded("import jax, torch\nif torch.cuda.is_available():\n    f = jax.tree_map\n"));
    CHECK(!guarded("import jax\nif hasattr(jax, 'x'):\n    pass\nf = jax.tree_map\n"));
}

TEST_CASE("the star of an import and a module of its own bring no uses") {
    CHECK(uses("from jax import *\n").empty());
    CHECK(uses("import jax\njax = None\nx = jax.tree_map\n").size() <= 1);
    CHECK(uses("def f(jax):\n    return jax.tree_map\n").empty());
}
