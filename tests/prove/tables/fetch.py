"""Fetch releases through pip's own client and unpack what is read of them; nothing is run.

Started by tables.py with the interpreter of a virtual environment whose pip is pinned: `pip
download` itself would run the setup script of a source package to learn its name, so the finder
and the session behind it are used. One JSON object a release comes in on standard input.

    {"project", "version", "folder", "kinds": [...], "keep": [...], "binaries": [...]}

`kinds` are tried in order: any, macosx, manylinux, manylinux-aarch64, sdist. `keep` are the suffixes
of files that are kept, `binaries` regular expressions of libraries whose strings are kept.
"""

import io
import json
import os
import re
import shutil
import sys
import tarfile
import zipfile

from pip._internal.commands.download import DownloadCommand
from pip._internal.models.target_python import TargetPython
from pip._internal.network.download import Downloader

PYTHONS = [(3, minor) for minor in (12, 11, 10, 13, 9, 8, 7, 6, 14, 5)]
PLATFORMS = {
    "macosx": ["macosx_15_0_arm64", "macosx_15_0_x86_64"],
    "manylinux": ["manylinux_2_39_x86_64", "manylinux2014_x86_64", "manylinux2010_x86_64",
                  "manylinux1_x86_64", "linux_x86_64"]
    + [f"manylinux_2_{minor}_x86_64" for minor in range(38, 4, -1)],
    "manylinux-aarch64": ["manylinux2014_aarch64"]
    + [f"manylinux_2_{minor}_aarch64" for minor in range(39, 4, -1)],
}
PRINTABLE = re.compile(rb"[\x20-\x7e]{4,400}")
NAMES_VARIABLE = re.compile(rb"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*_[A-Z0-9_]+(?![A-Za-z0-9_])")
LARGEST = 3 << 30  # bytes of one member that is looked at


class Index:
    """What the configured index has of a project, as pip sees it."""

    def __init__(self):
        self.command = DownloadCommand("download", "fetch")
        self.options, _ = self.command.parse_args(["--no-deps", "--quiet"])
        self.options.ignore_requires_python = True
        self.session = None
        self.known = {}

    def __enter__(self):
        self.context = self.command.main_context()
        self.context.__enter__()
        self.session = self.command.get_default_session(self.options)
        return self

    def __exit__(self, *ends):
        self.context.__exit__(*ends)

    def links(self, project, kind):
        """Version -> link of the first file of that kind."""
        if (project, kind) not in self.known:
            self.known[project, kind] = self._look(project, kind)
        return self.known[project, kind]

    def _look(self, project, kind):
        found = {}
        for python in PYTHONS if kind not in ("any", "sdist") else PYTHONS[:1] + PYTHONS[-2:]:
            target = TargetPython(platforms=PLATFORMS.get(kind), py_version_info=python)
            finder = self.command._build_package_finder(
                self.options, self.session, target_python=target, ignore_requires_python=True)
            for candidate in finder.find_all_candidates(project):
                link = candidate.link
                if link.is_file or not fits(link.filename, kind):
                    continue
                found.setdefault(str(candidate.version), link)
        return found

    def fetch(self, link, folder):
        path, _ = Downloader(self.session, "off")(link, folder)
        if link.hash:
            link.as_hashes().check_against_path(path)  # raises where the bytes differ
        return path


def fits(name, kind):
    if kind == "sdist":
        return not name.endswith(".whl")
    if not name.endswith(".whl"):
        return False
    if kind == "any":
        return name.endswith("-any.whl")
    return not name.endswith("-any.whl")


def members(path):
    """(name, size, read) of each file of an archive."""
    if zipfile.is_zipfile(path):
        archive = zipfile.ZipFile(path)
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, info.file_size, lambda i=info: archive.open(i)
    else:
        archive = tarfile.open(path)
        for info in archive:
            if info.isfile():
                yield info.name, info.size, lambda i=info: archive.extractfile(i)


def safe(name):
    return not (name.startswith("/") or ".." in name.split("/"))


def strings_of(stream):
    """Printable stretches of a library, as `strings` prints them, that hold a variable's name."""
    found, rest = set(), b""
    while chunk := stream.read(1 << 22):
        data = rest + chunk
        rest = data[-400:]
        found.update(text for text in PRINTABLE.findall(data) if NAMES_VARIABLE.search(text))
    return found


def unpack(path, request):
    """Keeps what is asked for below the folder; an sdist's own top folder is left out."""
    partial = request["folder"] + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    os.makedirs(partial)
    keep = tuple(request["keep"])
    binaries = [re.compile(pattern) for pattern in request["binaries"]]
    texts = set()
    sdist = not path.endswith(".whl")
    for name, size, read in members(path):
        if not safe(name) or size > LARGEST:
            continue
        if name.endswith(keep):
            short = name.split("/", 1)[-1] if sdist else name
            target = os.path.join(partial, short)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with read() as source, open(target, "wb") as out:
                shutil.copyfileobj(source, out)
        if any(pattern.search(name) for pattern in binaries):
            with read() as source:
                texts |= strings_of(source)
    if binaries:
        with open(os.path.join(partial, "strings.txt"), "wb") as out:
            out.write(b"\n".join(sorted(texts)) + b"\n")
    with open(os.path.join(partial, "fetched.json"), "w") as out:
        json.dump({"file": os.path.basename(path), "binaries": request["binaries"]}, out)
    shutil.rmtree(request["folder"], ignore_errors=True)
    os.rename(partial, request["folder"])


def get(index, request):
    for kind in request["kinds"]:
        link = index.links(request["project"], kind).get(request["version"])
        if not link:
            continue
        below = request["folder"] + ".download"
        shutil.rmtree(below, ignore_errors=True)
        os.makedirs(below)
        try:
            unpack(index.fetch(link, below), request)
        finally:
            shutil.rmtree(below, ignore_errors=True)
        return link.filename
    return None


def main():
    with Index() as index:
        for line in sys.stdin:
            request = json.loads(line)
            if "list" in request:
                versions = set()
                for kind in request["kinds"]:
                    versions |= set(index.links(request["list"], kind))
                print(json.dumps({"versions": sorted(versions)}), flush=True)
                continue
            try:
                answer = {"file": get(index, request)}
            except Exception as error:  # of the network or of a broken archive: told, not hidden
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
    main()
