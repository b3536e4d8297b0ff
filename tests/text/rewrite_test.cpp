#include "derive.hpp"
#include "text/spelling.hpp"

using namespace trainlint;
using namespace trainlint::text;
using namespace trainlint::text::tests;

namespace {

constexpr std::string_view old_launcher = "python -m torch.distributed.launch";

Piece spelled(Spelling spelling, char quote = 0) {
    Piece like;
    like.spelling = spelling;
    like.quote = quote;
    return like;
}

}  // namespace

TEST_CASE("launcher inside a YAML block scalar") {
    const Shared yaml = document(Language::yaml,
                                 "containers:\n"
                                 "  - command: [sh, -c]\n"
                                 "    args:\n"
                                 "      - |\n"
                                 "        set -e\n"
                                 "        python -m torch.distributed.launch \\\n"
                                 "          --nproc_per_node=8 train.py\n"
                                 "\n"
                                 "        echo done\n"
                                 "    image: x\n");
    const Shared shell = block_scalar(yaml, "        set -e", "    image", 8);
    CHECK(shell->text() ==
          "set -e\npython -m torch.distributed.launch \\\n  --nproc_per_node=8 train.py\n\n"
          "echo done\n");

    SECTION("within a line") {
        const std::string fixed = rewritten(yaml, shell, old_launcher, "torchrun");
        CHECK(fixed.find("        torchrun \\\n          --nproc_per_node=8") != std::string::npos);
    }
    SECTION("over a continued line, whose indentation goes") {
        const std::string fixed =
            rewritten(yaml, shell, "python -m torch.distributed.launch \\\n  --nproc_per_node=8",
                      "torchrun --nproc-per-node=8");
        CHECK(fixed.find("\n        torchrun --nproc-per-node=8 train.py\n") != std::string::npos);
    }
    SECTION("more lines are indented, empty ones are not") {
        const std::string fixed = rewritten(yaml, shell, "echo done", "a\n\nb");
        CHECK(fixed.find("\n        a\n\n        b\n    image: x\n") != std::string::npos);
    }
    SECTION("a whole line goes with its indentation") {
        CHECK(rewritten(yaml, shell, "set -e\n", "").find("|\n        python -m") !=
              std::string::npos);
        CHECK(rewritten(yaml, shell, "echo done\n", "").find("train.py\n\n    image: x") !=
              std::string::npos);
    }
    SECTION("the next key is never glued to the text") {
        CHECK(rewritten(yaml, shell, "done\n", "") ==
              "refused: the last line break of the text cannot be removed");
    }
    SECTION("a line is added at the end") {
        const auto end = static_cast<std::uint32_t>(shell->text().size());
        const auto outcome = shell->rewrite({end, end}, "exit 0\n");
        REQUIRE(std::holds_alternative<Edit>(outcome));
        const auto fixed = apply_edits(yaml->text(), {&std::get<Edit>(outcome), 1});
        CHECK(fixed->find("echo done\n        exit 0\n    image: x\n") != std::string::npos);
    }
}

TEST_CASE("a folded block scalar takes no line breaks") {
    const Shared yaml = document(Language::yaml, "a:\n  run: >-  # folded\n    one\n    two\n");
    const Shared shell = block_scalar(yaml, "    one", "", 4);
    CHECK(rewritten(yaml, shell, "one", "1 2") == "a:\n  run: >-  # folded\n    1 2\n    two\n");
    CHECK(rewritten(yaml, shell, "one", "1\n2") ==
          "refused: a line break would be folded in this block scalar");
}

TEST_CASE("launcher inside a JSON string") {
    const Shared json = document(
        Language::json, "{\"cmd\": \"python -m torch.distributed.launch \\\"my train.py\\\"\"}");
    const Shared shell = quoted(json, "\"cmd\": \"", spelled(Spelling::json_string, '"'));
    CHECK(shell->text() == "python -m torch.distributed.launch \"my train.py\"");
    CHECK(rewritten(json, shell, old_launcher, "torchrun") ==
          "{\"cmd\": \"torchrun \\\"my train.py\\\"\"}");
    CHECK(rewritten(json, shell, "\"my train.py\"", "\"a\\b\"\n") ==
          "{\"cmd\": \"python -m torch.distributed.launch \\\"a\\\\b\\\"\\n\"}");
}

namespace {

struct Cell {
    Shared notebook = document(Language::notebook,
                               "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\n"
                               "    \"import os\\n\",\n"
                               "    \"!python -m torch.distributed.launch \\\"a b.py\\\"\\n\",\n"
                               "    \"print('done')\"\n"
                               "]}]}");
    Shared python;
    Shared shell;

    Cell() {
        Piece like;
        like.spelling = Spelling::json_string;
        like.quote = '"';
        Derivation out(Language::python, notebook);
        const std::string_view text = notebook->text();
        for (const std::string_view start : {"\"import", "\"!python", "\"print"}) {
            auto at = static_cast<std::uint32_t>(text.find(start) + 1);
            while (text[at] != '"') {
                if (text[at] == '\\') {
                    out.copy({at, at + 2}, like, text[at + 1] == 'n' ? "\n" : "\"");
                    at += 2;
                } else {
                    out.copy({at, at + 1}, like);
                    ++at;
                }
            }
        }
        python = out.finish();
        Derivation line(Language::shell, python);
        line.copy({find(*python, "python -m").begin, find(*python, "\nprint").begin});
        shell = line.finish();
    }
};

}  // namespace

TEST_CASE("launcher inside a notebook cell") {
    const Cell cell;
    CHECK(cell.python->text() ==
          "import os\n!python -m torch.distributed.launch \"a b.py\"\nprint('done')");
    CHECK(cell.shell->text() == "python -m torch.distributed.launch \"a b.py\"");
    CHECK(cell.shell->depth() == 2);

    SECTION("on a shell line") {
        const std::string fixed = rewritten(cell.notebook, cell.shell, old_launcher, "torchrun");
        CHECK(fixed.find("    \"!torchrun \\\"a b.py\\\"\\n\",\n") != std::string::npos);
    }
    SECTION("a shell line stays one line") {
        CHECK(rewritten(cell.notebook, cell.shell, old_launcher, "a\nb") ==
              "refused: the place holds one line only");
    }
    SECTION("over several strings of the list") {
        const std::string fixed =
            rewritten(cell.notebook, cell.python, "os\n!python", "sys\n!python");
        CHECK(fixed.find("\"import sys\\n\",\n    \"!python -m") != std::string::npos);
    }
    SECTION("a line goes with its string") {
        const std::string fixed = rewritten(cell.notebook, cell.python, "import os\n", "");
        CHECK(fixed.find("\"source\": [\n    \"!python -m") != std::string::npos);
        const std::string last = rewritten(cell.notebook, cell.python, "print('done')", "");
        CHECK(last.find("b.py\\\"\\n\"\n]}]}") != std::string::npos);
    }
    SECTION("a new line becomes a string of its own") {
        const std::string fixed = rewritten(cell.notebook, cell.python, "import os", "a\nb");
        CHECK(fixed.find("[\n    \"a\\n\",\n    \"b\\n\",\n    \"!python") != std::string::npos);
    }
}

TEST_CASE("launcher inside double-quoted shell text") {
    const Shared root = document(Language::shell,
                                 "bash -c \"cd \\$HOME && python -m torch.distributed.launch "
                                 "\\\"a b.py\\\"\" x\n");
    const Shared shell = quoted(root, "bash -c \"", spelled(Spelling::shell_double_quotes, '"'));
    CHECK(shell->text() == "cd $HOME && python -m torch.distributed.launch \"a b.py\"");
    CHECK(rewritten(root, shell, old_launcher, "torchrun") ==
          "bash -c \"cd \\$HOME && torchrun \\\"a b.py\\\"\" x\n");
    CHECK(rewritten(root, shell, "\"a b.py\"", "\"$F\" `x` \\") ==
          "bash -c \"cd \\$HOME && python -m torch.distributed.launch "
          "\\\"\\$F\\\" \\`x\\` \\\\\" x\n");
    CHECK(rewritten(root, shell, "$HOME", "/tmp").starts_with("bash -c \"cd /tmp &&"));
}

TEST_CASE("an escape is replaced as a whole or not at all") {
    const Shared root = document(Language::json, "{\"a\": \"x\\u00e9y\"}");
    Derivation out(Language::shell, root);
    out.copy({7, 8}, spelled(Spelling::json_string, '"'));
    out.copy({8, 14}, spelled(Spelling::json_string, '"'), "\xC3\xA9");
    out.copy({14, 15}, spelled(Spelling::json_string, '"'));
    const Shared text = out.finish();
    CHECK(rewritten(root, text, "\xC3\xA9", "e") == "{\"a\": \"xey\"}");
    CHECK(rewritten(root, text, "x\xC3", "e") ==
          "refused: the place is a part of an escape sequence");
    CHECK(text->place({1, 2}) == text->place({2, 3}));
    CHECK(text->place({1, 2}).span == Span{8, 14});
}

TEST_CASE("launcher in a continued command") {
    const Shared root = document(Language::shell,
                                 "ssh node1 \"python -m \\\n"
                                 "    torch.distributed.launch \\\n"
                                 "    --use_env train.py\"\n");
    const Shared shell = quoted(root, "node1 \"", spelled(Spelling::shell_double_quotes, '"'));
    CHECK(shell->text() == "python -m     torch.distributed.launch     --use_env train.py");
    CHECK(rewritten(root, shell, "python -m     torch.distributed.launch", "torchrun") ==
          "ssh node1 \"torchrun \\\n    --use_env train.py\"\n");
}

TEST_CASE("a command from two variables") {
    const Shared root = document(Language::shell,
                                 "A='python -m'\nB='torch.distributed.launch train.py'\n"
                                 "eval \"$A $B\"\n");
    const Piece like = spelled(Spelling::shell_single_quotes, '\'');
    Derivation out(Language::shell, root);
    out.copy(find(*root, "python -m"), like);
    out.copy(find(*root, " $B").size() == 3
                 ? Span{find(*root, " $B").begin, find(*root, " $B").begin + 1}
                 : Span{},
             spelled(Spelling::shell_double_quotes, '"'));
    out.copy(find(*root, "torch.distributed.launch train.py"), like);
    const Shared command = out.finish();
    CHECK(command->text() == "python -m torch.distributed.launch train.py");
    CHECK(rewritten(root, command, old_launcher, "torchrun") ==
          "refused: the text is put together from several strings");
    CHECK(rewritten(root, command, "torch.distributed.launch", "torch.distributed.run")
              .find("B='torch.distributed.run train.py'") != std::string::npos);
    CHECK(command->place(find(*command, "python -m torch")).span ==
          Span{find(*root, "python").begin, find(*root, " $B").begin + 1});
}

TEST_CASE("holes and text that stands nowhere are refused") {
    const Shared root = document(Language::shell, "bash -c \"run $GPUS/x\"");
    const Piece like = spelled(Spelling::shell_double_quotes, '"');
    Names names;
    Derivation out(Language::shell, root);
    out.copy({9, 13}, like).hole({13, 18}, names.intern("GPUS")).copy({18, 20}, like);
    out.insert("\n");
    const Shared text = out.finish();
    CHECK(text->text() == "run " + std::string(hole_text) + "/x\n");
    CHECK(names.text(text->holes().at(0)) == "GPUS");
    CHECK(rewritten(root, text, "n " + std::string(hole_text), "y") ==
          "refused: part of the text is a value that is not known");
    CHECK(rewritten(root, text, "x\n", "y") == "refused: the text is put together from several");
    CHECK(rewritten(root, text, "/x", "/y") == "bash -c \"run $GPUS/y\"");
    CHECK(rewritten(root, text, "/x", "y") ==
          "refused: the text would join the variable before it");
    CHECK(rewritten(root, text, "run", std::string(hole_text)) ==
          "refused: the new text holds a value that is not known");
    CHECK(text->place({4, 7}).span == Span{13, 18});
}

TEST_CASE("plain YAML scalars are quoted where they have to be") {
    const auto value = [](std::string_view line, std::string_view old, std::string_view fresh) {
        const Shared yaml = document(Language::yaml, "a: " + std::string(line) + "\nb: 1\n");
        Derivation out(Language::shell, yaml);
        const auto end = static_cast<std::uint32_t>(3 + line.size());
        out.copy({3, end}, spelled(Spelling::yaml_plain));
        const std::string text = rewritten(yaml, out.finish(), old, fresh);
        return text.starts_with("refused") ? text : text.substr(3, text.size() - 9);
    };
    CHECK(value("python -m x", "python -m", "torchrun") == "torchrun x");
    CHECK(value("run me", "me", "--a=b: c") == "\"run --a=b: c\"");
    CHECK(value("run me", "me", "\"x\" #y") == "'run \"x\" #y'");
    CHECK(value("run me", "me", "a\tb") == "\"run a\\tb\"");
    CHECK(value("run me", "run", "{a}") == "\"{a} me\"");
    CHECK(value("run me", "run me", "true") == "\"true\"");
    CHECK(value("run me", "run me", "8") == "\"8\"");
    CHECK(value("false", "false", "true") == "true");
    CHECK(value("run me", "run", "a\nb") ==
          "refused: a line break cannot stand in a plain YAML scalar");
    CHECK(value("run me", "run", "\x1b[0m") == "\"\\x1b[0m me\"");
}

TEST_CASE("Python literals side by side") {
    const Shared python = document(Language::python, "x = ('python -m '\n     'torch.launch a')\n");
    const Piece like = spelled(Spelling::python_string, '\'');
    Derivation out(Language::shell, python);
    out.copy(find(*python, "python -m "), like).copy(find(*python, "torch.launch a"), like);
    const Shared shell = out.finish();
    CHECK(rewritten(python, shell, "python -m torch.launch", "torchrun") == "x = ('torchrun a')\n");
    CHECK(rewritten(python, shell, "launch", "it's") ==
          "x = ('python -m '\n     'torch.it\\'s a')\n");
}

TEST_CASE("a shell word in several quotes") {
    const Shared root = document(Language::shell, "bash -c 'echo '\"it's\"' there'\n");
    Derivation out(Language::shell, root);
    const Piece single = spelled(Spelling::shell_single_quotes, '\'');
    out.copy(find(*root, "echo "), single);
    out.copy(find(*root, "it's"), spelled(Spelling::shell_double_quotes, '"'));
    out.copy(find(*root, " there"), single);
    const Shared text = out.finish();
    CHECK(text->text() == "echo it's there");
    CHECK(rewritten(root, text, "it's", "$x") == "bash -c 'echo '\"\\$x\"' there'\n");
    CHECK(rewritten(root, text, "o it's", "y") == "bash -c 'echy'' there'\n");
    CHECK(rewritten(root, text, "'s the", "-") == "bash -c 'echo '\"it-\"'re'\n");
}

TEST_CASE("make recipes and RUN instructions") {
    const Shared make = document(Language::make, "all:\n\techo $$HOME \\\n\t  x\n");
    Derivation recipe(Language::shell, make);
    const Piece like = spelled(Spelling::make_recipe);
    recipe.copy(find(*make, "echo "), like);
    const auto dollar = find(*make, "$$");
    recipe.copy(dollar, like, "$").copy({dollar.end, find(*make, "\t  x").begin}, like);
    recipe.copy(find(*make, "  x"), like);
    const Shared shell = recipe.finish();
    CHECK(shell->text() == "echo $HOME \\\n  x");
    CHECK(rewritten(make, shell, "$HOME", "\"$A\"") == "all:\n\techo \"$$A\" \\\n\t  x\n");
    CHECK(rewritten(make, shell, "$HOME \\\n  x", "y") == "all:\n\techo y\n");
    CHECK(rewritten(make, shell, "x", "a\nb") ==
          "refused: a line break would end the line of the recipe");

    const Shared docker =
        document(Language::dockerfile, "RUN pip install \\\n# the old one\n    torch && ls\n");
    Derivation run(Language::shell, docker);
    const Piece run_like = spelled(Spelling::dockerfile_run);
    run.copy(find(*docker, "pip install "), run_like)
        .copy(find(*docker, "    torch && ls"), run_like);
    const Shared line = run.finish();
    CHECK(rewritten(docker, line, "install     torch", "list") == "RUN pip list && ls\n");
    CHECK(rewritten(docker, line, "ls", "a\nb") ==
          "refused: a line break cannot stand in a RUN instruction");
}

TEST_CASE("here-documents keep their end") {
    const Shared root = document(Language::shell, "bash <<-EOF\n\tpython a\n\tls\n\tEOF\necho\n");
    Piece like = spelled(Spelling::heredoc);
    like.indent = 1;
    Derivation out(Language::shell, root);
    out.copy(find(*root, "python a\n"), like).copy(find(*root, "ls\n"), like);
    const Shared shell = out.finish();
    CHECK(rewritten(root, shell, "python", "torchrun --a=$B").find("\ttorchrun --a=\\$B a\n\tls") !=
          std::string::npos);
    CHECK(rewritten(root, shell, "ls", "x\ny").find("\tx\n\ty\n\tEOF\n") != std::string::npos);
    CHECK(rewritten(root, shell, "ls", "EOF") ==
          "refused: a line of the text would end the here-document");
    CHECK(rewritten(root, shell, "ls\n", "") == "bash <<-EOF\n\tpython a\n\tEOF\necho\n");
}

TEST_CASE("CRLF files keep their line ends") {
    const Shared yaml = document(Language::yaml, "a: |\r\n  one\r\n  two\r\nb: c\r\n");
    const Shared text = block_scalar(yaml, "  one", "b:", 2);
    CHECK(rewritten(yaml, text, "two\r\n", "2\n3\n") == "a: |\r\n  one\r\n  2\r\n  3\r\nb: c\r\n");
}

TEST_CASE("ten million characters of anything are rewritten at once") {
    constexpr std::uint32_t size = 10'000'000;
    for (const char c : {'$', '\\', '\n', '\t', '"', '\0', 'x', ' ', '#'}) {
        const Shared root = document(Language::shell, std::string(size, c));
        for (const auto spelling :
             {Spelling::shell_double_quotes, Spelling::heredoc, Spelling::yaml_plain,
              Spelling::yaml_block, Spelling::python_string, Spelling::json_string}) {
            const Shared text =
                Derivation(Language::shell, root).copy({0, size}, spelled(spelling, '"')).finish();
            const auto outcome = text->rewrite({size / 2, size / 2 + 1}, "a\nb");
            const auto* edit = std::get_if<Edit>(&outcome);
            CHECK((!edit || edit->at.span.end <= size));
        }
    }
}

TEST_CASE("a lone dollar does not begin a variable") {
    const Shared root = document(Language::shell, "bash -c \"a$ b \\d\"");
    const Shared text =
        Derivation(Language::shell, root)
            .copy(find(*root, "a$ b \\d"), spelled(Spelling::shell_double_quotes, '"'))
            .finish();
    CHECK(rewritten(root, text, " b", "HOME") == "bash -c \"a\\$HOME \\d\"");
    CHECK(rewritten(root, text, "d", "$x") == "bash -c \"a$ b \\\\\\$x\"");
}
