// Text for other readers: strings that a shell runs, here-documents; and edits through them.
#include <catch2/catch.hpp>

#include "snippets.hpp"

using namespace trainlint;
using tests::Lines;
using tests::Snippet;

namespace {

std::string derived_text(const Snippet& snippet, std::size_t i = 0) {
    return tests::readable(std::string(snippet.stated.derived.at(i).fragment->text()));
}

/// The script after `word` of the derived fragment's text became `to`; or why it cannot.
std::string edited(const Snippet& snippet, std::string_view word, std::string_view to) {
    const auto& fragment = *snippet.stated.derived.at(0).fragment;
    const auto at = static_cast<std::uint32_t>(fragment.text().find(word));
    const auto result = fragment.rewrite({at, at + static_cast<std::uint32_t>(word.size())}, to);
    if (const auto* refusal = std::get_if<text::Refusal>(&result)) return std::string(refusal->why);
    const auto& edit = std::get<text::Edit>(result);
    std::string script(snippet.text());
    script.replace(edit.at.span.begin, edit.at.span.size(), edit.text);
    return script;
}

}  // namespace

TEST_CASE("a command kept in a variable is a command") {
    const Snippet snippet("CMD=\"torchrun --n 8 \\\n  train.py\"\n$CMD --lr 1\n");
    CHECK(snippet.commands() == Lines{"torchrun|--n|8|train.py|--lr|1"});
    const auto& words = snippet.stated.commands[0].words;
    CHECK(snippet.at(words[0].parts.at(0).source) == "torchrun");
    CHECK(snippet.at(words[2].parts.at(0).source) == "8");
    CHECK(snippet.stated.derived.empty());
}

TEST_CASE("eval reads its words as a script") {
    for (const std::string script : {"eval $CMD", "eval \"$CMD\"", "bash -c \"$CMD\"",
                                     "sh -xc \"$CMD\"", "/bin/bash -l -c \"$CMD\""}) {
        INFO(script);
        const Snippet snippet("CMD=\"torchrun --n $N train.py\"\n" + script + "\n");
        REQUIRE(snippet.stated.derived.size() == 1);
        CHECK(derived_text(snippet) == "torchrun --n ? train.py");
        CHECK(Snippet(snippet, 0).commands() == Lines{"torchrun|--n|?|train.py"});
        CHECK(snippet.stated.derived[0].inside == 0);
        CHECK(edited(snippet, "train.py", "x.py") ==
              "CMD=\"torchrun --n $N x.py\"\n" + script + "\n");
    }
}

TEST_CASE("eval sees what is not exported") {
    const Snippet snippet("N=8; CMD='run $N'; eval $CMD");
    CHECK(Snippet(snippet, 0).commands() == Lines{"run|8"});
    const Snippet shell("N=8; bash -c 'run $N'");
    CHECK(Snippet(shell, 0).commands() == Lines{"run|?"});
}

TEST_CASE("a string in quotes is edited in its quotes") {
    const Snippet two("bash -c \"run \\\"a b\\\" c\"\n");
    CHECK(derived_text(two) == "run \"a b\" c");
    CHECK(edited(two, "c", "d$e") == "bash -c \"run \\\"a b\\\" d\\$e\"\n");
    const Snippet one("bash -c 'run a'\n");
    CHECK(edited(one, "a", "it's") == "bash -c 'run it'\\''s'\n");
}

TEST_CASE("text of a task, a host, a container") {
    const auto stage = [](std::string script) {
        const Snippet snippet(std::move(script));
        return snippet.stated.derived.at(0).stage;
    };
    CHECK(stage("srun --label bash -c 'run $SLURM_PROCID'") == facts::Stage::task_shell);
    CHECK(stage("mpirun -np 4 bash -c run") == facts::Stage::task_shell);
    CHECK(stage("bash -c run") == facts::Stage::batch_shell);
    CHECK(stage("docker run x bash -c run") == facts::Stage::container);
    CHECK(stage("sbatch --wrap='run'") == facts::Stage::batch_shell);
    const Snippet srun("export A=1\nB=2 srun -n 2 bash -c 'run'\n");
    const Snippet inner(srun, 0);
    CHECK(inner.environment(0) == "A=1 B=2");
    CHECK(inner.stated.commands[0].stage == facts::Stage::task_shell);
    CHECK(srun.stated.derived[0].inside == 1);
}

TEST_CASE("ssh joins its words, and does not pass the environment on") {
    const Snippet snippet("export A=1\nssh -p 22 host cd x '&&' torchrun --n 8\n");
    CHECK(derived_text(snippet) == "cd x && torchrun --n 8");
    CHECK(Snippet(snippet, 0).commands() == Lines{"cd|x", "torchrun|--n|8"});
    CHECK(Snippet(snippet, 0).environment(1) == "");
    CHECK(Snippet("ssh host").stated.derived.empty());
    CHECK(derived_text(Snippet("pdsh -w h1,h2 'run a'")) == "run a");
}

TEST_CASE("what only prints derives nothing") {
    CHECK(Snippet("echo bash -c 'x y'").stated.derived.empty());
    CHECK(Snippet("bash run.sh -c x").stated.derived.empty());
    CHECK(Snippet("bash -c \"$U\"").stated.derived.empty());
    CHECK(Snippet("eval \"$(conda shell.bash hook)\"").stated.derived.empty());
}

TEST_CASE("python -c") {
    const Snippet snippet("python3 -c \"import torch; print($N)\"\n");
    REQUIRE(snippet.stated.derived.size() == 1);
    CHECK(snippet.stated.derived[0].fragment->language() == text::Language::python);
    CHECK(derived_text(snippet) == "import torch; print(__unknown__)");
}

TEST_CASE("here-documents") {
    const auto derived = [](std::string script) {
        INFO(script);
        const Snippet snippet(std::move(script));
        REQUIRE(snippet.stated.derived.size() == 1);
        const auto language = static_cast<int>(snippet.stated.derived[0].fragment->language());
        return std::to_string(language) + ":" + derived_text(snippet);
    };
    const auto is = [](text::Language language, std::string text) {
        return std::to_string(static_cast<int>(language)) + ":" + std::move(text);
    };
    using enum text::Language;
    CHECK(derived("N=8\ncat <<EOF > ds.json\n{\"a\": $N, \"b\": \"$U\"}\nEOF\n") ==
          is(json, "{\"a\": 8, \"b\": \"?\"}\n"));
    CHECK(derived("cat > c.yaml <<'EOF'\na: $N\nEOF\n") == is(yaml, "a: $N\n"));
    CHECK(derived("tee t.py <<EOF\nprint(1)\nEOF\n") == is(python, "print(1)\n"));
    CHECK(derived("bash <<EOF\nrun \\$A\nEOF\n") == is(shell, "run $A\n"));
    CHECK(derived("python - <<EOF\nx = $U\nEOF\n") == is(python, "x = __unknown__\n"));
    CHECK(derived("srun bash <<-EOF\n\trun a\n\t\tb\n\tEOF\n") == is(shell, "run a\nb\n"));
    CHECK(derived("cat <<EOF | kubectl apply -f -\na: 1\nEOF\n") == is(yaml, "a: 1\n"));
    CHECK(derived("sbatch <<EOF\n#!/bin/bash\n#SBATCH -N 2\nrun\nEOF\n") ==
          is(shell, "#!/bin/bash\n#SBATCH -N 2\nrun\n"));
    CHECK(derived("cat <<EOF > $D/run.sh\r\nrun a\r\nEOF\r\n") == is(shell, "run a\r\n"));
    CHECK(Snippet("cat <<EOF\nrun\nEOF\n").stated.derived.empty());
    CHECK(Snippet("python train.py <<EOF\nyes\nEOF\n").stated.derived.empty());
    CHECK(Snippet("cat <<EOF > hosts\na\nEOF\nrun\n").last() == "run");
}

TEST_CASE("two here-documents of one line") {
    const Snippet snippet("cat > a.sh <<A; cat > b.sh <<B\nrun a\nA\nrun b\nB\nrun c\n");
    REQUIRE(snippet.stated.derived.size() == 2);
    CHECK(derived_text(snippet, 0) == "run a\n");
    CHECK(derived_text(snippet, 1) == "run b\n");
    CHECK(snippet.last() == "run|c");
}

TEST_CASE("a here-document is edited in its spelling") {
    const Snippet snippet("cat > a.sh <<-EOF\n\trun a\n\tEOF\n");
    CHECK(edited(snippet, "a", "$b") == "cat > a.sh <<-EOF\n\trun \\$b\n\tEOF\n");
}

TEST_CASE("text put together from what stands nowhere cannot be edited there") {
    const Snippet snippet("bash -c \"run $((2*4)) a\"\n");
    CHECK(derived_text(snippet) == "run 8 a");
    CHECK(edited(snippet, "a", "b") == "bash -c \"run $((2*4)) b\"\n");
    CHECK(edited(snippet, "8", "9").find("bash") == std::string::npos);
}
