#include <catch2/catch.hpp>

#include "engine/classify.hpp"

using namespace trainlint::engine;
using trainlint::text::Language;

TEST_CASE("files are told apart by their names") {
    CHECK(classify("train.py").language == Language::python);
    CHECK(classify("types.pyi").language == Language::unknown);
    CHECK(classify("a.ipynb").language == Language::notebook);
    for (const auto* name : {"a.sh", "a.bash", "a.sbatch", "a.slurm", "a.sub"})
        CHECK(classify(name).language == Language::shell);
    CHECK(classify("a.yml").language == Language::yaml);
    CHECK(classify("a.toml").language == Language::toml);
    CHECK(classify("data.jsonl").language == Language::unknown);
    CHECK(classify(".sh").language == Language::unknown);
    CHECK(classify("Makefile").language == Language::unknown);
    CHECK(classify("package-lock.json").language == Language::unknown);
    CHECK(classify("trainlint.toml").language == Language::unknown);
    CHECK(classify("trainlint.toml").settings);
    CHECK(classify("pyproject.toml").settings);
    CHECK(classify("pyproject.toml").versions);
    CHECK(classify("requirements-dev.txt").versions);
    CHECK(classify("test_requirements.txt").versions);
    CHECK_FALSE(classify("notes.txt").versions);
}

TEST_CASE("a large JSON file is data, unless its name says otherwise") {
    CHECK(classify("a.json").limit == 64 * 1024);
    CHECK(classify("a.json").quiet_limit);
    CHECK(classify("ds_config_zero3.json").limit > 64 * 1024);
    CHECK_FALSE(classify("ds_config_zero3.json").quiet_limit);
    CHECK(classify_named("a.json", "").limit > 64 * 1024);
}

TEST_CASE("the first line speaks for a name that says nothing, if the file is named") {
    CHECK(classify("launch").language == Language::unknown);
    CHECK(classify_named("launch", "#!/usr/bin/env bash\n").language == Language::shell);
    CHECK(classify_named("launch", "#!/bin/sh -e\n").language == Language::shell);
    CHECK(classify_named("launch", "#!/usr/bin/python3\n").language == Language::python);
    CHECK(classify_named("launch", "#!/usr/bin/perl\n").language == Language::unknown);
    CHECK(classify_named("job", "# x\n#SBATCH -N 2\n").language == Language::shell);
    CHECK(classify_named("a.py", "#!/bin/bash\n").language == Language::python);
    CHECK(classify_named("README", "hello").language == Language::unknown);
}

TEST_CASE("a text without a name is guessed") {
    CHECK(guess_language("{\"zero_optimization\": {}}") == Language::json);
    CHECK(guess_language("{\"cells\": []}") == Language::notebook);
    CHECK(guess_language("\n# pod\napiVersion: v1\n") == Language::yaml);
    CHECK(guess_language("import torch\n") == Language::python);
    CHECK(guess_language("#SBATCH -N 2\nimport x\n") == Language::shell);
    CHECK(guess_language("torchrun train.py\n") == Language::shell);
    CHECK(guess_language(" \n ") == Language::unknown);
}

TEST_CASE("tests are known by their path") {
    CHECK(is_test("tests/run.py"));
    CHECK(is_test("a/tests/b/run.sh"));
    CHECK(is_test("a/test_x.py"));
    CHECK(is_test("a/x_test.py"));
    CHECK_FALSE(is_test("a/test_x.sh"));
    CHECK_FALSE(is_test("a/tests"));
    CHECK_FALSE(is_test("contest/x.py"));
    CHECK_FALSE(is_test("latest/x.py"));
}
