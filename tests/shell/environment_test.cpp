// What commands find in their environment, and what is said of variables.
#include <catch2/catch.hpp>

#include "snippets.hpp"

using namespace trainlint;
using tests::Lines;
using tests::Snippet;

TEST_CASE("exports reach later commands") {
    const auto environment = [](std::string script) {
        INFO(script);
        return Snippet(std::move(script)).last_environment();
    };
    CHECK(environment("export A=1 B=\"x y\"; run") == "A=1 B=x y");
    CHECK(environment("A=1; run") == "");
    CHECK(environment("A=1; export A; run") == "A=1");
    CHECK(environment("export A; A=1; run") == "A=1");
    CHECK(environment("export A=1; A=2; run") == "A=2");
    CHECK(environment("declare -x A=1; typeset -x B=2; run") == "A=1 B=2");
    CHECK(environment("declare A=1; readonly B=2; run") == "");
    CHECK(environment("export A=1; unset A; run") == "");
    CHECK(environment("export A=1; export -n A; run") == "");
    CHECK(environment("set -a; A=1; set +a; B=2; run") == "A=1");
    CHECK(environment("set -o allexport; A=1; run") == "A=1");
    CHECK(environment("export A=$U; run") == "A=?");
    CHECK(environment("export A=(1 2); run") == "");
    CHECK(environment("(export A=1); run") == "");
    CHECK(environment("if a; then export A=1; fi; run") == "A=?{1}");
    CHECK(environment("if a; then export A=1; else export A=2; fi; run") == "A=1{2}");
    CHECK(environment("f() { export A=1; }; f; run") == "A=1");
    CHECK(environment("run; export A=1") == "");
    CHECK(environment("export PYTHONPATH=$PWD:$PYTHONPATH; run") == "PYTHONPATH=?:?");
}

TEST_CASE("an assignment before a command is for that command alone") {
    const Snippet snippet("export B=0\nA=1 B=2 run x\nrun y\nN=3 echo $N\n");
    CHECK(snippet.environment(1) == "A=1 B=2");
    CHECK(snippet.environment(2) == "B=0");
    CHECK(snippet.last() == "echo|?");
    CHECK(snippet.last_environment() == "N=3");
    CHECK(Snippet("CUDA_VISIBLE_DEVICES= run").environment(0) == "CUDA_VISIBLE_DEVICES=");
    CHECK(Snippet("env A=1 run").last() == "env|A=1|run");
    CHECK(Snippet("f() { run $A; }; A=1 f; run $A").commands() ==
          Lines{"run|1", "f", "run|?"});
}

TEST_CASE("commands of the shell itself start nothing that could read an environment") {
    const Snippet snippet("export A=1\necho a\ncd b\n. ./env.sh\nrun\n");
    CHECK(snippet.environment(1) == "");
    CHECK(snippet.environment(2) == "");
    CHECK(snippet.environment(3) == "A=1");
    CHECK(snippet.environment(4) == "A=1");
}

TEST_CASE("uses of variables") {
    const auto uses = [](std::string script) { return Snippet(std::move(script)).variables(); };
    CHECK(uses("A=1; export B=2") == Lines{"set A=1 (shell)", "set B=2"});
    CHECK(uses("A=1; export A") == Lines{"set A=1 (shell)", "set A=1"});
    CHECK(uses("export A") == Lines{"forward A"});
    CHECK(uses("A=1 run") == Lines{"set A=1"});
    CHECK(uses("run $A; A=1; run $A") == Lines{"read A", "set A=1 (shell)"});
    CHECK(uses("A=${A:-1}") == Lines{"set A=1 (shell)", "read A"});
    CHECK(uses(": ${A:=1}") == Lines{"read A", "set A=1 (shell)"});
    CHECK(uses("unset A B") == Lines{"remove A", "remove B"});
    CHECK(uses("run $((A + 1)) ${B%x} ${#C} $RANDOM $1 $@") == Lines{"read A", "read B", "read C"});
    CHECK(uses("read A; run $A") == Lines{});
    CHECK(uses("A=(1 2)") == Lines{"set A (shell)"});
    CHECK(uses("for i in a b; do run $i; done") == Lines{"set i=a{b} (shell)"});
    CHECK(uses("if a; then A=1; fi") == Lines{"set A=1 (shell)"});
    CHECK(uses("f() { run $A; }; f; f") == Lines{"read A"});
    CHECK(uses("cat <<EOF\n$A \\$B\nEOF\ncat <<'EOF'\n$C\nEOF\n") == Lines{"read A"});
}

TEST_CASE("a use points to the characters of its name") {
    const Snippet snippet("export NCCL_DEBUG=INFO X=\"${FOO:-1}\"\nunset BAR\n");
    REQUIRE(snippet.stated.variables.size() == 4);
    const auto& debug = snippet.stated.variables[0];
    CHECK(snippet.at(debug.name_span) == "NCCL_DEBUG");
    CHECK(snippet.at(debug.at.span) == "NCCL_DEBUG=INFO");
    CHECK(snippet.at(debug.value->parts.at(0).source) == "INFO");
    CHECK(snippet.at(debug.value->span) == "INFO");
    const auto& read = snippet.stated.variables[2];
    CHECK(snippet.at(read.name_span) == "FOO");
    CHECK(snippet.at(read.at.span) == "${FOO:-1}");
    CHECK(snippet.at(snippet.stated.variables[3].name_span) == "BAR");
    CHECK_FALSE(snippet.stated.variables[3].maybe);
}

TEST_CASE("an environment from outside is known") {
    const Snippet outer("export N=8\nbash -c 'run $N; M=$N; run $M'\n");
    const Snippet inner(outer, 0);
    CHECK(inner.commands() == Lines{"run|8", "run|8"});
    CHECK(inner.environment(0) == "N=8");
    const auto& part = inner.stated.commands[0].words[1].parts.at(0);
    CHECK(part.fragment == outer.stated.fragment);
    CHECK(outer.at(part.source) == "8");
    CHECK(outer.at(part.at.span) == "8");
    CHECK(outer.at(part.expansion->at.span) == "$N");
    CHECK(inner.variables() == Lines{"set M=8 (shell)"});
}
