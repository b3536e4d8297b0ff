#!/usr/bin/env python3
"""Runs the hook under the real pre-commit, in a repository of its own.

usage: hook.py --binary TRAINLINT --pre-commit PRE_COMMIT

A broken launcher must be refused, pass once it is fixed, and a fault must be found whose cause lies in a file that is not
part of the commit. Exit status 0 if all of that holds.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]


class Repository:
    """A project that uses the hook, with the hook's repository as pre-commit clones it."""

    def __init__(self, folder, binary, pre_commit):
        self.folder = folder
        self.pre_commit = pre_commit
        # A name in no file, so that nothing of the user's own configuration is read.
        self.environment = {
            **os.environ,
            "PATH": f"{binary.parent}:{os.environ['PATH']}",
            "PRE_COMMIT_HOME": str(folder / "cache"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_AUTHOR_NAME": "prove",
            "GIT_AUTHOR_EMAIL": "prove@localhost",
            "GIT_COMMITTER_NAME": "prove",
            "GIT_COMMITTER_EMAIL": "prove@localhost",
        }
        self.hook = folder / "hook"
        self.project = folder / "project"
        self.hook.mkdir()
        self.project.mkdir()
        (self.hook / ".pre-commit-hooks.yaml").write_text((SOURCE / ".pre-commit-hooks.yaml").read_text())
        self.git(self.hook, "init", "-q")
        self.git(self.hook, "add", "-A")
        self.git(self.hook, "commit", "-qm", "hook")
        revision = self.git(self.hook, "rev-parse", "HEAD").stdout.strip()
        self.git(self.project, "init", "-q")
        self.write(
            ".pre-commit-config.yaml",
            f"repos:\n- repo: {self.hook}\n  rev: {revision}\n  hooks:\n  - id: trainlint\n",
        )

    def git(self, folder, *words):
        return subprocess.run(
            ["git", *words], cwd=folder, env=self.environment, check=True, capture_output=True, text=True
        )

    def write(self, name, text):
        (self.project / name).write_text(text)

    def stage(self, *names):
        self.git(self.project, "add", *names)

    def run(self):
        """The hook over what is staged: exit status and output."""
        done = subprocess.run(
            [self.pre_commit, "run"], cwd=self.project, env=self.environment, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr


def prove(repository):
    """Pairs of what has to hold, and whether it does."""
    repository.stage(".pre-commit-config.yaml")
    repository.write("run.sh", "torchrun --npoc_per_node=8 train.py\n")
    repository.stage("run.sh")
    status, output = repository.run()
    yield "a broken launcher is refused", status != 0 and "unknown-launcher-option" in output, output

    repository.write("run.sh", "torchrun --nproc_per_node=8 train.py\n")
    repository.stage("run.sh")
    status, output = repository.run()
    yield "it passes once it is mended", status == 0, output
    repository.git(repository.project, "commit", "-qm", "first", "--no-verify")

    # The script's parser was committed before; the launch that it refuses is new.
    repository.write(
        "train.py",
        "import argparse\nimport torch.distributed as dist\n\n"
        "parser = argparse.ArgumentParser()\nparser.add_argument('--lr')\nargs = parser.parse_args()\n",
    )
    repository.stage("train.py")
    repository.git(repository.project, "commit", "-qm", "second", "--no-verify")
    repository.write("run.sh", "torchrun --nproc_per_node=8 train.py --lr 1 --epochs 3\n")
    repository.stage("run.sh")
    status, output = repository.run()
    yield (
        "a fault is found whose cause lies in a file that is not staged",
        status != 0 and "option-the-script-refuses" in output and "train.py" in output,
        output,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--pre-commit", default="pre-commit")
    arguments = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(pathlib.Path(folder), arguments.binary.resolve(), arguments.pre_commit)
        for what, holds, output in prove(repository):
            print(("holds: " if holds else "FAILS: ") + what)
            if not holds:
                print(output)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
