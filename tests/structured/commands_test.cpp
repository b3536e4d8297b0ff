#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured::tests;
using facts::Command;
using facts::Stage;

namespace {

constexpr std::string_view pod_head =
    "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: x\n    image: i\n";

/// A pod with one container of these lines, which begin at column 0.
std::string pod(std::string_view lines) {
    std::string text(pod_head);
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size() - 1);
        text.append("    ").append(lines.substr(at, end + 1 - at));
        at = end + 1;
    }
    return text;
}

}  // namespace

TEST_CASE("a container's command and arguments are one list") {
    const Reading reading(
        pod("command: [python, -m, torch.distributed.launch]\nargs:\n- "
            "--nproc_per_node=8\n- \"train.py\"\n- --lr\n- 1e-3\n"));
    REQUIRE(reading.stated.commands.size() == 1);
    const Command& command = reading.stated.commands[0];
    CHECK(reading.words(0) ==
          "python -m torch.distributed.launch --nproc_per_node=8 train.py --lr 1e-3");
    CHECK(command.form == Command::Form::list);
    CHECK(command.stage == Stage::container);
    CHECK_FALSE(command.maybe);
    const std::string_view text = reading.root->text();
    CHECK(slice(text, command.words[4].span) == "\"train.py\"");
    CHECK(slice(text, command.words[4].at.span) == "\"train.py\"");
    REQUIRE(command.words[4].parts.size() == 1);
    CHECK(slice(text, command.words[4].parts[0].source) == "train.py");
    CHECK(slice(text, command.words[4].parts[0].at.span) == "train.py");
    CHECK(command.words[4].parts[0].fragment == reading.root);
    CHECK(slice(text, command.span).starts_with("[python") == false);
    CHECK(slice(text, command.span).starts_with("python, -m"));
    CHECK(slice(text, command.span).ends_with("1e-3"));
}

TEST_CASE("every kind of Kubernetes object with containers") {
    const Reading job(
        "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nspec:\n  pytorchReplicaSpecs:\n"
        "    Master:\n      template:\n        spec:\n          initContainers:\n"
        "          - command: [wait]\n          containers:\n          - name: pytorch\n"
        "            command:\n            - torchrun\n            - train.py\n"
        "    Worker:\n      template:\n        spec:\n          containers:\n"
        "            - command: [a, b]\n              livenessProbe:\n"
        "                exec:\n                  command: [cat, /tmp/healthy]\n");
    REQUIRE(job.stated.commands.size() == 3);
    CHECK(job.words(0) == "wait");
    CHECK(job.words(1) == "torchrun train.py");
    CHECK(job.words(2) == "a b");
    const Reading train_job(
        "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nspec:\n  trainer:\n"
        "    numNodes: 2\n    command: [torchrun, train.py]\n    env:\n    - name: A\n"
        "      value: \"1\"\n");
    REQUIRE(train_job.stated.commands.size() == 1);
    CHECK(train_job.environment(train_job.stated.commands[0].environment) == "A=1");
    const Reading list(
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n"
        "  spec: {containers: [{image: i, command: [x, y]}]}\n");
    REQUIRE(list.stated.commands.size() == 1);
    CHECK(list.words(0) == "x y");
    const Reading json(R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [)"
                       R"({"image": "i", "command": ["torchrun", "a b"], "args": ["-x"]}]}})",
                       Language::json);
    REQUIRE(json.stated.commands.size() == 1);
    CHECK(json.words(0) == "torchrun <a b> -x");
}

TEST_CASE("arguments alone follow an unknown command, unless they name one") {
    const Reading options(pod("args: [--epochs, \"3\"]\n"));
    CHECK(options.words(0) == "@ --epochs 3");
    CHECK_FALSE(options.stated.commands[0].words[0].known());
    const Reading program(pod("args: [torchrun, train.py]\n"));
    CHECK(program.words(0) == "torchrun train.py");
}

TEST_CASE("the environment of a container") {
    const Reading reading(
        pod("env:\n- name: NCCL_DEBUG\n  value: INFO\n- name: \"B\"\n  value: 'x$(NCCL_DEBUG)'\n"
            "- name: C\n  valueFrom: {fieldRef: {fieldPath: x}}\n- name: D\n- {{ x }}\n"
            "command: [run, $(NCCL_DEBUG), $(C)x, $(OTHER), $$(B), \"$(B)\", $B]\n"));
    const auto& variables = reading.stated.variables;
    REQUIRE(variables.size() == 4);
    const std::string_view text = reading.root->text();
    CHECK(variables[0].action == facts::VariableUse::Action::set);
    CHECK(variables[0].environment);
    CHECK(variables[0].stage == Stage::container);
    CHECK(slice(text, variables[0].name_span) == "NCCL_DEBUG");
    CHECK(slice(text, variables[0].name_at.span) == "NCCL_DEBUG");
    CHECK(slice(text, variables[0].at.span) == "name: NCCL_DEBUG\n      value: INFO");
    CHECK(slice(text, variables[1].name_span) == "B");
    CHECK(variables[1].fragment == reading.root);
    REQUIRE(reading.stated.commands.size() == 1);
    CHECK(reading.environment(reading.stated.commands[0].environment) ==
          "NCCL_DEBUG=INFO B=xINFO C=@ D=");
    CHECK(reading.words(0) == "run INFO @x @ $(B) xINFO $B");
    const facts::Word& word = reading.stated.commands[0].words[1];
    REQUIRE(word.parts.size() == 1);
    REQUIRE(word.parts[0].expansion);
    CHECK(reading.names.text(word.parts[0].expansion->variable) == "NCCL_DEBUG");
    CHECK(slice(text, word.parts[0].expansion->at.span) == "$(NCCL_DEBUG)");
    CHECK(slice(text, word.parts[0].at.span) == "INFO");
    CHECK(slice(text, word.parts[0].source) == "INFO");
}

TEST_CASE("the text that a container's shell runs") {
    const Reading block(
        pod("env:\n- {name: N, value: \"2\"}\ncommand:\n- bash\n- -lc\n- |\n  set "
            "-e\n  python -m torch.distributed.launch --nproc_per_node=$N t.py\n"));
    REQUIRE(block.stated.derived.size() == 1);
    const auto& derived = block.stated.derived[0];
    CHECK(derived.fragment->language() == Language::shell);
    CHECK(block.script(0) ==
          "set -e\npython -m torch.distributed.launch --nproc_per_node=$N t.py\n");
    CHECK(derived.inside == 0);
    CHECK(derived.stage == Stage::container);
    CHECK(block.environment(derived.environment) == "N=2");
    CHECK(block.stated.commands.size() == 1);

    CHECK(Reading(pod("command: [sh, -c]\nargs: [\"a\\tb\"]\n")).script(0) == "a\tb");
    CHECK(Reading(pod("command: [/bin/bash, -e, -o, pipefail, -c, 'a b']\n")).script(0) == "a b");
    CHECK(Reading(pod("command: [bash, --login, -c, a]\n")).script(0) == "a");
    CHECK(Reading(pod("command: [bash, a.sh, -c, b]\n")).stated.derived.empty());
    CHECK(Reading(pod("command: [bash, -c, {{ x }}]\n")).script(0) == "@");
    CHECK(Reading(pod("command: [python, -c, a b]\n")).stated.derived.empty());
}

TEST_CASE("references in a text for a shell") {
    const Reading reading(
        pod("env:\n- {name: A, value: x}\ncommand: [sh, -c, \"$(A) $(hostname) "
            "$$(A) $A {{ t }}\"]\n"));
    CHECK(reading.script(0) == "@ $(hostname) $(A) $A @");
    const auto& fragment = *reading.stated.derived[0].fragment;
    REQUIRE(fragment.holes().size() == 2);
    CHECK(reading.names.text(fragment.holes()[0]) == "A");
    CHECK(fragment.holes()[1] == no_symbol);
}

TEST_CASE("words that a template writes") {
    const Reading reading(
        pod("command:\n- torchrun\n{{- if .x }}\n- --a\n{{- end }}\n- --n={{ n "
            "}}\n{{- toYaml .args | nindent 4 }}\n- train.py\n"));
    REQUIRE(reading.stated.commands.size() == 1);
    CHECK(reading.words(0) == "torchrun @ --n=@ @ train.py");
    CHECK_FALSE(reading.stated.commands[0].maybe);
    const Reading maybe("{{- if .x }}\n" + pod("command: [a, b]\n") + "{{- end }}\n");
    REQUIRE(maybe.stated.commands.size() == 1);
    CHECK(maybe.stated.commands[0].maybe);
}

TEST_CASE("definitions and other objects state nothing") {
    CHECK(Reading("apiVersion: x/v1\nkind: CustomResourceDefinition\nspec:\n  containers:\n"
                  "  - command: [a, b]\n")
              .stated.commands.empty());
    CHECK(Reading(R"({"apiVersion": "x/v1", "kind": "CustomResourceDefinition", "spec": )"
                  R"({"containers": [{"command": ["a", "b"]}]}})",
                  Language::json)
              .stated.commands.empty());
}

TEST_CASE("files in a ConfigMap") {
    const Reading reading(
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  run.sh: |\n    torchrun a.py\n"
        "  a.py: |\n    import torch\n  ds.json: '{\"a\": 1}'\n  note: x y\n");
    REQUIRE(reading.stated.derived.size() == 3);
    CHECK(reading.stated.derived[0].fragment->language() == Language::shell);
    CHECK(reading.script(0) == "torchrun a.py\n");
    CHECK(reading.stated.derived[1].fragment->language() == Language::python);
    CHECK(reading.stated.derived[2].fragment->language() == Language::json);
    CHECK(reading.script(2) == "{\"a\": 1}");
}

TEST_CASE("steps of GitHub's workflows") {
    const Reading reading(
        "on: push\nenv:\n  NCCL_DEBUG: INFO\njobs:\n  a:\n    env: {WORLD: 2}\n    steps:\n"
        "    - run: |\n        torchrun --nproc_per_node=${{ matrix.gpu }} a.py\n"
        "    - name: run it all\n      run: pytest -x tests\n    - run: pytest\n"
        "    - shell: python\n      run: import os; os.x()\n    - shell: pwsh\n      run: a b\n"
        "    - shell: bash -e {0}\n      run: c d\n"
        "    - uses: actions/github-script@v8\n      with:\n        script: |\n"
        "          const x = (a || '').trim();\n");
    REQUIRE(reading.stated.derived.size() == 4);
    CHECK(reading.script(0) == "torchrun --nproc_per_node=@ a.py\n");
    CHECK(reading.environment(reading.stated.derived[0].environment) == "NCCL_DEBUG=INFO WORLD=2");
    CHECK(reading.stated.derived[0].stage == Stage::batch_shell);
    CHECK(reading.stated.derived[0].inside == flow::no_index);
    CHECK(reading.script(1) == "pytest -x tests");
    CHECK(reading.stated.derived[2].fragment->language() == Language::python);
    CHECK(reading.script(3) == "c d");
    CHECK(reading.stated.variables.size() == 2);
}

TEST_CASE("lines of GitLab's jobs are one script") {
    const Reading reading(
        ".base: &base\n  before_script:\n    - pip install x\ntrain:\n  <<: *base\n  variables: "
        "{A: \"1\"}\n  script:\n    - export B=2\n    - \"torchrun a.py\"\n    - !reference [.x, "
        "script]\n    - make\n");
    REQUIRE(reading.stated.derived.size() == 3);
    CHECK(reading.script(0) == "pip install x");
    CHECK(reading.script(1) == "pip install x");
    // The reference makes the list more than lines.
    CHECK(reading.stated.variables.size() == 1);
}

TEST_CASE("a script of several lines") {
    const Reading reading(
        "train:\n  script:\n    - export B=2\n    - \"torchrun a.py\"\n    - make\n");
    REQUIRE(reading.stated.derived.size() == 1);
    CHECK(reading.script(0) == "export B=2\ntorchrun a.py\nmake");
}

TEST_CASE("strings that start something, of several systems") {
    const Reading azure(
        "command: >-\n  python train.py\n  --epochs ${{inputs.epochs}}\n"
        "environment_variables:\n  A: b\n");
    CHECK(azure.script(0) == "python train.py --epochs @");
    CHECK(azure.environment(azure.stated.derived[0].environment) == "A=b");
    const Reading sky("setup: |\n  pip install x\nrun: |\n  torchrun $X a.py\nenvs:\n  X: y\n");
    REQUIRE(sky.stated.derived.size() == 2);
    CHECK(sky.environment(sky.stated.derived[1].environment) == "X=y");
    const Reading json(R"({"tasks": [{"command": "torchrun \"a.py\" x"}], "run": "word"})",
                       Language::json);
    REQUIRE(json.stated.derived.size() == 1);
    CHECK(json.script(0) == "torchrun \"a.py\" x");
    const Reading toml("[tasks.train]\ncmd = \"torchrun a.py\"\n", Language::toml);
    CHECK(toml.script(0) == "torchrun a.py");
}

TEST_CASE("what is no command") {
    const Reading reading(
        "command: train\nrun: 5\nscript: true\nsetup: null\ncmd: \"\"\n"
        "env: {name: CartPole-v1, size: 3}\ndescription: run this now\n"
        "run2: a b\nentrypoint: {a: b}\ncommands: {x: {y: z}}\n");
    CHECK(reading.stated.derived.empty());
    CHECK(reading.stated.commands.empty());
    CHECK(reading.stated.variables.empty());
}

TEST_CASE("lists of words outside Kubernetes") {
    const Reading sweep("program: train.py\ncommand:\n- ${env}\n- torchrun\n- $program\n- a$\n");
    CHECK(sweep.words(0) == "@ torchrun @ a$");
    CHECK(sweep.stated.commands[0].stage == Stage::batch_shell);
    const Reading server(R"({"command": "npx", "args": ["-y", "x"]})", Language::json);
    CHECK(server.words(0) == "npx -y x");
    const Reading launch(R"({"program": "a.py", "args": ["--x", "1"]})", Language::json);
    CHECK(launch.words(0) == "@ --x 1");
    CHECK(Reading("args: [--x, y]\n").stated.commands.empty());
}

TEST_CASE("services of docker-compose") {
    const Reading reading(
        "services:\n  a:\n    image: i\n    command: torchrun --n=$${N} ${X:-1} a.py\n"
        "    environment:\n    - NCCL_DEBUG=INFO\n    - PASSED\n    - \"Q=a b\"\n"
        "  b:\n    image: i\n    entrypoint: [bash, -c]\n    command: [\"x $$Y\"]\n"
        "    environment:\n      lower: 1\n      NONE:\n");
    REQUIRE(reading.stated.derived.size() == 2);
    CHECK(reading.script(0) == "torchrun --n=${N} @ a.py");
    CHECK(reading.stated.derived[0].stage == Stage::container);
    CHECK(reading.names.text(reading.stated.derived[0].fragment->holes().at(0)) == "X");
    CHECK(reading.environment(reading.stated.derived[0].environment) ==
          "NCCL_DEBUG=INFO PASSED=@ Q=a b");
    CHECK(reading.script(1) == "x $Y");
    CHECK(reading.words(0) == "bash -c <x $Y>");
    const auto& variables = reading.stated.variables;
    REQUIRE(variables.size() == 5);
    const std::string_view text = reading.root->text();
    CHECK(slice(text, variables[0].name_span) == "NCCL_DEBUG");
    CHECK(variables[0].value->text == "INFO");
    CHECK(slice(text, variables[0].value->parts.at(0).source) == "INFO");
    CHECK(variables[1].action == facts::VariableUse::Action::forward);
    CHECK_FALSE(variables[1].value);
    CHECK(slice(text, variables[2].name_span) == "Q");
    CHECK(variables[4].action == facts::VariableUse::Action::forward);
}

TEST_CASE("commands stand in order of their places") {
    const Reading reading(
        "apiVersion: v1\nkind: Pod\nspec:\n  x: &x\n    command: [sh, -c, first]\n  containers:\n"
        "  - command: [second, a]\n  - *x\n  - args: [\"b\"]\n    command: [third]\n");
    REQUIRE(reading.stated.commands.size() == 4);
    for (std::size_t i = 0; i + 1 < 4; ++i) {
        CHECK(reading.stated.commands[i].span.begin <= reading.stated.commands[i + 1].span.begin);
    }
    REQUIRE(reading.stated.derived.size() == 2);
    CHECK(reading.words(reading.stated.derived[1].inside) == "sh -c first");
    CHECK(reading.words(3) == "third b");
}

TEST_CASE("what holds around the text reaches what is in it") {
    Names names;
    const std::vector<facts::Assignment> outer{{names.intern("A"), {}}};
    frontends::Demand demand;
    demand.stage = Stage::submit_host;
    demand.maybe = true;
    demand.environment = outer;
    frontends::Stated stated;
    structured::state(text::Fragment::of_document({}, Language::yaml, "run: a b\ncommand: [c, d]"),
                      demand, names, stated);
    REQUIRE(stated.commands.size() == 1);
    CHECK(stated.commands[0].stage == Stage::submit_host);
    CHECK(stated.commands[0].maybe);
    CHECK(stated.commands[0].environment.size() == 1);
}

TEST_CASE("problems have places, other languages nothing") {
    const Reading reading("a: 1\nb: \"x\n");
    REQUIRE(reading.stated.problems.size() == 1);
    CHECK(reading.stated.problems[0].what == "the quote is not closed");
    CHECK(reading.stated.documents.size() == 1);
    CHECK(Reading("a: 1\n", Language::dockerfile).stated.documents.empty());
}

TEST_CASE("commands and environments do not multiply") {
    std::string text = "env:\n";
    for (int i = 0; i < 3000; ++i) text += "  V" + std::to_string(i) + ": x\n";
    text += "steps:\n";
    for (int i = 0; i < 3000; ++i) text += "- run: a b\n- command: [c, d]\n";
    const Reading reading(text);
    CHECK(reading.stated.variables.size() == 3000);
    CHECK(reading.stated.commands.size() == 3000);
    std::size_t assignments = 0;
    for (const auto& command : reading.stated.commands) assignments += command.environment.size();
    CHECK(assignments <= 200'000);
    std::string aliases = "a: &a |\n  " + std::string(900'000, 'x') + " y\nb:\n";
    for (int i = 0; i < 5000; ++i) aliases += "- run: *a\n";
    CHECK(Reading(aliases).stated.derived.size() < 20);
}
