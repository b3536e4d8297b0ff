// Which way a script may go, and what its variables hold there.
#include <catch2/catch.hpp>

#include "snippets.hpp"

using namespace trainlint;
using tests::Lines;
using tests::Snippet;

namespace {

struct Row {
    std::string_view script;
    std::string_view last;
};

void check(const std::vector<Row>& rows) {
    for (const auto& [script, last] : rows) {
        INFO(script);
        const Snippet snippet{std::string(script)};
        CHECK(snippet.last() == last);
        CHECK(snippet.stated.problems.empty());
    }
}

}  // namespace

TEST_CASE("behind an if a variable is what one of the branches made of it") {
    check({
        {"if a; then N=1; else N=2; fi; run $N", "run|1{2}"},
        {"if a; then N=1; elif b; then N=2; else N=3; fi; run x$N", "run|x1{x2,x3}"},
        {"N=8; if a; then N=4; fi; run $N", "run|4{8}"},
        {"N=8; if a; then N=8; fi; run $N", "run|8"},
        {"if a; then N=1; fi; run $N", "run|?{1}"},
        {"if a; then N=$U; else N=1; fi; run $N", "run|?{1}"},
        {"if a; then N=1; run $N; fi", "maybe:run|1"},
        {"if a; then N=1; M=1; else N=2; M=2; fi; run $N$M", "run|11{21,12,22}"},
        {"if a; then N=1; else exit 1; fi; run $N", "run|1"},
        {"N=1; if a; then N=2; exit; fi; run $N", "run|1"},
        {"N=1; if a; then N=2; exec foo; fi; run $N", "run|1"},
        {"case $x in a) N=1;; b|c) N=2;; *) N=3;; esac; run $N", "run|1{2,3}"},
        {"N=0; case $x in a) N=1;; (b) N=2;& c) N=3;;& esac; run $N", "run|1{2,3,0}"},
        {"case $x in a) N=1;; b) N=2;; c) N=3;; d) N=4;; e) N=5;; f) N=6;; esac; run $N", "run|?"},
        {"case $x in a) N=1;; *) echo usage; exit 1;; esac; run $N", "run|1"},
        {"N=1; N=2 || N=3; run $N", "run|3{2}"},
        {"N=1; test -f a && N=2; run $N", "run|2{1}"},
        {"cd x && N=2; run $N", "run|2"},
        {"if a; then unset N; fi; run $N", "run|?"},
    });
}

TEST_CASE("arguments that only some branches add are a hole behind those that all have") {
    check({
        {"A='--x 1'; if a; then A=\"$A --y\"; fi; run $A", "run|--x|1|?"},
        {"A='--x 1'; if a; then A+=\" --y\"; else A+=\" --z\"; fi; run $A", "run|--x|1|?"},
        {"A='--x'; if a; then A=\"$A $U\"; fi; run $A z", "run|--x|?|z"},
        {"A=(--x 1); if a; then A+=(--y); fi; run \"${A[@]}\"", "run|--x|1|?"},
        {"if a; then A=--bf16; else A=; fi; run $A", "run|?"},
        {"A=\"$U --x\"; if a; then A+=' --y'; fi; run $A", "run|?|--x|?"},
    });
}

TEST_CASE("a launcher that an if chooses is stated for each choice") {
    const Snippet snippet(
        "if a; then L='torchrun --n 8'; else L='python -u'; fi\n$L train.py\n");
    CHECK(snippet.commands() == Lines{"a", "maybe:torchrun|--n|8|train.py",
                                      "maybe:python|-u|train.py", "?|train.py"});
}

TEST_CASE("a test for an empty variable makes a default") {
    const auto check_default = [](std::string script) {
        INFO(script);
        const Snippet snippet(std::move(script));
        CHECK(snippet.last() == "run|8");
        const auto& parts = snippet.stated.commands.back().words.at(1).parts;
        REQUIRE(parts.size() == 1);
        CHECK(parts[0].origin == facts::Origin::default_value);
    };
    for (const std::string test :
         {"[ -z \"$X\" ]", "[[ -z $X ]]", "test -z $X", "[ ! -n \"$X\" ]", "! [ -n \"$X\" ]",
          "[ \"$X\" = \"\" ]", "[[ $X == '' ]]", "[ -z \"${X:-}\" ]", "[ -z ${X+x} ]",
          "[[ ! -v X ]]", "[ ! \"$X\" ]"}) {
        check_default("if " + test + "; then X=8; fi; run $X");
        check_default(test + " && X=8; run $X");
        check_default("if ! " + test + "; then echo set; else X=8; fi; run $X");
    }
    check_default("[ -n \"$X\" ] || X=8; run $X");
    check_default("if [ -z \"$1\" ]; then N=8; else N=$1; fi; run $N");
    check_default("N=8; if [ -n \"$1\" ]; then N=$1; fi; run $N");
}

TEST_CASE("what the script itself decides is decided") {
    check({
        {"N=1; if [ $N = 1 ]; then M=a; else M=b; fi; run $M", "run|a"},
        {"N=1; if [ $N -gt 4 ]; then M=a; elif [ $N -eq 1 ]; then M=b; else M=c; fi; run $M",
         "run|b"},
        {"S=7b; case $S in 7b) M=32;; 13b) M=40;; esac; run $M", "run|32"},
        {"S=7b; case $S in 1*) M=1;; *b) M=2;; *) M=3;; esac; run $M", "run|2"},
        {"if [[ abc == a* ]]; then M=1; else M=2; fi; run $M", "run|1"},
        {"if [[ abc == 'a*' ]]; then M=1; else M=2; fi; run $M", "run|2"},
        {"N=${1:-1}; if [ $N = 1 ]; then M=a; else M=b; fi; run $M", "run|a{b}"},
        {"if true; then M=1; fi; false && M=2; run $M", "run|1"},
        {"X=a; if [ -z \"$X\" ]; then X=b; fi; run $X", "run|a"},
        {"if [ \"${X:-}\" = 1 ]; then M=a; else M=b; fi; run $M", "run|a{b}"},
    });
    const Snippet dead("N=1; if [ $N = 2 ]; then run a; else run b; fi");
    CHECK(dead.commands() == Lines{"[|1|=|2|]", "maybe:run|a", "run|b"});
}

TEST_CASE("loops") {
    check({
        {"for i in a b c; do run $i; done", "run|a{b,c}"},
        {"for i in a; do run $i; done", "run|a"},
        {"for i in 1 2 3 4 5 6; do run $i; done", "run|?"},
        {"for i in $U; do run $i; done", "maybe:run|?"},
        {"for i in a $U; do run $i; done", "run|?"},
        {"for i; do run $i; done", "maybe:run|?"},
        {"for i in {0..1}; do run $i; done", "run|0{1}"},
        {"for ((i=0; i<4; i++)); do run $i; done", "maybe:run|?"},
        {"while read l; do run $l; done < f", "maybe:run|?"},
        {"until a; do run b; done", "maybe:run|b"},
        {"N=1; while a; do N=$((N+1)); done; run $N", "run|?{1}"},
        {"N=1; while a; do N=2; done; run $N", "run|2{1}"},
        {"for i in a b; do N=2; done; run $N", "run|2"},
        {"A=x; for i in a b; do A=\"$A $i\"; done; run $A", "run|?"},
        {"N=1; for i in a b; do run $N; N=2; done", "run|?{1}"},
        {"for i in a b; do if c; then N=4; break; fi; N=8; done; run $N", "run|?{8}"},
        {"for i in 1; { run $i; }", "run|1"},
        {"select i in a b; do run $i; done", "run|a{b}"},
    });
}

TEST_CASE("options that a loop reads keep their earlier value as another one") {
    check({
        {"N=8\nwhile [ $# -gt 0 ]; do\n case $1 in\n --n) N=$2; shift 2;;\n *) break;;\n esac\n"
         "done\nrun $N",
         "run|?{8}"},
        {"N=8; while getopts 'n:' o; do case $o in n) N=$OPTARG;; esac; done; run $N", "run|?{8}"},
    });
}

TEST_CASE("functions run where they are called") {
    check({
        {"f() { N=4; }; N=1; f; run $N", "run|4"},
        {"f() { local N=4; run $N; }; N=1; f; run $N", "run|1"},
        {"f() { run $1 \"${@:2}\"; }; f a b c", "f|a|b|c"},
        {"function f { N=2; }; f; run $N", "run|2"},
        {"f() ( N=2 ); N=1; f; run $N", "run|1"},
        {"f() { N=$((N+1)); }; N=1; f; f; run $N", "run|3"},
        {"f() { if a; then N=4; return; fi; N=8; }; f; run $N", "run|?{8}"},
        {"f() { f; N=1; }; f; run $N", "run|1"},
        {"f() { exit 1; }; f; run a", "maybe:run|a"},
    });
    const Snippet called("f() { run $1 $2; }\nN=3\nf a $N\n");
    CHECK(called.commands() == Lines{"run|a|3", "f|a|3"});
    const Snippet twice("f() { run $1; }\nf a\nf b\n");
    CHECK(twice.commands() == Lines{"run|?", "f|a", "f|b"});
    const Snippet uncalled("N=1\nf() { run $N $1; }\n");
    CHECK(uncalled.commands() == Lines{"maybe:run|1|?"});
    const Snippet perhaps("f() { run; }\nif a; then f; fi\n");
    CHECK(perhaps.commands() == Lines{"maybe:run", "a", "maybe:f"});
    const Snippet surely("f() { run; }\nif a; then f; fi\nf\n");
    CHECK(surely.commands() == Lines{"run", "a", "maybe:f", "f"});
    const Snippet nested("g() { run; }; f() { g; }\nf\n");
    CHECK(nested.commands() == Lines{"run", "g", "f"});
}

TEST_CASE("what a subshell, a pipe or the background changes is not seen outside") {
    check({
        {"N=1; (N=2); run $N", "run|1"},
        {"N=1; N=2 | cat; run $N", "run|1"},
        {"N=1; N=2 & run $N", "run|1"},
        {"N=1; X=$(N=2); run $N", "run|1"},
        {"N=1; { N=2; }; run $N", "run|2"},
    });
}

TEST_CASE("maybe") {
    CHECK(Snippet("a && b || c; d").commands() == Lines{"a", "b", "maybe:c", "d"});
    CHECK(Snippet("[ -f x ] && b && c; d").commands() ==
          Lines{"[|-f|x|]", "maybe:b", "maybe:c", "d"});
    CHECK(Snippet("[[ -f x ]] || b; d").commands() == Lines{"maybe:b", "d"});
    CHECK(Snippet("a; exit 0; b").commands() == Lines{"a", "exit|0", "maybe:b"});
    CHECK(Snippet("a & b").commands() == Lines{"a", "b"});
    CHECK(Snippet("! a | b").commands() == Lines{"a", "b"});
    CHECK(Snippet("time a; time { b; }").commands() == Lines{"time|a", "b"});
    frontends::Demand demand;
    demand.maybe = true;
    Names names;
    frontends::Stated stated;
    shell::state(text::Fragment::of_document({}, text::Language::shell, "a"), demand, names, stated);
    CHECK(stated.commands.at(0).maybe);
}

TEST_CASE("cd changes the folder of later commands") {
    const auto folder = [](std::string script) {
        const Snippet snippet(std::move(script));
        return tests::readable(snippet.stated.commands.back().folder);
    };
    CHECK(folder("run") == "");
    CHECK(folder("cd a; run") == "a");
    CHECK(folder("cd a; cd ../b/./c; run") == "b/c");
    CHECK(folder("cd /x/y; cd ..; run") == "/x");
    CHECK(folder("cd $U; run") == "?");
    CHECK(folder("cd $U/a; cd b; run") == "?/a/b");
    CHECK(folder("cd; run") == "?");
    CHECK(folder("cd ~/x; run") == "?");
    CHECK(folder("cd \"$(dirname \"$0\")\"; run") == "");
    CHECK(folder("cd $(dirname $(readlink -f \"${BASH_SOURCE[0]}\"))/..; run") == "..");
    CHECK(folder("D=$(cd \"$(dirname \"$0\")\" && pwd); cd $D/x; run") == "x");
    CHECK(folder("(cd a); run") == "");
    CHECK(folder("if a; then cd b; fi; run") == "?");
    CHECK(folder("mkdir a && cd a && run") == "a");
    CHECK(folder("cd a || exit 1; run") == "a");
    CHECK(folder("pushd a; popd; run") == "");
    CHECK(folder("for d in a b; do cd $d; done; run") == "?");
    CHECK(folder("cd -P a; run") == "a");
    CHECK(folder("cd ../..; run") == "../..");
}
