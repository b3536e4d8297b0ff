#include <catch2/catch.hpp>

#include "engine/requirements.hpp"

using namespace trainlint;
using namespace trainlint::engine;

namespace {

/// What a file states of a package: "holds" of a version, and the text of its place.
struct Stated {
    bool any = false;
    VersionSet versions;
    std::string text;
};

Stated stated(const char* name, std::string_view text, std::string_view package) {
    Stated out;
    for (const auto& one : read_requirements(name, text))
        if (one.package == package) {
            out.any = true;
            out.versions = out.versions.unite(one.versions);
            out.text = text.substr(one.at.begin, one.at.size());
        }
    return out;
}

bool allows(const Stated& stated, const char* version) {
    return stated.versions.contains(*parse_version(version));
}

}  // namespace

TEST_CASE("requirements.txt") {
    const std::string_view text =
        "# torch==1.0\n"
        "--index-url https://example.org/simple\n"
        "Torch[extra] >= 2.1, <2.3 ; python_version > '3.8'  # why\r\n"
        "numpy\n"
        "jax @ https://example.org/jax.whl\n"
        "tensorflow-gpu==2.10.0 \\\n"
        "    --hash=sha256:abc\n"
        "deepspeed (>=0.9)\n";
    const auto torch = stated("requirements.txt", text, "torch");
    CHECK(torch.any);
    CHECK(allows(torch, "2.2"));
    CHECK_FALSE(allows(torch, "2.3"));
    CHECK(torch.text == "Torch[extra] >= 2.1, <2.3");
    CHECK_FALSE(stated("requirements.txt", text, "numpy").any);
    CHECK(stated("requirements.txt", text, "jax").versions.empty());
    CHECK(allows(stated("requirements.txt", text, "tensorflow"), "2.10"));
    CHECK(allows(stated("requirements.txt", text, "deepspeed"), "0.10"));
}

TEST_CASE("pyproject.toml, by the standard and by poetry") {
    const std::string_view text =
        "[project]\n"
        "dependencies = [\"torch>=2.1,<2.3\", \"numpy\"]\n"
        "[project.optional-dependencies]\n"
        "gpu = ['jax[cuda12]==0.4.13']\n"
        "[dependency-groups]\n"
        "dev = [\"deepspeed~=0.9\", {include-group = \"x\"}]\n"
        "[tool.poetry.dependencies]\n"
        "pytorch-lightning = \"^1.9\"\n"
        "paddlepaddle-gpu = {version = \"~2.5\", optional = true}\n"
        "accelerate = {git = \"https://example.org\"}\n";
    const auto torch = stated("pyproject.toml", text, "torch");
    CHECK(allows(torch, "2.2"));
    CHECK(torch.text == "\"torch>=2.1,<2.3\"");
    CHECK(allows(stated("pyproject.toml", text, "jax"), "0.4.13"));
    CHECK(allows(stated("pyproject.toml", text, "deepspeed"), "0.14"));
    CHECK(allows(stated("pyproject.toml", text, "lightning"), "1.9.5"));
    CHECK_FALSE(allows(stated("pyproject.toml", text, "lightning"), "2.0"));
    CHECK(allows(stated("pyproject.toml", text, "paddle"), "2.5.2"));
    CHECK_FALSE(stated("pyproject.toml", text, "accelerate").any);
    CHECK(read_requirements("pyproject.toml", "[project\nbroken").empty());
}

TEST_CASE("setup.cfg and setup.py") {
    const std::string_view cfg =
        "[metadata]\nname = x\n[options]\npython_requires = >=3.8\ninstall_requires =\n"
        "    torch>=1.8\n    numpy\n[options.extras_require]\ndev =\n    jax==0.4.1\n"
        "[flake8]\nignore =\n    tensorflow==1\n";
    CHECK(allows(stated("setup.cfg", cfg, "torch"), "1.9"));
    CHECK(allows(stated("setup.cfg", cfg, "jax"), "0.4.1"));
    CHECK_FALSE(stated("setup.cfg", cfg, "tensorflow").any);
    const std::string_view py =
        "from setuptools import setup\n"
        "setup(\n    name='x',  # torch==0.1\n"
        "    install_requires=[\n        'torch>=1.8',  # 'torch==9'\n        \"jax<0.4\"],\n"
        "    extras_require={'dev': ['deepspeed==0.9']},\n)\n";
    const auto torch = stated("setup.py", py, "torch");
    CHECK(torch.text == "torch>=1.8");
    CHECK(allows(stated("setup.py", py, "jax"), "0.3"));
    CHECK(allows(stated("setup.py", py, "deepspeed"), "0.9"));
    CHECK(stated("setup.py", "extra = ['pytorch_lightning>=1.3,<1.5'] + more\n", "lightning").text ==
          "pytorch_lightning>=1.3,<1.5");
    CHECK_FALSE(stated("setup.py", "x = 'see: torch == 2'\n", "torch").any);
    CHECK(read_requirements("setup.py", "install_requires=['torch>=1").empty());
    CHECK(read_requirements("setup.py", "install_requires=").empty());
}

TEST_CASE("environment.yml") {
    const std::string_view text =
        "name: x\nchannels:\n  - pytorch=9\ndependencies:\n  - python=3.10\n"
        "  - pytorch::pytorch=2.1=py3.10_cuda11.8\n  - cudatoolkit=11\n  - pip\n  - pip:\n"
        "    - jax==0.4.13\n    - \"deepspeed>=0.9\"\n  - tensorflow=2.10\nprefix: /opt\n";
    const auto torch = stated("environment.yml", text, "torch");
    CHECK(allows(torch, "2.1.2"));
    CHECK_FALSE(allows(torch, "2.2"));
    CHECK(torch.text == "pytorch=2.1");
    CHECK(allows(stated("environment.yml", text, "jax"), "0.4.13"));
    CHECK(allows(stated("environment.yml", text, "deepspeed"), "0.10"));
    CHECK(allows(stated("environment.yml", text, "tensorflow"), "2.10.1"));
}

TEST_CASE("the nearest folder that states a package counts") {
    const auto text = [](const char* what) { return std::make_shared<const std::string>(what); };
    const Requirements all({{"p/requirements.txt", text("torch==2.0\njax==0.4.1")},
                            {"p/a/requirements.txt", text("torch==1.13\n")},
                            {"p/a/requirements-dev.txt", text("torch==2.4\n")},
                            {"p/b/setup.py", text("nothing")}});
    const auto of = [&](const char* path, const char* package) {
        std::string found;
        for (const auto& one : all.of(path, package)) found += one.file->path + " ";
        return found;
    };
    CHECK(of("p/train.py", "torch") == "p/requirements.txt ");
    CHECK(of("p/a/deep/train.py", "torch") == "p/a/requirements-dev.txt p/a/requirements.txt ");
    CHECK(of("p/a/train.py", "jax") == "p/requirements.txt ");
    CHECK(of("p/b/train.py", "torch") == "p/requirements.txt ");
    CHECK(of("p/train.py", "paddle") == "");
}

TEST_CASE("where nothing beside or above states a package, what lies below does") {
    const auto text = [](const char* what) { return std::make_shared<const std::string>(what); };
    const Requirements all({{"p/fsdp/Dockerfile", text("FROM ubuntu:22.04")},
                            {"p/fsdp/src/requirements.txt", text("torch==2.7.1\n")},
                            {"p/other/requirements.txt", text("torch==1.13\n")},
                            {"p/new/Dockerfile", text("FROM nvcr.io/nvidia/pytorch:24.01")},
                            {"p/docs/requirements.txt", text("torch==1.0\n")}});
    const auto of = [&](const char* path) {
        std::string found;
        for (const auto& one : all.of(path, "torch")) found += one.file->path + " ";
        return found;
    };
    CHECK(of("p/fsdp/kubernetes/job.yaml") == "p/fsdp/src/requirements.txt ");
    CHECK(of("p/run.sh") == "p/fsdp/src/requirements.txt p/other/requirements.txt ");
    CHECK(of("p/other/train.py") == "p/other/requirements.txt ");
}

TEST_CASE("an address pins to what nobody knows") {
    for (const char* line :
         {"deepspeed @ git+https://example.org/fork.git@abc", "deepspeed@git+ssh://x/y.git",
          "git+https://example.org/DeepSpeed.git@main", "-e git+https://example.org/a#egg=deepspeed",
          "https://example.org/deepspeed-0.9-py3-none-any.whl"}) {
        CAPTURE(line);
        const auto found = stated("requirements.txt", line, "deepspeed");
        CHECK(found.any);
        CHECK(found.versions.empty());
    }
}

TEST_CASE("Dockerfile: images bring versions") {
    const std::string_view text =
        "# FROM pytorch/pytorch:1.0\n"
        "ARG BASE=tensorflow/tensorflow:2.4.1-gpu\n"
        "FROM pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime AS base\r\n"
        "RUN echo paddlepaddle/paddle:2.4.2\n";
    const auto torch = stated("Dockerfile", text, "torch");
    CHECK(allows(torch, "2.1.0"));
    CHECK_FALSE(allows(torch, "2.2.0"));
    CHECK_FALSE(allows(torch, "1.0"));
    CHECK(torch.text == "pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime AS base");
    CHECK(allows(stated("gpu.dockerfile", text, "tensorflow"), "2.4.1"));
    CHECK_FALSE(stated("Dockerfile", text, "paddle").any);
}

TEST_CASE("Dockerfile: a tag that names no version states one that nobody knows") {
    const auto unknown = stated("Dockerfile", "FROM nvcr.io/nvidia/pytorch:21.11-py3\n", "torch");
    CHECK(unknown.any);
    CHECK(unknown.versions.empty());
    CHECK_FALSE(stated("Dockerfile", "FROM pytorch/pytorch:latest\n", "torch").any);
    CHECK(stated("Dockerfile", "FROM pytorch/pytorch:$TAG\n", "torch").versions.empty());
    for (const char* image : {"nvcr.io/nvidia/nemo:24.12", "nvcr.io/nvidia/paddlepaddle:23.06-py3",
                              "nvcr.io/nvidia/merlin/merlin-tensorflow:22.03"})
        for (const char* package : {"torch", "tensorflow", "paddle"}) {
            const auto found = stated("Dockerfile", "FROM " + std::string(image), package);
            CHECK(found.any);
            CHECK(found.versions.empty());
        }
    CHECK(stated("Dockerfile", "FROM x/rocm6.3-patch:1\n", "nccl").any);
    CHECK_FALSE(stated("Dockerfile", "FROM nvcr.io/nvidia/cuda:12.4.1-devel\n", "torch").any);
    CHECK(allows(stated("Dockerfile", "FROM 7631.dkr.ecr.x/pytorch-training:2.3.0-gpu\n", "torch"),
                 "2.3.0"));
    CHECK(allows(stated("Dockerfile", "FROM rocm/pytorch:rocm6.1_py3.10_pytorch_2.1.2\n", "torch"),
                 "2.1.2"));
}

TEST_CASE("a package stated hundreds of times in one file is not understood") {
    std::string text = "jax==0.4\n";
    for (int i = 0; i < 1'000; ++i) text += "torch==1." + std::to_string(i) + "\n";
    const Requirements requirements(
        {{"p/requirements.txt", std::make_shared<const std::string>(text)}});
    const auto torch = requirements.of("p/train.py", "torch");
    REQUIRE(torch.size() == 1);
    CHECK(torch[0].requirement->versions.empty());
    CHECK(!requirements.of("p/train.py", "jax").at(0).requirement->versions.empty());
}
