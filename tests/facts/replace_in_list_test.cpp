#include "commands.hpp"

using namespace trainlint;
using namespace trainlint::facts;
using namespace trainlint::facts::tests;
using text::Language;

namespace {

Command list(const Shared& fragment, const std::vector<std::string_view>& words) {
    return command(Command::Form::list, fragment, words);
}

}  // namespace

TEST_CASE("a Python list") {
    const Shared python = document(
        Language::python,
        "run(['python', '-m', \"torch.distributed.launch\", '--use_env', 'train.py', n])\n");
    const Command c = list(python, {"'python'", "'-m'", "\"torch.distributed.launch\"",
                                    "'--use_env'", "'train.py'", "n"});
    CHECK(replaced(c, 0, 4, {"torchrun"}) == "run(['torchrun', 'train.py', n])\n");
    CHECK(replaced(c, 2, 3, {"torch.distributed.run"}) ==
          "run(['python', '-m', \"torch.distributed.run\", '--use_env', 'train.py', n])\n");
    CHECK(replaced(c, 3, 4, {}).find("launch\", 'train.py'") != std::string::npos);
    CHECK(replaced(c, 5, 6, {}).ends_with("'train.py'])\n"));
    CHECK(replaced(c, 4, 6, {}).ends_with("'--use_env'])\n"));
    CHECK(replaced(c, 4, 5, {"it's", "a\nb", "\\"}).find("'it\\'s', 'a\\nb', '\\\\', n]") !=
          std::string::npos);
    CHECK(replaced(c, 4, 4, {"--a"}).find("'--use_env', '--a', 'train.py'") != std::string::npos);
    CHECK(replaced(c, 0, 0, {"srun"}).starts_with("run(['srun', 'python'"));
}

TEST_CASE("a Python list over several lines") {
    const Shared python = document(Language::python,
                                   "cmd = [\n"
                                   "    \"python\",  # the interpreter\n"
                                   "    \"-m\", \"torch.launch\",\n"
                                   "    \"--use_env\",\n"
                                   "    \"train.py\",\n"
                                   "]\n");
    const Command c =
        list(python, {"\"python\"", "\"-m\"", "\"torch.launch\"", "\"--use_env\"", "\"train.py\""});
    CHECK(replaced(c, 0, 3, {"torchrun"}) ==
          "cmd = [\n    \"torchrun\",  # the interpreter\n    \"--use_env\",\n"
          "    \"train.py\",\n]\n");
    CHECK(replaced(c, 3, 4, {}).ends_with("\"torch.launch\",\n    \"train.py\",\n]\n"));
    CHECK(replaced(c, 4, 5, {}).ends_with("    \"--use_env\",\n]\n"));
    CHECK(
        replaced(c, 3, 4, {"-a", "-b"}).ends_with("\"-a\",\n    \"-b\",\n    \"train.py\",\n]\n"));
}

TEST_CASE("a JSON list") {
    const Shared json =
        document(Language::json, R"({"cmd": ["python", "-m", "a", "x"], "one": ["y"]})");
    const Command c = list(json, {R"("python")", R"("-m")", R"("a")", R"("x")"});
    CHECK(replaced(c, 0, 3, {"torch\"run"}) == R"({"cmd": ["torch\"run", "x"], "one": ["y"]})");
    CHECK(replaced(c, 0, 4, {}) == R"({"cmd": [], "one": ["y"]})");
    const Command one = list(json, {R"("y")"});
    CHECK(replaced(one, 0, 1, {"a", "b"}) ==
          R"({"cmd": ["python", "-m", "a", "x"], "one": ["a", "b"]})");
    CHECK(replaced(one, 0, 1, {}) == R"({"cmd": ["python", "-m", "a", "x"], "one": []})");
}

TEST_CASE("items of a YAML sequence") {
    const Shared yaml = document(Language::yaml,
                                 "command:\n"
                                 "  - python\n"
                                 "  - -m   # module\n"
                                 "  - \"torch.distributed.launch\"\n"
                                 "  - --use_env\n"
                                 "image: x\n");
    const Command c = list(yaml, {"python", "-m", "\"torch.distributed.launch\"", "--use_env"});
    CHECK(replaced(c, 0, 3, {"torchrun"}) == "command:\n  - torchrun\n  - --use_env\nimage: x\n");
    CHECK(replaced(c, 3, 4, {}).ends_with("launch\"\nimage: x\n"));
    CHECK(replaced(c, 3, 4, {"8", "a: b", "{x}"})
              .ends_with("  - \"8\"\n  - \"a: b\"\n  - \"{x}\"\nimage: x\n"));
    CHECK(replaced(c, 2, 3, {"y\"z", "t"}).find("  - \"y\\\"z\"\n  - \"t\"\n  - --use") !=
          std::string::npos);
    CHECK(replaced(c, 4, 4, {"last"}).ends_with("  - --use_env\n  - last\nimage: x\n"));
    CHECK(replaced(c, 0, 0, {"srun"}).starts_with("command:\n  - srun\n  - python\n"));
}

TEST_CASE("the last line of a YAML file without an end") {
    const Shared yaml = document(Language::yaml, "args:\n- a\n- b");
    const Command c = list(yaml, {"a", "b"});
    // The first "a" of the text is that of the key.
    Command moved = c;
    moved.words[0] = literal(yaml, {8, 9}, "a");
    CHECK(replaced(moved, 1, 2, {}) == "args:\n- a");
    CHECK(replaced(moved, 0, 1, {}) == "args:\n- b");
    CHECK(replaced(moved, 1, 2, {"c", "d"}) == "args:\n- a\n- c\n- d");
}

TEST_CASE("a YAML flow sequence, and two lists of one command") {
    const Shared yaml = document(Language::yaml,
                                 "command: [python, '-m']\n"
                                 "args: [torch.launch, \"x y\", z]\n");
    const Command c = list(yaml, {"python", "'-m'", "torch.launch", "\"x y\"", "z"});
    CHECK(replaced(c, 0, 3, {"torchrun"}) == "command: [torchrun]\nargs: [\"x y\", z]\n");
    CHECK(replaced(c, 0, 3, {"torchrun", "a", "b", "c"}) ==
          "command: [torchrun, 'a']\nargs: [b, c, \"x y\", z]\n");
    CHECK(replaced(c, 4, 5, {"a,b"}).ends_with("\"x y\", \"a,b\"]\n"));
    CHECK(replaced(c, 3, 4, {}).ends_with("[torch.launch, z]\n"));
}

TEST_CASE("an item that shares its line") {
    const Shared yaml = document(Language::yaml, "- - a\n  - b\n");
    const Command c = list(yaml, {"a", "b"});
    CHECK(replaced(c, 0, 1, {}) == "refused: the item shares its line with something else");
    CHECK(replaced(c, 0, 1, {"x", "z"}) == "- - x\n  - z\n  - b\n");
    CHECK(replaced(c, 1, 2, {}) == "- - a\n");
}

TEST_CASE("a Dockerfile's exec form and a split command line") {
    const Shared docker = document(Language::dockerfile, "CMD [\"python\", \"-m\", \"x\"]\n");
    CHECK(replaced(list(docker, {"\"python\"", "\"-m\"", "\"x\""}), 0, 2, {"run it"}) ==
          "CMD [\"run it\", \"x\"]\n");
    const Shared toml = document(Language::toml, "cmd = ['a', \"b\"]\n");
    CHECK(replaced(list(toml, {"'a'", "\"b\""}), 0, 1, {"it's"}) == "cmd = [\"it's\", \"b\"]\n");
}

TEST_CASE("an element that a variable brings in is not overwritten") {
    const Shared python = document(Language::python, "x = 'a'\nrun([x, 'b'])\n");
    Command c = list(python, {"'b'"});
    const text::Span use = find(python, "[x,");
    c.words.insert(c.words.begin(),
                   brought(python, {use.begin + 1, use.begin + 2}, find(python, "a")));
    CHECK(replaced(c, 0, 2, {"c"}) ==
          "refused: the command is put together from several variables");
    CHECK(replaced(c, 0, 1, {"c"}) == "x = 'c'\nrun([x, 'b'])\n");
}
