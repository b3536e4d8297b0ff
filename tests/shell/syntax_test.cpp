// What is no good shell, or more of it than anyone would write: the rest is read all the same.
#include <catch2/catch.hpp>
#include <random>

#include "../volume.hpp"
#include "snippets.hpp"

using namespace trainlint;
using tests::Lines;
using tests::Snippet;

namespace {

struct Row {
    std::string_view script;
    Lines commands;
    std::size_t problems;
};

std::string repeated(std::string_view text, std::size_t times) {
    std::string out;
    out.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
}

/// Everything that must hold whatever the script.
/// What is wrong with the places of a word; empty: nothing.
std::string fault_of(const facts::Word& word, std::size_t size) {
    if (word.span.end > size) return "a word ends behind the text";
    std::uint32_t at = 0;
    for (const auto& part : word.parts) {
        if (part.span.begin != at || part.span.end <= at) return "parts with gaps";
        if (part.source.begin > part.source.end || part.source.end > size)
            return "a part stands outside of the text";
        at = part.span.end;
    }
    return at == word.text.size() ? "" : "parts do not cover the word";
}

void check_spans(const frontends::Stated& stated, std::size_t size) {
    for (const auto& command : stated.commands) {
        if (command.span.begin > command.span.end || command.span.end > size)
            FAIL("a command stands outside of the text");
        for (const auto& word : command.words)
            if (const auto fault = fault_of(word, size); !fault.empty()) FAIL(fault);
    }
    SUCCEED();
}

}  // namespace

TEST_CASE("a fault costs its line") {
    const std::vector<Row> rows = {
        {"run a (e.g. b)\nrun c", {"run|a|?", "run|c"}, 1},
        {"run a (e.g. b) \\\n --x\nrun c", {"run|a|?", "run|c"}, 1},
        {"export KEY=<your key>\nrun c", {"export|KEY=?", "run|c"}, 1},
        {"run --x <path>\nrun c", {"run|--x|?", "run|c"}, 1},
        {"run a )\nrun c", {"run|a", "run|c"}, 1},
        {"fi\nrun c", {"run|c"}, 1},
        {"if a; then b\nrun c", {"a", "maybe:b", "maybe:run|c"}, 1},
        {"for i in a b\nrun c", {"run|c"}, 2},
        {"while a; do b\nrun c", {"a", "maybe:b", "maybe:run|c"}, 1},
        {"if a; then while b; do c; fi\nrun d", {"a", "maybe:b", "maybe:c", "run|d"}, 1},
        {"f() {\n run a\n", {"maybe:run|a"}, 1},
        {"case $x in\n a) b\nrun c", {"maybe:b", "maybe:run|c"}, 1},
        {"A=(a b\nrun c", {}, 1},
        {"run \"a\nrun b\nrun c", {"run|a", "run|b", "run|c"}, 1},
        {"run 'a\nrun b 'c'\nrun d", {"run|a", "run|b|c", "run|d"}, 1},
        {"run a\"\nrun \"b\"\nrun \"c\"", {"run|a", "run|b", "run|c"}, 1},
        {"run ${a\nrun b", {"run|?"}, 1},
        {"run $(a b\nrun c", {"run|?", "a|b", "run|c"}, 1},
        {"run `a\nrun c", {"run|?a", "run|c"}, 1},
        {"a &&\n", {"a"}, 1},
        {"a | | b\nrun c", {"a", "b", "run|c"}, 1},
        {"; run c", {"run|c"}, 1},
        {"run >\nrun c", {"run", "run|c"}, 1},
        {"cat <<EOF\nrun a\n", {"cat"}, 1},
        {"[[ a == b\nrun c", {}, 1},
        {"} run a\nrun c", {"run|a", "run|c"}, 1},
        {"{% if x %}\nrun {{ n }}\n{% endif %}\n", {"?", "run|?", "?"}, 0},
        {"", {}, 0},
        {"\n\n# only a comment", {}, 0},
        {"\\", {}, 0},
    };
    for (const auto& [script, commands, problems] : rows) {
        INFO(script);
        const Snippet snippet{std::string(script)};
        CHECK(snippet.commands() == commands);
        CHECK(snippet.stated.problems.size() == problems);
        for (const auto& problem : snippet.stated.problems)
            CHECK(problem.at.span.end <= script.size());
        check_spans(snippet.stated, script.size());
    }
}

TEST_CASE("good scripts that are hard to read have no problems") {
    for (const std::string script : {
             "echo ${A:$B+1} ${#array[*]-1} ${x//\\//_} ${y:-$(a \"b)\")}",
             "[[  -f x  &&  ! ( $a =~ ^(b|c)+$ ) ]] && run",
             "if ! x=$(y=$(a \"b\")); then c; fi",
             "case x in (a|b) c ;; *) d ;& e) f ;; esac",
             "case $x in esac",
             "for i in a b; do run; done | sort > x &",
             "for key value in ${(kv)map}; do run $key $value; done",
             "f() { a; }; function g { b; }; function h() ( c )",
             "cat <<A <<'B'\na $(b \"c\")\nA\nd\nB\n",
             "a=( [1]=x [y]=\"z w\" # comment\n )",
             "echo $((1 + (2 * 3))) $( (a; b) ) $((a; b) | c)",
             "((i = 0)); for ((i=0;i<3;i++)); do a; done",
             "echo \"a `b \"c\"` d\" \"$(e \"f\")\" \"${g:-\"h i\"}\"",
             "run \\\n# no comment of the command\n",
             "{ a; } 2>&1 | tee x; ( b ) > y",
             "until a; do b; done < <(c)",
             "echo a >&2 2>&1 >| x &> y",
             "while :; do a; break; done; select x in a; do b; done",
             "if a; then b; elif c; then d; else e; fi; { f; }; ! g",
             "echo {a..c} {1,2} {} ${x} a{b",
             "x=1 y+=2 z[3]=4 run; export a=1 b; local c=(d e)",
             "coproc a { b; }; time -p c; time { d; }",
             "a && # why\n b ||\n c |\n d",
             "echo 'a'\\''b' $'it\\'s' \"a\\\"b\"",
             "[ a ] || { b; exit 1; }",
             "let x=1 'y = 2'; echo $[1+2]",
             "echo a # 'not a quote\necho \"b\"",
             "echo it\\'s fine",
             "if [ \"$a\" == 'b' ]; then\r\n  c\r\nfi\r\n",
             "trap 'echo \"x\"' EXIT INT",
             "a=$(cat <<'EOF'\nit's\nEOF\n)\nb",
             "echo !(a|b) @(c|d)",
             "[[ $a == *(b) && $c < d ]]",
             "f () { :; }\nf",
             "case \"$1\" in\n  -h | --help ) usage ;;\n  * )\n    break\n    ;;\nesac",
         }) {
        INFO(script);
        const Snippet snippet{std::string(script)};
        CHECK(snippet.stated.problems.empty());
        check_spans(snippet.stated, script.size());
    }
}

TEST_CASE("scripts that nobody would write") {
    const std::size_t deep = 10'000;
    const std::size_t large = tests::volume(10u << 20);
    const std::vector<std::pair<std::string, std::string>> scripts = {
        {"parentheses", repeated("(", deep) + "run" + repeated(")", deep)},
        {"ifs", repeated("if a; then\n", deep) + "run\n" + repeated("fi\n", deep)},
        {"open ifs", repeated("if a; then ", deep)},
        {"braces", repeated("{ ", deep)},
        {"substitutions", repeated("$(", deep)},
        {"quoted substitutions", "echo " + repeated("\"$(", deep)},
        {"parameters", repeated("${x:-", deep)},
        {"arithmetic", "echo $((" + repeated("(", deep) + "1" + repeated(")", deep) + "))"},
        {"open arithmetic", repeated("$((", deep * 10)},
        {"backquotes", repeated("`", deep * 10 + 1)},
        {"functions", repeated("f() { ", deep)},
        {"cases", repeated("case a in b) ", deep)},
        {"loops", repeated("for i in a; do ", deep)},
        {"one line", repeated("a ", large / 2)},
        {"one word", "run " + std::string(large, 'a')},
        {"quotes", repeated("\"a' ", deep * 10)},
        {"double quotes", repeated("\"\n", deep * 10 + 1)},
        {"lines", repeated("a\n", large / 8)},
        {"continuations", repeated("a \\\n", large / 16)},
        {"placeholders", repeated("<a b", deep * 10)},
        {"globs", repeated("?(", deep * 10)},
        {"brackets", repeated("a[", deep * 10)},
        {"templates", repeated("{{ ", deep * 10)},
        {"brace expansion", "run " + repeated("{a,b}", 1'000)},
        {"nested braces", "run " + repeated("{a,", 5'000) + repeated("}", 5'000)},
        {"doubling", "X=a\n" + repeated("X=\"$X$X\"\n", tests::volume(100'000)) + "run $X\n"},
        {"appending", repeated("X=\"$X a\"\n", tests::volume(100'000)) + "run $X\n"},
        {"array doubling", "A=(a b)\n" + repeated("A+=(\"${A[@]}\")\n", 1'000) + "run ${A[@]}\n"},
        {"one use of much", "X='" + repeated("a ", 8'000) + "'\nrun " + repeated("$X ", tests::volume(20'000))},
        {"exports", [] {
             std::string out;
             for (int i = 0; i < 3'000; ++i)
                 out += "export A" + std::to_string(i) + "=1\nrun\n";
             return out;
         }()},
        {"calls", [] {
             std::string out = "f0() { run; }\n";
             for (int i = 1; i < 200; ++i) {
                 const std::string before = "f" + std::to_string(i - 1);
                 out += "f" + std::to_string(i) + "() { " + before + "; " + before + "; }\n";
             }
             return out + "f199\n";
         }()},
        {"branches", repeated("if a; then X=1; else X=2; fi\n", tests::volume(50'000)) + "run $X\n"},
        {"tests", "a" + repeated(" && [ x ]", tests::volume(100'000))},
        {"here-documents", "cat " + repeated("<<EOF ", tests::volume(20'000)) + "\na\n"},
        {"nul", std::string("run a\0b 'c\0d' $\0\n\0\n", 20)},
        {"broken utf-8", "run \xFF\xFE '\xC3' \"\xE2\x82\" ${\xFF}\n"},
        {"text of holes", repeated("run \xEE\x80\x80 $\xEE\x80\x80 \xEE\x80\x81/x\ncd \xEE\x80\x81\n", 100)},
        {"patterns", "X=" + std::string(500, 'a') + "\n" +
                         repeated("Y=${X%*a*a*b}\n", tests::volume(20'000))},
    };
    for (const auto& [name, script] : scripts) {
        INFO(name);
        const Snippet snippet{script};
        check_spans(snippet.stated, script.size());
        CHECK(snippet.stated.problems.size() <= 60);
        CHECK(snippet.stated.commands.size() <= 100'000);
    }
}

TEST_CASE("a value that grows too long is unknown, and nothing else is") {
    const Snippet snippet("X=aaaaaaaaaaaaaaaa\n" + repeated("X=\"$X$X\"\n", 40) + "Y=8\nrun $X $Y\n");
    const auto last = snippet.last();
    REQUIRE(last.starts_with("run|?"));
    REQUIRE(last.ends_with("?|8"));
    CHECK(last.find_first_not_of('?', 4) == last.size() - 2);
}

TEST_CASE("damaged scripts") {
    const std::string script =
        "#!/bin/bash\n#SBATCH -N 2\nset -e\nexport A=\"x $B\" C=${D:-8}\nE=(a 'b c' \"$A\")\n"
        "if [ -z \"$F\" ]; then\n  F=$((C * 2)) # trainlint: ignore[x]\nelif a; then b; else c; fi\n"
        "for i in {1..3}; do\n  A=1 torchrun --n ${C} \\\n    \"${E[@]}\" train.py $@ 2>&1 | tee log\n"
        "done\nf() { local x=$1; bash -c \"run $x 'y'\"; }\nf a\ncat <<-EOF > c.json\n\t{\"a\": $C}\n"
        "\tEOF\ncase $1 in a|b) g ;; *) h ;; esac\n[[ $x =~ ^(a|b)$ ]] && cd `dirname $0`\n";
    std::mt19937 random(7);
    for (int round = 0; round < static_cast<int>(tests::volume(3'000)); ++round) {
        std::string damaged = script;
        for (int change = 0; change < 3 && !damaged.empty(); ++change) {
            const std::size_t at = random() % damaged.size();
            constexpr std::string_view marks = "\"'`$(){}[]<>|&;\\\n #=";
            switch (random() % 4) {
                case 0: damaged.erase(at, 1 + random() % 8); break;
                case 1: damaged.insert(at, 1, marks[random() % marks.size()]); break;
                case 2: damaged.resize(at + 1); break;
                default: damaged[at] = marks[random() % marks.size()];
            }
        }
        const Snippet snippet{damaged};
        check_spans(snippet.stated, damaged.size());
        for (const auto& derived : snippet.stated.derived)
            REQUIRE(derived.inside < snippet.stated.commands.size());
        const auto line = shell::logical_line(damaged, static_cast<std::uint32_t>(random() % (damaged.size() + 1)));
        REQUIRE(line.begin <= line.end);
        REQUIRE(line.end <= damaged.size());
    }
}
