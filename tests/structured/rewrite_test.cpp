#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured::tests;

namespace {

constexpr std::string_view old_launcher = "python -m torch.distributed.launch --use_env";

/// The file after the launcher in its only script has been replaced by torchrun.
std::string with_torchrun(const std::string& text, Language language = Language::yaml,
                          std::string_view old = old_launcher) {
    const Reading reading(text, language);
    REQUIRE(reading.stated.derived.size() == 1);
    const std::string fixed =
        rewritten(reading, *reading.stated.derived[0].fragment, old, "torchrun");
    if (fixed.starts_with("refused")) return fixed;
    // What is read of the new file is what was wanted.
    std::string script = reading.script(0);
    script.replace(script.find(old), old.size(), "torchrun");
    CHECK(Reading(fixed, language).script(0) == script);
    return fixed;
}

}  // namespace

TEST_CASE("the launcher in a literal block scalar") {
    CHECK(with_torchrun("run: |\n  set -e\n  python -m torch.distributed.launch --use_env a.py\n"
                        "  echo\nb: 1\n") == "run: |\n  set -e\n  torchrun a.py\n  echo\nb: 1\n");
    CHECK(with_torchrun("run: |-\r\n    python -m torch.distributed.launch --use_env a.py\r\n") ==
          "run: |-\r\n    torchrun a.py\r\n");
    CHECK(with_torchrun("run: |2\n    python -m torch.distributed.launch --use_env a.py\n") ==
          "run: |2\n    torchrun a.py\n");
}

TEST_CASE("a continued launcher in a literal block scalar") {
    CHECK(with_torchrun("run: |\n  python -m torch.distributed.launch \\\n    --use_env a.py\n",
                        Language::yaml, "python -m torch.distributed.launch \\\n  --use_env") ==
          "run: |\n  torchrun a.py\n");
}

TEST_CASE("the launcher in a folded block scalar") {
    CHECK(with_torchrun("command: >-\n  python -m torch.distributed.launch --use_env a.py\n"
                        "  --lr 1\n") == "command: >-\n  torchrun a.py\n  --lr 1\n");
    CHECK(with_torchrun("command: >-\n  python -m torch.distributed.launch\n  --use_env\n  a.py\n")
              .starts_with("command: >-\n  torchrun\n  a.py\n"));
}

TEST_CASE("the launcher in quoted and plain scalars") {
    CHECK(with_torchrun("run: \"python -m torch.distributed.launch --use_env \\\"a.py\\\"\"\n") ==
          "run: \"torchrun \\\"a.py\\\"\"\n");
    CHECK(with_torchrun("run: 'python -m torch.distributed.launch --use_env ''a.py'''\n") ==
          "run: 'torchrun ''a.py'''\n");
    CHECK(with_torchrun("run: python -m torch.distributed.launch --use_env a.py\n") ==
          "run: torchrun a.py\n");
    CHECK(with_torchrun("run: cd x && python -m torch.distributed.launch\n  --use_env a.py\n")
              .starts_with("run: cd x && torchrun a.py\n"));
    CHECK(with_torchrun("run: \"python -m torch.distributed.launch\n  --use_env a.py\"\n") ==
          "run: \"torchrun a.py\"\n");
}

TEST_CASE("the launcher in a Kubernetes manifest") {
    CHECK(with_torchrun("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - command:\n    - sh\n"
                        "    - -c\n    - |\n      python -m torch.distributed.launch --use_env "
                        "a.py $(hostname)\n") ==
          "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - command:\n    - sh\n"
          "    - -c\n    - |\n      torchrun a.py $(hostname)\n");
    CHECK(with_torchrun("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - command: [sh, -c]\n"
                        "    args: [\"python -m torch.distributed.launch --use_env\\ta.py\"]\n")
              .ends_with("    args: [\"torchrun\\ta.py\"]\n"));
}

TEST_CASE("the launcher in JSON and TOML strings") {
    CHECK(with_torchrun(R"({"cmd": "python -m torch.distributed.launch --use_env \"a.py\""})",
                        Language::json) == R"({"cmd": "torchrun \"a.py\""})");
    CHECK(with_torchrun("cmd = \"python -m torch.distributed.launch --use_env \\\"a.py\\\"\"\n",
                        Language::toml) == "cmd = \"torchrun \\\"a.py\\\"\"\n");
    CHECK(with_torchrun("cmd = '''\npython -m torch.distributed.launch --use_env a.py\n'''\n",
                        Language::toml) == "cmd = '''\ntorchrun a.py\n'''\n");
}

TEST_CASE("what a template writes is not rewritten") {
    const std::string text = "run: torchrun ${{ x }} a.py\n";
    const Reading reading(text);
    const auto& fragment = *reading.stated.derived.at(0).fragment;
    CHECK(rewritten(reading, fragment, text::hole_text, "y").starts_with("refused"));
    CHECK(rewritten(reading, fragment, "a.py", "b.py") == "run: torchrun ${{ x }} b.py\n");
}

TEST_CASE("words of a list are replaced") {
    const auto replaced = [](const std::string& text, std::size_t last) {
        const Reading reading(text);
        const std::vector<std::string> fresh{"torchrun"};
        const auto outcome = facts::replace_words(reading.stated.commands.at(0), 0, last, fresh);
        const auto* edits = std::get_if<std::vector<text::Edit>>(&outcome);
        if (edits == nullptr) return std::string(std::get<text::Refusal>(outcome).why);
        const auto applied = text::apply_edits(text, *edits);
        REQUIRE(applied);
        return *applied;
    };
    const std::string head = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: x\n";
    CHECK(replaced(head + "    command: [python, -m, torch.distributed.launch, a.py]\n", 3) ==
          head + "    command: [torchrun, a.py]\n");
    CHECK(replaced(head + "    command:\n    - python\n    - \"-m\"\n    - t.launch\n    - a.py\n",
                   3) == head + "    command:\n    - torchrun\n    - a.py\n");
    CHECK(
        replaced(head + "    env:\n    - {name: A, value: python}\n    command: [$(A), -m, x, y]\n",
                 3) != "");
}

TEST_CASE("places of a script are those of the file") {
    const std::string text = "a:\n  run: >\n    one two\n    three \"${{ x }}\"\n";
    const Reading reading(text);
    const auto& fragment = *reading.stated.derived.at(0).fragment;
    CHECK(reading.script(0) == "one two three \"@\"\n");
    CHECK(slice(text, fragment.place({4, 7}).span) == "two");
    CHECK(slice(text, fragment.place({8, 13}).span) == "three");
    CHECK(slice(text, fragment.place({15, 18}).span) == "${{ x }}");
    CHECK(slice(text, fragment.place({4, 13}).span) == "two\n    three");
}
