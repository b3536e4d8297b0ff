// Words: quotes, escapes, continuations, expansion, splitting; and where their parts come from.
#include <catch2/catch.hpp>

#include "snippets.hpp"

using namespace trainlint;
using tests::Lines;
using tests::Snippet;

namespace {

struct Row {
    std::string_view script;
    std::string_view last;  ///< the last command
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

TEST_CASE("quotes and escapes") {
    check({
        {"run a b", "run|a|b"},
        {"run 'a b' \"c d\" e\\ f", "run|a b|c d|e f"},
        {"run a'b'\"c\"d", "run|abcd"},
        {"run '' \"\" x", "run|||x"},
        {"run \"a\\\"b\\n\\$c\"", "run|a\"b\\n$c"},
        {"run 'a\\nb'", "run|a\\nb"},
        {"run $'a\\tb\\x41\\'\\101'", "run|a\tbA'A"},
        {"run $\"text\"", "run|text"},
        {"run a\\\nb c", "run|ab|c"},
        {"run a \\\n  b \\\n c", "run|a|b|c"},
        {"run a \\\r\n  b\r\n", "run|a|b"},
        {"run \"a \\\n b\"", "run|a  b"},
        {"run a#b # comment", "run|a#b"},
        {"run a;# comment", "run|a"},
        {"run $ a$ \"$\"", "run|$|a$|$"},
        {"run \xC3\xA9\\\xC3\xA9", "run|\xC3\xA9\xC3\xA9"},
        {"run *.py [a-z]? ~/x", "run|*.py|[a-z]?|~/x"},
        {"run @(a|b) x", "run|@(a|b)|x"},
        {"run a=b --c=d", "run|a=b|--c=d"},
        {"run \\", "run"},
        {"run 2>&1 a >log 2>/dev/null b <in &>> both", "run|a|b"},
        {"run {fd}>x a 3<y", "run|a"},
        {"run <<< \"$X y\" a", "run|a"},
        {"run 1 2>x", "run|1"},
        {"\xEF\xBB\xBFrun a", "run|a"},
    });
}

TEST_CASE("a blank behind a backslash ends the command") {
    const Snippet snippet("torchrun --nproc 8 \\ \n  train.py --lr 1\n");
    CHECK(snippet.commands() == Lines{"torchrun|--nproc|8| ", "train.py|--lr|1"});
}

TEST_CASE("variables of the file are expanded and split") {
    check({
        {"N=8; run $N \"$N\" ${N} x$N'y'", "run|8|8|8|x8y"},
        {"A=\"a b\"; run $A \"$A\" '$A' x${A}y", "run|a|b|a b|$A|xa|by"},
        {"A=\" a  b \"; run x$A-", "run|x|a|b|-"},
        {"A=; run $A \"$A\" b", "run||b"},
        {"A=1; A+=2; A=\"$A 3\"; run \"$A\"", "run|12 3"},
        {"A=1 B=$A C=$B; run $C", "run|1"},
        {"run $UNKNOWN a\"$UNKNOWN\"b", "run|?|a?b"},
        {"A=$UNKNOWN; run --x=$A", "run|--x=?"},
        {"A=\"one \\\n  two\"; run $A", "run|one|two"},
        {"A='$B'; run $A", "run|$B"},
        {"A=a; unset A; run x$A", "run|x"},
        {"IFS=,; A=a,b; run $A", "run|?"},
        {"IFS=, read X Y; A='a b'; run $A $X", "run|a|b|?"},
        {"A=x; B=A; run ${!B}", "run|x"},
        {"A='*'; run $A", "run|*"},
        {"run $1 \"$@\" $# $? $$", "run|?|?|?|?|?"},
        {"set -- a 'b c'; run $1 \"$2\" $# \"$@\" $3 \"$*\"", "run|a|b c|2|a|b c|a b c"},
        {"set -- a b c; shift; run $1 \"${@:2}\"", "run|b|c"},
    });
}

TEST_CASE("defaults, lengths and cut values") {
    check({
        {"run ${X:-8} ${X-9} \"${X:-a b}\" ${X:-a b}", "run|8|9|a b|a|b"},
        {"X=1; run ${X:-8} ${X-8} ${X:+y} ${X+z}", "run|1|1|y|z"},
        {"X=; run \"${X:-8}\" \"${X-8}\" \"${X:+y}\" \"${X+z}\"", "run|8|||z"},
        {"run ${X:=8} $X", "run|8|8"},
        {": ${X:=8}; run $X", "run|8"},
        {"run ${1:-8} ${X:-${Y:-3}} ${X:-$Z}", "run|8|3|?"},
        {"N=$1; run ${N:-4}", "run|4"},
        {"run ${X:+y} ${X:?missing}", "run|?|?"},
        {"X=abc; run ${#X}", "run|3"},
        {"F=dir/train.py.txt; run ${F%.txt} ${F%%.*} ${F#*/} ${F##*/} ${F%.png}",
         "run|dir/train.py|dir/train|train.py.txt|train.py.txt|dir/train.py.txt"},
        {"X=a-b-c; run ${X/-/+} ${X//-/+} ${X//-} ${X^^} ${X^} ${X:2} ${X:2:1} ${X: -1}",
         "run|a+b-c|a+b+c|abc|A-B-C|A-b-c|b-c|b|c"},
        {"X=a1; run ${X%[0-9]} ${X/[0-9]/y}", "run|?|?"},
        {"A=(a 'b c'); run ${A[@]:-x} \"${A[@]+\"${A[@]}\"}\"", "run|a|b|c|a|b c"},
        {"A=(); run \"${A[@]}\" ${A[@]:-x}", "run|x"},
    });
}

TEST_CASE("arrays") {
    check({
        {"A=(a 'b c' $N); N=1; run \"${A[@]}\"", "run|a|b c|?"},
        {"N='1 2'; A=(a $N); run \"${A[@]}\" \"x${A[@]}y\"", "run|a|1|2|xa|1|2y"},
        {"A=(a b); A+=(c); run \"${A[*]}\" ${A[1]} $A ${#A[@]} ${A[-1]}", "run|a b c|b|a|3|c"},
        {"A=(\n  --a 1 # comment\n  --b\n)\nrun ${A[@]}", "run|--a|1|--b"},
        {"A=(a b c); run \"${A[@]:1}\" \"${A[@]:1:1}\"", "run|b|c|b"},
        {"A=(a b); A[1]=x; A[2]=y; run \"${A[@]}\"", "run|a|x|y"},
        {"A=(a b); I=1; run ${A[I]} ${A[$I]}", "run|?|b"},
        {"declare -A M=([a]=1); M[b]=2; run ${M[a]} ${M[@]}", "run|?|?"},
        {"declare -a A=(1 2); run ${A[@]}", "run|1|2"},
        {"A=(x $U); run ${#A[@]} ${A[0]} ${A[1]} \"${A[@]}\"", "run|?|x|?|x|?"},
        {"run \"${A[@]}\"", "run|?"},
        {"A=({0..2}); run ${A[@]}", "run|0|1|2"},
        {"A=(a 'b c'); X=\"run ${A[@]} d\"; $X", "run|a|b|c|d"},
        {"A=(a b); export X=\"${A[@]}\"", "export|X=a b"},
    });
}

TEST_CASE("arithmetic") {
    check({
        {"N=4; run $((N*2)) $(( $N + 1 )) $((N-1)) $((7/2)) $((7%4)) $((-N))", "run|8|5|3|3|3|-4"},
        {"run $((2*(3+4))) $((0x10)) $((010)) $(((1+2)*3))", "run|14|16|8|9"},
        {"run $[2+3]", "run|5"},
        {"A=4 B='A * 2'; run $((B))", "run|8"},
        {"run $((1/0)) $((2**3)) $((1<<2)) $((9223372036854775807+1)) $((08))", "run|?|?|?|?|?"},
        {"run $((N*2)) $((N)) $((N*M*2)) $((N+1))", "run|2*?|?|2*?*?|?"},
        {"N=1; run $((N++)) $N", "run|?|?"},
        {"N=1; ((N++)); run $N", "run|?"},
        {"N=1; let N=N+1; run $N", "run|?"},
        {"N=$(expr 2 \\* 4); run $N", "run|8"},
        {"run $((${X:-2} * 4))", "run|8"},
    });
}

TEST_CASE("braces make several words") {
    check({
        {"run {a,b}c", "run|ac|bc"},
        {"run {a,b}{1..2}", "run|a1|a2|b1|b2"},
        {"run x{a,{b,c}}y", "run|xay|xby|xcy"},
        {"run {01..3} {a..c} {3..1}", "run|01|02|03|a|b|c|3|2|1"},
        {"N=5; run {1,$N}", "run|1|5"},
        {"run {a} {} '{a,b}' {0..$N}", "run|{a}|{}|{a,b}|{0..?}"},
        {"run {0..100000}", "run|{0..100000}"},
        {"X={a,b}; run $X", "run|{a,b}"},
        {"run --x={\"a b\",c}", "run|--x=a b|--x=c"},
    });
}

TEST_CASE("command substitution") {
    const Snippet snippet("N=$(nvidia-smi -L | wc -l)\nrun $N \"`hostname -s`\"\n");
    CHECK(snippet.commands() ==
          Lines{"nvidia-smi|-L", "wc|-l", "run|?|?", "hostname|-s"});
    check({
        {"run $(dirname a/b/c) $(basename a/b.sh .sh) $(echo x)", "echo|x"},
        {"D=$(dirname a/b/c); run $D", "run|a/b"},
        {"D=$(basename a/b.sh .sh); run $D", "run|b"},
        {"X=$(cat <<EOF\na b\nEOF\n); run $X", "run|?"},
    });
}

TEST_CASE("what a template or a person left open is unknown") {
    check({
        {"run --n {{ n }} --m={{m}} ${{ secrets.X }}", "run|--n|?|--m=?|?"},
        {"run --data <your path> \\\n --x 1", "run|--data|?|--x|1"},
        {"run --addr=<ip>:1234 x", "run|--addr=?:1234|x"},
        {"run <in >out", "run"},
        {"run <in>out", "run"},
    });
}

TEST_CASE("parts are gapless and point to where their characters stand") {
    const Snippet snippet("N=\"8 4\"\nrun --n=$N'x' ${M:-ab} \\$c\n");
    const auto& words = snippet.stated.commands.at(0).words;
    REQUIRE(words.size() == 5);

    const auto& first = words[1];  // --n=8
    REQUIRE(first.parts.size() == 2);
    CHECK(snippet.at(first.parts[0].source) == "--n=");
    CHECK(first.parts[0].origin == facts::Origin::literal);
    CHECK_FALSE(first.parts[0].expansion);
    CHECK(snippet.at(first.parts[1].source) == "8");
    CHECK(first.parts[1].at.span.begin == 3);
    CHECK(first.parts[1].origin == facts::Origin::assigned);
    REQUIRE(first.parts[1].expansion);
    CHECK(snippet.names->text(first.parts[1].expansion->variable) == "N");
    CHECK(snippet.at(first.parts[1].expansion->at.span) == "$N");
    CHECK(snippet.at(first.span) == "--n=$N'x'");

    const auto& second = words[2];  // 4x
    CHECK(second.text == "4x");
    CHECK(snippet.at(second.parts[0].source) == "4");
    CHECK(snippet.at(second.parts[1].source) == "x");

    const auto& third = words[3];  // ${M:-ab}
    CHECK(third.text == "ab");
    REQUIRE(third.parts.size() == 1);
    CHECK(third.parts[0].origin == facts::Origin::default_value);
    CHECK(snippet.at(third.parts[0].source) == "ab");
    CHECK(snippet.at(third.parts[0].expansion->at.span) == "${M:-ab}");

    const auto& fourth = words[4];  // \$c
    CHECK(snippet.at(fourth.parts[0].source) == "\\$");
    CHECK(snippet.at(fourth.parts[1].source) == "c");
}

TEST_CASE("a value that nobody knows names the variable that it comes from") {
    const Snippet snippet("NNODES=$SLURM_NNODES\nN=$(nvidia-smi)\nrun --n $NNODES $N $((NNODES*8))\n");
    const auto& words = snippet.stated.commands.back().words;
    REQUIRE(words.size() == 5);
    const auto& part = words[2].parts.at(0);
    CHECK(snippet.names->text(part.expansion->variable) == "SLURM_NNODES");
    CHECK(snippet.at(part.expansion->at.span) == "$SLURM_NNODES");
    CHECK(part.origin == facts::Origin::environment);
    const auto& printed = words[3].parts.at(0);
    CHECK(snippet.names->text(printed.expansion->variable) == "N");
    CHECK(printed.origin == facts::Origin::unknown);
    const auto& product = words[4];
    CHECK(tests::readable(product) == "8*?");
    CHECK(snippet.names->text(product.parts.at(1).expansion->variable) == "SLURM_NNODES");
}

TEST_CASE("origins say how sure a value is") {
    const auto origin = [](std::string script) {
        const Snippet snippet(std::move(script));
        return snippet.stated.commands.back().words.at(1).parts.at(0).origin;
    };
    CHECK(origin("run 8") == facts::Origin::literal);
    CHECK(origin("N=8; run $N") == facts::Origin::assigned);
    CHECK(origin("N=${1:-8}; run $N") == facts::Origin::default_value);
    CHECK(origin("if a; then N=8; else N=9; fi; run $N") == facts::Origin::branch);
    CHECK(origin("run $N") == facts::Origin::environment);
    CHECK(origin("run $((4*2))") == facts::Origin::computed);
    CHECK(origin("run $((${N:-4}*2))") == facts::Origin::default_value);
    CHECK(origin("N=$(ls); run $N") == facts::Origin::unknown);
    CHECK(origin("run $1") == facts::Origin::unknown);
}
