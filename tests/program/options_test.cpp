// Command lines that scripts read.
#include <catch2/catch.hpp>

#include "reading.hpp"

using trainlint::program::ArgumentParser;
using trainlint::tests::Program;

namespace {

std::optional<ArgumentParser> parser(std::string_view body) {
    return Program("import argparse, sys\n" + std::string(body)).module().parser;
}

std::string spelled(const ArgumentParser& parser) {
    std::string all;
    for (const auto& option : parser.options) {
        for (const auto& spelling : option.spellings) all += spelling + " ";
        if (!option.takes_value) all += "(switch) ";
        if (option.any_number) all += "(many) ";
        if (option.default_value) all += "=" + option.default_value->text + " ";
    }
    return all;
}

}  // namespace

TEST_CASE("options of argparse") {
    const auto read = parser(R"(
def main():
    parser = argparse.ArgumentParser(description="x")
    parser.add_argument("script")
    parser.add_argument("--lr", "-l", type=float, default=0.1)
    parser.add_argument("--local_rank", "--local-rank", type=int, default=-1)
    parser.add_argument("--files", nargs="*")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--amp", action=argparse.BooleanOptionalAction)
    group = parser.add_argument_group("more")
    group.add_argument("--more", default=None)
    one = group.add_mutually_exclusive_group()
    one.add_argument("-q", action="count")
    args = parser.parse_args()
)");
    REQUIRE(read);
    CHECK(!read->open);
    CHECK(read->abbreviations);
    CHECK(spelled(*read) == "script --lr -l =0.1 --local_rank --local-rank =-1 --files (many) "
                            "--verbose (switch) =False --amp --no-amp (switch) --more =None "
                            "-q (switch) ");
}

TEST_CASE("options that a function of the module adds") {
    const auto read = parser(R"(
def add(parser):
    parser.add_argument("--lr")
    return parser

def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add(parser)
    return parser.parse_args()
)");
    REQUIRE(read);
    CHECK(!read->open);
    CHECK(!read->abbreviations);
    CHECK(spelled(*read) == "--lr ");
}

TEST_CASE("parsers that may know more options") {
    const auto open = [](std::string_view body) {
        const auto read = parser("p = argparse.ArgumentParser()\np.add_argument('--a')\n" +
                                 std::string(body) + "\n");
        REQUIRE(read);
        CHECK(read->open != read->why_open.empty());
        return read->open;
    };
    CHECK(!open("args = p.parse_args()"));
    CHECK(!open("args = p.parse_args(sys.argv[1:])"));
    CHECK(!open("print(p, sys.argv)\nargs = p.parse_args()"));
    CHECK(!open("def main(argv=None):\n    return p.parse_args(argv)"));
    CHECK(open("args, rest = p.parse_known_args()"));
    CHECK(open("s = p.add_subparsers()\nargs = p.parse_args()"));
    CHECK(open("import deepspeed\np = deepspeed.add_config_arguments(p)\nargs = p.parse_args()"));
    CHECK(open("from mine import add\nadd(p)\nargs = p.parse_args()"));
    CHECK(open("from mine import Model\nModel.add_args(parser=p)\nargs = p.parse_args()"));
    CHECK(open("for n in names:\n    p.add_argument('--' + n)\nargs = p.parse_args()"));
    CHECK(open("q = argparse.ArgumentParser()\nargs = p.parse_args()"));
    CHECK(open("sys.argv.append('--b')\nargs = p.parse_args()"));
    CHECK(open("sys.argv = sys.argv[1:]\nargs = p.parse_args()"));
    CHECK(open("args = p.parse_args(['--a', '1'])"));
    CHECK(open("p.add_argument('rest', nargs=argparse.REMAINDER)\nargs = p.parse_args()"));
    CHECK(open(""));
}

TEST_CASE("parsers of other kinds") {
    const auto why = [](std::string_view source) {
        const auto read = Program(source).module().parser;
        return read && read->open ? std::string(read->why_open) : std::string("closed");
    };
    CHECK(why("import fire\nfire.Fire(main)\n") != "closed");
    CHECK(why("from transformers import HfArgumentParser\np = HfArgumentParser(A)\n") != "closed");
    CHECK(why("import hydra\n@hydra.main(config_path='c')\ndef main(cfg):\n    pass\n") != "closed");
    CHECK(why("from omegaconf import OmegaConf\nc = OmegaConf.from_cli()\n") != "closed");
    CHECK(why("from absl import flags\nflags.DEFINE_string('a', '', '')\n") != "closed");
    CHECK(why("import tyro\nargs = tyro.cli(A)\n") != "closed");
    CHECK(why("import argparse\nclass P(argparse.ArgumentParser):\n    pass\np = P()\n"
              "p.parse_args()\n") != "closed");
    CHECK(why("import argparse\np = argparse.ArgumentParser(parents=[q])\np.parse_args()\n") !=
          "closed");
    CHECK(why("import argparse\np = argparse.ArgumentParser(fromfile_prefix_chars='@')\n"
              "p.parse_args()\n") != "closed");
    CHECK(why("from mine import build\nargs = build().parse_args()\n") != "closed");
    CHECK(why("import sys\npath = sys.argv[1]\n") != "closed");
}

TEST_CASE("a module that reads no command line") {
    CHECK(!Program("import torch\nx = 1\n").module().parser);
    CHECK(!Program("import argparse\ndef add(p):\n    p.add_argument('--a')\n").module().parser);
}

TEST_CASE("options of click") {
    const auto read = Program(R"(
import click

@click.command()
@click.option("--lr", "-l", default=0.1)
@click.option("--shout/--no-shout", default=False)
@click.option("--debug", is_flag=True)
@click.argument("path")
def main(lr, shout, debug, path):
    pass
)")
                          .module()
                          .parser;
    REQUIRE(read);
    CHECK(!read->open);
    CHECK(!read->abbreviations);
    CHECK(spelled(*read) == "--lr -l =0.1 --shout --no-shout (switch) =False --debug (switch) path ");
    const auto grouped = Program("import click\n@click.group()\ndef main():\n    pass\n").module().parser;
    REQUIRE(grouped);
    CHECK(grouped->open);
}

TEST_CASE("a default of an option is a constant that weighs less") {
    const Program program(R"(
import argparse
import torch.distributed as dist

p = argparse.ArgumentParser()
p.add_argument("--backend", default="nccl")
p.add_argument("--dist-url", default="env://")
p.add_argument("--set", default="a")
args = p.parse_args()
args.set = "b"
dist.init_process_group(args.backend, args.dist_url)
dist.init_process_group(args.set)
)");
    const auto& calls = program.module().calls;
    REQUIRE(calls.size() == 2);
    REQUIRE(calls[0].arguments[0].constant);
    CHECK(calls[0].arguments[0].constant->text == "nccl");
    CHECK(calls[0].arguments[0].constant->origin == trainlint::facts::Origin::default_value);
    REQUIRE(calls[0].arguments[1].constant);
    CHECK(calls[0].arguments[1].constant->text == "env://");
    CHECK(!calls[1].arguments[0].constant);
}
