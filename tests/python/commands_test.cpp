// Commands, shell text and environment variables that Python starts and touches.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "facts/weight.hpp"
#include "frontends/python/state.hpp"

using namespace trainlint;
using Texts = std::vector<std::string>;
using Action = facts::VariableUse::Action;

namespace {

struct Read {
    Names names;
    frontends::Stated stated;
    std::string text;

    explicit Read(std::string source) : text(std::move(source)) {
        frontends::Demand demand;
        python::state(text::Fragment::of_document({}, text::Language::python, text), demand, names,
                      stated);
    }

    /// Words with a blank between; `?` for what nobody knows.
    [[nodiscard]] Texts commands() const {
        Texts found;
        for (const auto& command : stated.commands) {
            std::string line = command.maybe ? "maybe" : "";
            for (const auto& word : command.words)
                line += (line.empty() ? "" : " ") + shown(word.text);
            found.push_back(line);
        }
        return found;
    }
    [[nodiscard]] Texts shells() const {
        Texts found;
        for (const auto& derived : stated.derived)
            found.push_back(shown(std::string(derived.fragment->text())));
        return found;
    }
    [[nodiscard]] Texts variables() const {
        Texts found;
        for (const auto& use : stated.variables) {
            static constexpr const char* actions[] = {"set", "read", "remove", "forward"};
            auto line = std::string(actions[static_cast<int>(use.action)]) + " " +
                        std::string(names.text(use.name));
            if (use.value) line += "=" + shown(use.value->text);
            found.push_back(line + (use.maybe ? "?" : ""));
        }
        return found;
    }
    [[nodiscard]] std::string at(text::Span span) const {
        return text.substr(span.begin, span.size());
    }

private:
    static std::string shown(std::string text) {
        for (std::size_t at; (at = text.find(text::hole_text)) != std::string::npos;)
            text.replace(at, text::hole_text.size(), "?");
        return text;
    }
};

}  // namespace

TEST_CASE("a list handed to subprocess is a command") {
    const Read read(
        "import subprocess\n"
        "subprocess.run(['torchrun', \"--nproc_per_node\", f'{n}', '--x=' + str(4), script])\n");
    CHECK(read.commands() == Texts{"torchrun --nproc_per_node ? --x=4 ?"});
    const auto& command = read.stated.commands[0];
    CHECK(command.form == facts::Command::Form::list);
    CHECK(command.stage == facts::Stage::process);
    CHECK(command.fragment == read.stated.fragment);
    CHECK(read.at(command.words[1].span) == "\"--nproc_per_node\"");
    CHECK(read.at(command.words[1].parts[0].source) == "--nproc_per_node");
    CHECK(read.at(command.words[4].span) == "script");
    CHECK_FALSE(command.words[4].known());
    CHECK(read.at(command.span).starts_with("['torchrun'"));
}

TEST_CASE("all the ways to start a list") {
    const Read read(
        "import subprocess as sp, os, asyncio, sys\n"
        "from subprocess import check_call, Popen as Start\n"
        "from os import execvp as run_it\n"
        "sp.call(args=['a', '1'])\n"
        "check_call(('b', '2'))\n"
        "Start(['c'], env=None)\n"
        "run_it('d', ['d', '3'])\n"
        "os.spawnvp(os.P_WAIT, 'e', ['e', '4'])\n"
        "async def f():\n    await asyncio.create_subprocess_exec('f', '5', *more)\n"
        "sp.check_output([sys.executable, '-m', 'torch.distributed.launch'])\n");
    CHECK(read.commands() ==
          Texts{"a 1", "b 2", "c", "d 3", "e 4", "f 5 ?", "python -m torch.distributed.launch"});
    CHECK(read.stated.commands[6].words[0].parts[0].origin == facts::Origin::computed);
    CHECK(read.stated.commands[6].words[0].parts[0].fragment == nullptr);
    CHECK(read.at(read.stated.commands[6].words[0].span) == "sys.executable");
}

TEST_CASE("names are resolved by the document's own imports") {
    CHECK(Read("subprocess.run(['a', 'b'])\n").commands().empty());
    CHECK(Read("from mine import subprocess\nsubprocess.run(['a', 'b'])\n").commands().empty());
    CHECK(Read("from .subprocess import run\nrun(['a', 'b'])\n").commands().empty());
    CHECK(
        Read("from subprocess import run\ndef f(run):\n    run(['a', 'b'])\n").commands().empty());
    CHECK(Read("def f():\n    import subprocess\n    subprocess.run(['a', 'b'])\n").commands() ==
          Texts{"a b"});
}

TEST_CASE("a list in a variable is followed through straight lines") {
    const Read read(
        "import subprocess\n"
        "def main(args):\n"
        "    cmd = ['torchrun', '--nnodes', '2']\n"
        "    cmd.append('train.py')\n"
        "    cmd += ['--lr', str(args.lr)]\n"
        "    cmd.extend(['--x'])\n"
        "    with open('log') as f:\n"
        "        subprocess.run(cmd + ['--last'], stdout=f)\n");
    CHECK(read.commands() == Texts{"torchrun --nnodes 2 train.py --lr ? --x --last"});
    CHECK(read.at(read.stated.commands[0].words[3].span) == "'train.py'");
}

TEST_CASE("a list that something is compared with starts nothing") {
    const auto none = [](std::string_view text) { return Read(std::string(text)).commands().empty(); };
    CHECK(none("assert command == ['torchrun', 'train.py']\n"));
    CHECK(none("def test(self):\n    self.assertEqual(made, ['torchrun', 'train.py'])\n"));
    CHECK(none("def test(m):\n    m.assert_called_with(['torchrun', 'train.py'], check=True)\n"));
    CHECK(Read("import subprocess\nassert subprocess.call(['torchrun', 'train.py']) == 0\n")
              .commands() == Texts{"torchrun train.py"});
}

TEST_CASE("what a branch or loop adds is not known") {
    CHECK(Read("import subprocess\ncmd = ['torchrun']\nif a:\n    cmd += ['--x']\n"
               "cmd.append('t.py')\nsubprocess.run(cmd)\n")
              .commands() == Texts{"torchrun ? t.py"});
    CHECK(Read("import subprocess\ncmd = ['torchrun', 't.py']\nfor a in b:\n    cmd.append(a)\n"
               "subprocess.run(cmd)\n")
              .commands() == Texts{"torchrun t.py ?"});
    CHECK(Read("import subprocess\ncmd = ['torchrun', 'a.py']\nfor a in b:\n"
               "    subprocess.run(cmd)\n    cmd.append(a)\n")
              .commands() == Texts{"maybe torchrun a.py ?"});
    CHECK(Read("import subprocess\nif a:\n    cmd = ['x', 'a.py']\nelse:\n    cmd = ['y', 'b.py']\n"
               "subprocess.run(cmd)\n")
              .commands()
              .empty());
    CHECK(Read("import subprocess\ncmd = ['x', 'a.py']\nif a:\n    raise E\n"
               "subprocess.run(cmd)\n")
              .commands() == Texts{"x a.py"});
    CHECK(Read("import subprocess\ncmd = ['x', 'a.py']\ncmd.insert(0, y)\nsubprocess.run(cmd)\n")
              .commands()
              .empty());
    CHECK(Read("import subprocess\nif a:\n    subprocess.run(['x', 'a.py'])\n").commands() ==
          Texts{"maybe x a.py"});
}

TEST_CASE("the top level is seen from functions") {
    CHECK(Read("import subprocess\nBASE = ['torchrun', '--nnodes=2']\nNAME = 'train.py'\n"
               "def f():\n    subprocess.run(BASE + [NAME])\n")
              .commands() == Texts{"torchrun --nnodes=2 train.py"});
    CHECK(Read("import subprocess\nNAME = 'a'\nNAME = 'b'\ndef f():\n"
               "    subprocess.run(['x', NAME])\n")
              .commands() == Texts{"x ?"});
    CHECK(Read("import subprocess\nNAME = 'a'\ndef f(NAME):\n    subprocess.run(['x', NAME])\n")
              .commands() == Texts{"x ?"});
    const Read read("import subprocess\nNAME = 'a.py'\nsubprocess.run(['x', NAME])\n");
    const auto& word = read.stated.commands[0].words[1];
    CHECK(word.parts[0].origin == facts::Origin::assigned);
    CHECK(read.at(word.parts[0].source) == "a.py");
    CHECK(read.at(word.span) == "NAME");
}

TEST_CASE("lists that look like commands are stated once") {
    CHECK(Read("cmd = ['torchrun', '--nnodes', '2']\ncmd += ['train.py']\nlaunch(cmd)\n")
              .commands() == Texts{"torchrun --nnodes 2 train.py"});
    CHECK(Read("launch(['/usr/bin/python3.10', '-u', x])\n").commands() ==
          Texts{"/usr/bin/python3.10 -u ?"});
    CHECK(Read("import subprocess\ncmd = ['torchrun', 'a.py']\nprint(' '.join(cmd))\n"
               "subprocess.run(cmd)\n")
              .commands() == Texts{"torchrun a.py"});
    CHECK(Read("import sys\ncmd = [sys.executable, '-m', 'accelerate.commands.launch']\n")
              .commands() == Texts{"python -m accelerate.commands.launch"});
    CHECK(Read("p.add_argument('--launcher', choices=['torchrun', 'deepspeed'])\n")
              .commands()
              .empty());
    CHECK(Read("x = ['bash', 'python']\ny = ['a', '--b']\n").commands().empty());
}

TEST_CASE("text for a shell is a fragment") {
    const Read read(
        "import os, subprocess\n"
        "os.system('torchrun \\\"a\\\" ' f'--n {n:d} {NAME}')\n"
        "NAME = 'x'\n"
        "subprocess.run('ls | wc', shell=True)\n"
        "subprocess.run('no shell')\n"
        "os.popen(r'a\\b')\n"
        "subprocess.getoutput('''x\ny''')\n"
        "os.system('torchrun {} --lr={lr:.2f} {{z}}'.format(a, lr=b))\n"
        "os.system('torchrun %s --n %d%%' % (a, b))\n"
        "os.system('cd ' + folder + ' && ls')\n"
        "os.system(' '.join(['torchrun', '--n', str(2), s]))\n"
        "import shlex\nsubprocess.run(shlex.split('srun python t.py'))\n");
    CHECK(read.shells() == Texts{"torchrun \"a\" --n ? ?", "ls | wc", "a\\b", "x\ny",
                                 "torchrun ? --lr=? {z}", "torchrun ? --n ?%", "cd ? && ls",
                                 "torchrun --n 2 ?", "srun python t.py"});
    CHECK(read.commands().empty());
    const auto& first = *read.stated.derived[0].fragment;
    CHECK(first.language() == text::Language::shell);
    CHECK(read.stated.derived[0].stage == facts::Stage::process);
    const auto quote = static_cast<std::uint32_t>(first.text().find('"'));
    CHECK(read.at(first.place({quote, quote + 1}).span) == "\\\"");
    CHECK(read.at(first.place({0, 8}).span) == "torchrun");
    REQUIRE(first.holes().size() == 2);
    CHECK(read.names.text(first.holes()[1]) == "NAME");
}

TEST_CASE("an edit of shell text is spelt as Python") {
    const Read read("import os\nos.system('torchrun a')\n");
    const auto edit = read.stated.derived[0].fragment->rewrite({9, 10}, "it's");
    REQUIRE(std::holds_alternative<text::Edit>(edit));
    CHECK(std::get<text::Edit>(edit).text == "it\\'s");
}

TEST_CASE("text that is cut at blanks is a list") {
    const Read read(
        "import subprocess\ncmd = f'torchrun --n={n} t.py'\n"
        "subprocess.run(cmd.split())\n");
    CHECK(read.commands() == Texts{"torchrun --n=? t.py"});
    CHECK(read.at(read.stated.commands[0].words[2].span) == "t.py");
}

TEST_CASE("variables of the environment") {
    const Read read(
        "import os\nfrom os import environ as e, getenv\nK = 'NCCL_DEBUG'\n"
        "os.environ['A'] = 'x'\n"
        "e['B'] = str(1)\n"
        "os.environ.setdefault('C', f'{x}')\n"
        "os.environ.update({'D': '1', 'E': y}, F='2')\n"
        "os.putenv('G', '3')\n"
        "del os.environ['H']\n"
        "os.environ.pop('I', None)\n"
        "os.unsetenv('J')\n"
        "print(os.environ['L'], os.environ.get('M', '0'), os.getenv('N'), getenv('O'))\n"
        "if 'P' in os.environ and 'Q' not in e: pass\n"
        "os.environ[K] = 'INFO'\n"
        "os.environ['R'] += ':x'\n"
        "os.environ |= {'S': '1'}\n"
        "os.environ[unknown] = '1'\n");
    CHECK(read.variables() == Texts{"set A=x",
                                    "set B=1",
                                    "set C=??",
                                    "set D=1",
                                    "set E=?",
                                    "set F=2",
                                    "set G=3",
                                    "remove H",
                                    "remove I",
                                    "remove J",
                                    "read L",
                                    "read M",
                                    "read N",
                                    "read O",
                                    "read P",
                                    "read Q",
                                    "set NCCL_DEBUG=INFO",
                                    "read R",
                                    "set R",
                                    "set S=1"});
    const auto& first = read.stated.variables[0];
    CHECK(read.at(first.name_span) == "A");
    CHECK(read.at(first.name_at.span) == "A");
    CHECK(first.stage == facts::Stage::process);
    CHECK(read.at(first.at.span) == "os.environ['A'] = 'x'");
    CHECK(read.at(read.stated.variables[16].name_span) == "NCCL_DEBUG");
    CHECK(read.stated.variables[16].name_span.begin == read.text.find("NCCL_DEBUG"));
}

TEST_CASE("an environment that is passed on") {
    const Read read(
        "import os, subprocess\n"
        "env = os.environ.copy()\n"
        "env['A'] = '1'\n"
        "env.update(B='2')\n"
        "subprocess.run(['x', 'y'], env=env, cwd='sub')\n"
        "plain = {'C': '3'}\n"
        "subprocess.run(['x', 'z'], env=plain)\n"
        "subprocess.run(['x', 'w'], env={**os.environ, 'D': '4'})\n"
        "subprocess.run(['x', 'v'], env=dict(os.environ, E='5'))\n"
        "config = {'F': '6'}\n"
        "config['G'] = '7'\n");
    CHECK(read.variables() == Texts{"set A=1", "set B=2", "set C=3", "set D=4", "set E=5"});
    REQUIRE(read.stated.commands.size() == 4);
    const auto& environment = read.stated.commands[0].environment;
    REQUIRE(environment.size() == 2);
    CHECK(read.names.text(environment[1].name) == "B");
    CHECK(read.stated.commands[0].folder == "sub");
    CHECK(read.stated.commands[1].environment[0].value.text == "3");
}

TEST_CASE("a list may be replaced in place") {
    const Read read(
        "import subprocess\n"
        "subprocess.run(['python', '-m', 'torch.distributed.launch', 'x.py'])\n");
    REQUIRE(read.stated.commands.size() == 1);
    const std::vector<std::string> words{"torchrun"};
    const auto edits = facts::replace_words(read.stated.commands[0], 0, 3, words);
    REQUIRE(std::holds_alternative<std::vector<text::Edit>>(edits));
}

TEST_CASE("hostile programs cost little") {
    const auto repeat = [](std::string_view text, std::size_t times) {
        std::string out;
        for (std::size_t i = 0; i < times; ++i) out += text;
        return out;
    };
    const std::string head = "import os, subprocess\ncmd = ['torchrun', 'a.py']\n";
    CHECK(Read(head + repeat("cmd.append('x')\n", 3000) + "subprocess.run(cmd)\n")
              .commands()
              .size() <= 1);
    CHECK(Read(head + "subprocess.run([" + repeat("'x', ", 30'000) + "])\n").commands().size() <=
          1);
    CHECK(Read(head + "subprocess.run(cmd" + repeat(" + cmd", 900) + ")\n").commands().size() <= 1);
    (void)Read(head + "x = 'a'\n" + repeat("x = x + x\n", 60) + "os.system(x)\n");
    (void)Read(head + "x = f'{x}{x}'\n" + repeat("x = f'{x}{x}'\n", 60) + "os.system(x)\n");
    (void)Read(head + "x = ''\n" + repeat("x = x.format(x).join([x, x])\n", 60) + "os.system(x)\n");
    (void)Read(head + "x = {}\n" + repeat("x = {**x, **x, 'A': '1'}\n", 60));
    std::string nested = head;
    for (std::size_t i = 0; i < 90; ++i)
        nested +=
            std::string(i, ' ') + "for x in y:\n" + std::string(i + 1, ' ') + "cmd.append(x)\n";
    (void)Read(nested);
    (void)Read(head + "os.system(" + repeat("f'{", 100) + "x" + repeat("}'", 100) + ")\n");
    (void)Read(head + "os.environ[" + repeat("os.environ[", 200) + "'A'" + repeat("]", 201) + "\n");
}

TEST_CASE("lists and texts that grow or are used again and again take a bounded memory") {
    std::string long_list = "x = ['torchrun', ", long_text = "x = 'torchrun ";
    std::string sums = "x = ['torchrun']\n", appended = sums, starts, shells, dictionary = "e = {}\n";
    for (int i = 0; i < 900; ++i) {
        long_list += "'a', ";
        long_text += "a ";
    }
    for (int i = 0; i < 5'000; ++i) {
        sums += "x = x + ['a']\n";
        appended += "x.append('a')\nsubprocess.run(x)\n";
        starts += "subprocess.run(x)\n";
        shells += "os.system(f'{x} b')\n";
        dictionary += "e['A" + std::to_string(i % 90) + "'] = '1'\nsubprocess.run(['a'], env=e)\n";
    }
    const std::string head = "import os, subprocess\n";
    for (const auto& text : {sums + starts, appended, long_list + "]\n" + starts,
                             long_text + "'\n" + shells, dictionary}) {
        const Read read(head + text);
        std::size_t bytes = 0;
        for (const auto& command : read.stated.commands)
            bytes += facts::weight(command.words) + facts::weight(command.environment);
        for (const auto& derived : read.stated.derived)
            bytes += derived.fragment->text().size() + facts::weight(derived.environment);
        CHECK(bytes < std::size_t{128} << 20);
    }
}
