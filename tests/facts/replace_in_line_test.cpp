#include "commands.hpp"

using namespace trainlint;
using namespace trainlint::facts;
using namespace trainlint::facts::tests;
using text::Language;

namespace {

const std::vector<std::string_view> launch{"python", "-m", "torch.distributed.launch", "--use_env",
                                           "train.py"};

Command line(const Shared& fragment, const std::vector<std::string_view>& words) {
    return command(Command::Form::line, fragment, words);
}

}  // namespace

TEST_CASE("words of a line") {
    const Shared shell =
        document(Language::shell, "python -m torch.distributed.launch --use_env train.py > log\n");
    const Command c = line(shell, launch);
    CHECK(replaced(c, 0, 3, {"torchrun"}) == "torchrun --use_env train.py > log\n");
    CHECK(replaced(c, 0, 4, {"torchrun"}) == "torchrun train.py > log\n");
    CHECK(replaced(c, 3, 4, {}) == "python -m torch.distributed.launch train.py > log\n");
    CHECK(replaced(c, 4, 5, {}) == "python -m torch.distributed.launch --use_env > log\n");
    CHECK(replaced(c, 0, 3, {}) == "--use_env train.py > log\n");
    CHECK(replaced(c, 4, 5, {"my train.py", "a'b", "$x", ""}) ==
          "python -m torch.distributed.launch --use_env 'my train.py' 'a'\\''b' '$x' '' > log\n");
    CHECK(replaced(c, 4, 4, {"--nnodes=2", "-x"}) ==
          "python -m torch.distributed.launch --use_env --nnodes=2 -x train.py > log\n");
    CHECK(replaced(c, 5, 5, {"a b"}) ==
          "python -m torch.distributed.launch --use_env train.py 'a b' > log\n");
    CHECK(replaced(c, 0, 0, {"srun"}).starts_with("srun python -m"));
}

TEST_CASE("equal words are left alone") {
    const Shared shell = document(Language::shell, "python -m  'torch.distributed.launch' x\n");
    const Command c = line(shell, {"python", "-m", "'torch.distributed.launch'", "x"});
    CHECK(replaced(c, 0, 3, {"python", "-m", "torch.distributed.run"}) ==
          "python -m  torch.distributed.run x\n");
    const auto none = replace_words(c, 1, 2, std::vector<std::string>{"-m"});
    REQUIRE(std::holds_alternative<std::vector<text::Edit>>(none));
    CHECK(std::get<0>(none).empty());
}

TEST_CASE("continued lines stay outside the stretch") {
    const Shared shell = document(Language::shell,
                                  "python -m torch.distributed.launch \\\n"
                                  "    --use_env \\\n"
                                  "    train.py --use_env \\\n"
                                  "    x \\\n"
                                  "    y\n");
    Command c = line(shell, launch);
    CHECK(replaced(c, 0, 3, {"torchrun"}).starts_with("torchrun \\\n    --use_env \\\n    train"));
    CHECK(replaced(c, 3, 4, {})
              .starts_with("python -m torch.distributed.launch \\\n    train.py --use_env \\\n"));
    CHECK(replaced(c, 0, 4, {"torchrun"}).starts_with("torchrun \\\n    train.py"));
    c = line(shell, {"train.py", "--use_env", "x", "y"});
    CHECK(replaced(c, 1, 2, {}).ends_with("    train.py \\\n    x \\\n    y\n"));
    CHECK(replaced(c, 3, 4, {}).ends_with("    x\n"));
}

TEST_CASE("what stands between words is not lost") {
    const Shared shell = document(Language::shell, "run 2>log a b\n");
    const Command c = line(shell, {"run", "a", "b"});
    CHECK(replaced(c, 0, 2, {"x"}) == "refused: something else stands between the words");
    CHECK(replaced(c, 1, 2, {}) == "run 2>log b\n");
    CHECK(replaced(c, 0, 1, {}) == " 2>log a b\n");
}

TEST_CASE("a command kept in a variable is edited there") {
    const Shared shell = document(Language::shell,
                                  "CMD=\"python -m torch.distributed.launch --use_env\"\n"
                                  "$CMD train.py\n");
    const text::Span use = find(shell, "$CMD");
    Command c = line(shell, {"train.py"});
    std::vector<Word> words;
    for (const char* part : {"python", "-m", "torch.distributed.launch", "--use_env"}) {
        words.push_back(brought(shell, use, find(shell, part)));
    }
    c.words.insert(c.words.begin(), words.begin(), words.end());
    CHECK(replaced(c, 0, 3, {"torchrun"}) == "CMD=\"torchrun --use_env\"\n$CMD train.py\n");
    CHECK(replaced(c, 3, 4, {}) == "CMD=\"python -m torch.distributed.launch\"\n$CMD train.py\n");
    CHECK(replaced(c, 0, 4, {}) == "CMD=\"\"\n$CMD train.py\n");
    CHECK(replaced(c, 4, 5, {"a.py"}).ends_with("$CMD a.py\n"));
    CHECK(replaced(c, 0, 3, {"two words", "x"}) ==
          "refused: the new words would need quotes inside the value of a variable");
    CHECK(replaced(c, 3, 5, {"x"}) ==
          "refused: the command is put together from several variables");
    CHECK(replaced(c, 3, 3, {"--x"})
              .starts_with("CMD=\"python -m torch.distributed.launch --x --use_env\""));
    CHECK(replaced(c, 4, 4, {"--x"}).ends_with("$CMD --x train.py\n"));
    CHECK(replaced(c, 0, 0, {"srun"}).ends_with("\nsrun $CMD train.py\n"));
}

TEST_CASE("a command put together from two variables") {
    const Shared shell =
        document(Language::shell, "PY='python -m'\nMOD=torch.distributed.launch\n$PY $MOD x.py\n");
    Command c = line(shell, {"x.py"});
    const text::Span py = find(shell, "$PY");
    const text::Span mod = find(shell, "$MOD");
    const std::vector<Word> words{brought(shell, py, find(shell, "python")),
                                  brought(shell, py, find(shell, "-m")),
                                  brought(shell, mod, find(shell, "torch.distributed.launch"))};
    c.words.insert(c.words.begin(), words.begin(), words.end());
    CHECK(replaced(c, 0, 3, {"torchrun"}) ==
          "refused: the command is put together from several variables");
    CHECK(replaced(c, 0, 3, {"python", "-m", "torch.distributed.run"}) ==
          "PY='python -m'\nMOD=torch.distributed.run\n$PY $MOD x.py\n");
    CHECK(replaced(c, 0, 3, {"python3", "-m", "torch.distributed.run"}) ==
          "PY='python3 -m'\nMOD=torch.distributed.run\n$PY $MOD x.py\n");
    c.words[2].alternatives.emplace_back("deepspeed");
    CHECK(replaced(c, 2, 3, {"torch.distributed.run"}).starts_with("refused: "));
}

TEST_CASE("the elements of an array") {
    const Shared shell =
        document(Language::shell, "ARGS=(\"--use_env\" '--a'\n  --b)\nrun \"${ARGS[@]}\" x\n");
    const text::Span use = find(shell, "\"${ARGS[@]}\"");
    Command c = line(shell, {"run", "x"});
    c.words[1] = literal(shell, {use.end + 1, use.end + 2}, "x");
    std::vector<Word> words;
    for (const char* part : {"--use_env", "--a", "--b"}) {
        words.push_back(brought(shell, use, find(shell, part)));
    }
    c.words.insert(c.words.begin() + 1, words.begin(), words.end());
    CHECK(replaced(c, 1, 2, {}).starts_with("ARGS=('--a'\n  --b)"));
    CHECK(replaced(c, 2, 3, {}).starts_with("ARGS=(\"--use_env\"\n  --b)"));
    CHECK(replaced(c, 3, 4, {}).starts_with("ARGS=(\"--use_env\" '--a')"));
    CHECK(replaced(c, 1, 2, {"--env"}).starts_with("ARGS=(\"--env\" '--a'"));
    CHECK(replaced(c, 1, 3, {"--c", "--d", "--e"}).starts_with("ARGS=(--c --d --e\n  --b)"));
    CHECK(replaced(c, 1, 2, {"--c", "--d"}).starts_with("refused: "));
}

TEST_CASE("a quoted variable does not become an empty word") {
    const Shared shell = document(Language::shell, "X='--use_env'\nrun \"$X\" $X y\n");
    Command c = line(shell, {"run", "y"});
    const text::Span source = find(shell, "--use_env");
    const text::Span quoted = find(shell, "\"$X\"");
    const std::vector<Word> words{brought(shell, quoted, source),
                                  brought(shell, {quoted.end + 1, quoted.end + 3}, source)};
    c.words[1] = literal(shell, find(shell, "y"), "y");
    c.words.insert(c.words.begin() + 1, words.begin(), words.end());
    CHECK(replaced(c, 1, 2, {}) ==
          "refused: the quotes around the variable would leave an empty word");
    CHECK(replaced(c, 2, 3, {}) == "X=''\nrun \"$X\" $X y\n");
}

TEST_CASE("only what differs is edited inside a word") {
    const Shared shell = document(Language::shell, "N=8\nrun \"--nproc_per_node=$N\" x\n");
    Command c = line(shell, {"run", "x"});
    const text::Span use = find(shell, "$N");
    Word word = brought(shell, {use.begin - 18, use.end + 1}, find(shell, "8"));
    Part written;
    written.span = {0, 17};
    written.fragment = shell;
    written.source = find(shell, "--nproc_per_node=");
    word.parts.front().span = {17, 18};
    word.parts.insert(word.parts.begin(), written);
    word.text = "--nproc_per_node=8";
    c.words.insert(c.words.begin() + 1, word);
    CHECK(replaced(c, 1, 2, {"--nproc-per-node=8"}) == "N=8\nrun \"--nproc-per-node=$N\" x\n");
    CHECK(replaced(c, 1, 2, {"--nproc_per_node=4"}) == "N=4\nrun \"--nproc_per_node=$N\" x\n");
    CHECK(replaced(c, 1, 2, {"--nproc 8"}) ==
          "refused: the command is put together from several variables");
    CHECK(replaced(c, 1, 2, {"torchrun", "x"}).starts_with("refused: "));
    c.words[1].text = "--nproc_per_node=" + std::string(text::hole_text);
    c.words[1].parts[1].span = {17, 20};
    CHECK(replaced(c, 1, 2, {"--nproc-per-node=" + std::string(text::hole_text)}) ==
          "N=8\nrun \"--nproc-per-node=$N\" x\n");
}

TEST_CASE("a line inside of other languages") {
    const Shared yaml = document(Language::yaml, "run: 'python -m x \"a b\"'\n");
    text::Piece like;
    like.spelling = text::Spelling::yaml_single_quoted;
    like.quote = '\'';
    text::Derivation out(Language::shell, yaml);
    const Shared shell = out.copy(find(yaml, "python -m x \"a b\""), like).finish();
    const Command c = line(shell, {"python", "-m", "x", "\"a b\""});
    CHECK(replaced(c, 0, 3, {"torchrun", "it's"}) == "run: 'torchrun ''it''\\''''s'' \"a b\"'\n");
}

TEST_CASE("impossible ranges") {
    const Shared shell = document(Language::shell, "a\n");
    const Command c = line(shell, {"a"});
    CHECK(replaced(c, 1, 0, {}) == "refused: the command has no such words");
    CHECK(replaced(c, 0, 2, {}) == "refused: the command has no such words");
    Command empty;
    empty.fragment = shell;
    CHECK(replaced(empty, 0, 0, {"x"}) == "refused: the command has no words");
}
