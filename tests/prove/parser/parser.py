#!/usr/bin/env python3
"""Compares trainlint's reading of Python with CPython's own: node for node, place for place.

usage: parser.py --binary PATH [--python PYTHON | --pyodide [FOLDER]] [--mutate N] [--damage] FOLDER_OR_FILE...

The other side is the Python that runs this script, another one (--python), or CPython in WebAssembly from the npm package
pyodide (--pyodide: its folder of node_modules; without one it is installed into build/pyodide, never run as a package
script). Before 3.12 CPython gives no true places inside f-strings; there only their structure is compared. --mutate takes N
short pieces of the files instead and changes a token or two in each: both sides must then agree on what is Python at all.
--damage also breaks copies of the files and measures what survives.

Status 1 if a file differs, or if one that CPython reads has an error for us.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tokenize
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
ESCAPED_NAME = re.compile(r"\\x00\\\\N\{([^}]*)\}")


class Reader:
    """A program that answers texts with dumps."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def line(self):
        line = self.process.stdout.readline().decode("utf-8", "replace").rstrip("\n")
        if not line:
            sys.exit(f"parser.py: {self.process.args[0]} ended")
        return line

    def send(self, text):
        self.process.stdin.write(b"%d\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        errors, size, *what = self.line().split(" ", 2)
        dump = self.process.stdout.read(int(size)).decode("utf-8", "replace")
        return int(errors), dump, what[0] if what else ""


def install_pyodide():
    folder = HERE.parents[2] / "build" / "pyodide"
    if not (folder / "node_modules" / "pyodide").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}\n')
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "pyodide@314"],
                       cwd=folder, check=True)
    return folder


def other_side(args):
    if args.pyodide is None:
        return Reader([args.python, "-W", "ignore", str(HERE / "cpython_dump.py")])
    folder = args.pyodide or install_pyodide()
    return Reader(["node", "--stack-size=60000", str(HERE / "pyodide_dump.mjs"), str(folder)])


def text_of(path):
    """UTF-8, whatever the file's encoding; None if CPython could not decode it."""
    data = path.read_bytes()
    try:
        encoding = tokenize.detect_encoding(iter(data.splitlines(True)).__next__)[0]
        if encoding == "utf-8-sig":
            data[3:].decode("utf-8")
            return data
        return data.decode(encoding).encode("utf-8")
    except (SyntaxError, UnicodeError, LookupError):
        return None


def expanded(dump):
    """Our dump with named characters looked up and names normalized, as CPython has them."""
    def character(match):
        try:
            value = unicodedata.lookup(match.group(1))
        except KeyError:
            return match.group(0)
        return "".join(f"\\x{byte:02x}" if byte > 126 else chr(byte) for byte in value.encode())
    if "\\x00\\\\N{" in dump:
        dump = ESCAPED_NAME.sub(character, dump)
    return dump if dump.isascii() else unicodedata.normalize("NFKC", dump)


def first_difference(ours, theirs):
    for number, (a, b) in enumerate(zip(ours.splitlines(), theirs.splitlines())):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            left = max(0, at - 60)
            return f"statement {number + 1}:\n    ours   ...{a[left:at + 100]}\n    theirs ...{b[left:at + 100]}"
    return f"{len(ours.splitlines())} statements, theirs {len(theirs.splitlines())}"


def files_of(paths):
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*.py") if p.is_file())
        else:
            yield path


TOKEN = re.compile(r"\s+|\w+|[rbfRBF]*\"[^\"\n]*\"|'[^'\n]*'|\*\*=?|//=?|[-+*/%@&|^<>=!:]=|->|\.\.\.|.", re.S)
VOCABULARY = """a _ 1 1.5 2j 'x' b'x' f'{a}' f'{a!r:{b}}' t'{a}' ( ) [ ] { } , : ; . ... -> @ = := == != < <= + - * ** / // % & | ^ ~
+= **= None True and as assert async await break class continue def del elif else except finally for from global if import in is
lambda nonlocal not or pass raise return try while with yield match case type print *a **a a=1 (a,b) a[1:2] a.b""".split()


def pieces(paths, count, random):
    """Single lines with a token or two deleted, put in, replaced or swapped."""
    files = list(files_of(paths))
    while count:
        text = text_of(random.choice(files)) or b""
        lines = text.decode().splitlines(True)
        lines = [line.strip() for line in lines if line.strip() and line.strip()[0] not in "#\"')]}"]
        if not lines:
            continue
        line = random.choice(lines)
        if line.startswith(("elif ", "else:")):
            line = "if a: b\n" + line
        if line.startswith(("except", "finally:")):
            line = "try: a\n" + line
        tokens = TOKEN.findall(line + (" pass\n" if line.endswith(":") else "\n"))
        for _ in range(random.randint(1, 2)):
            at = random.randrange(len(tokens))
            kind = random.randrange(4)
            if kind == 0:
                del tokens[at]
            elif kind == 1:
                tokens.insert(at, " " + random.choice(VOCABULARY) + " ")
            elif kind == 2:
                tokens[at] = random.choice(VOCABULARY)
            else:
                other = random.randrange(len(tokens))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            if not tokens:
                break
        count -= 1
        yield "".join(tokens).encode("utf-8", "replace")


class Tally:
    def __init__(self, show):
        self.show = show
        self.counts = dict.fromkeys(["equal", "different", "both refuse", "only CPython refuses", "only we refuse",
                                     "not decodable"], 0)

    def add(self, kind, path="", detail=""):
        self.counts[kind] += 1
        if detail and self.counts[kind] <= self.show:
            print(f"{kind}: {path}: {detail}", flush=True)

    def print(self, version):
        print(f"CPython {version}: " + ", ".join(f"{count} {kind}" for kind, count in self.counts.items()))


def compare(path, ours, theirs, tally):
    our_errors, our_dump, message = ours
    their_errors, their_dump, _ = theirs
    if their_errors:
        if our_errors:
            tally.add("both refuse")
        else:
            tally.add("only CPython refuses", path, their_dump)
    elif our_errors:
        tally.add("only we refuse", path, f"{our_errors} errors, first at {message}")
    elif expanded(our_dump) == their_dump:
        tally.add("equal")
    else:
        tally.add("different", path, first_difference(expanded(our_dump), their_dump))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--binary", required=True)
    args.add_argument("--python", default=sys.executable)
    args.add_argument("--pyodide", nargs="?", const="", metavar="FOLDER")
    args.add_argument("--mutate", type=int, metavar="N")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--damage", action="store_true")
    args.add_argument("--show", type=int, default=40, help="how many of each kind are shown")
    args.add_argument("paths", nargs="+", type=pathlib.Path)
    args = args.parse_args()
    oracle = other_side(args)
    version = oracle.line()
    before = tuple(map(int, version.split("."))) < (3, 12)
    reader = Reader([args.binary, "dump"] + (["--before-3.12"] if before else []))
    tally = Tally(args.show)
    if args.mutate:
        for text in pieces(args.paths, args.mutate, random.Random(args.seed)):
            oracle.send(text)
            reader.send(text)
            compare(repr(text.decode()), reader.receive(), oracle.receive(), tally)
        tally.print(version)
        sys.exit(1 if tally.counts["different"] or tally.counts["only we refuse"] else 0)
    for path in files_of(args.paths):
        text = text_of(path)
        if text is None:
            tally.add("not decodable")
            continue
        oracle.send(text)
        reader.send(text)
        compare(path, reader.receive(), oracle.receive(), tally)
    tally.print(version)
    if args.damage:
        for folder in args.paths:
            subprocess.run([args.binary, "damage", str(folder)], check=True)
    sys.exit(1 if tally.counts["different"] or tally.counts["only we refuse"] else 0)


if __name__ == "__main__":
    main()
