"""The releases of the manifest: fetched into the cache where they are missing, then only read."""

import functools
import json
import pathlib
import re
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).parent
PINNED_PIP = "pip==23.2.1"  # fetch.py uses what is behind `pip download` in this release
TEXTS = (".py", ".pyi", ".cpp", ".cc", ".h", ".cu")
QUOTED = re.compile(r"""(?<![A-Za-z0-9_])["']([A-Za-z_][A-Za-z0-9_]*)["']""")
UPPER = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9](?![A-Za-z0-9_])")


def version_key(text):
    """Orders plain versions and their posts: 2.0 == 2.0.0 < 2.0.1 < 2.0.1.post0."""
    numbers, _, post = text.partition(".post")
    parts = [int(part) for part in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return (tuple(parts), int(post) + 1 if post else 0)


class Release:
    """One unpacked release."""

    def __init__(self, project, version, folder):
        self.project = project
        self.version = version
        self.key = version_key(version)
        self.folder = folder
        self.modules = {}  # name -> source.Module or None, filled by names.py

    def __repr__(self):
        return f"{self.project['name']} {self.version}"

    @functools.cached_property
    def root(self):
        """The folder that holds the packages: sdists keep some below src, lib or python."""
        for below in ("", "src", "python", "lib", "lib/python"):
            for module in self.project["modules"]:
                if (self.folder / below / module).exists():
                    return self.folder / below
        return self.folder

    @functools.cached_property
    def fetched(self):
        return json.loads((self.folder / "fetched.json").read_text())

    @property
    def libraries_read(self):
        """Whether the strings of its libraries are there."""
        wanted = self.project.get("libraries", [])
        return not wanted or set(wanted) <= set(self.fetched["binaries"])

    @functools.cached_property
    def sources(self):
        return [path for path in self.folder.rglob("*") if path.suffix in TEXTS]

    @functools.cached_property
    def graveyard(self):
        return [path for path in self.sources if path.parent.name == "_graveyard"]

    @functools.cached_property
    def quoted(self):
        """Every identifier that stands alone between quotes, in Python, C++ or a library."""
        words = set()
        for path in self.sources:
            words.update(QUOTED.findall(path.read_text(errors="replace")))
        return words | self.strings[0]

    @functools.cached_property
    def mentioned(self):
        """Every upper-case name with an underscore, wherever it stands."""
        words = set()
        for path in self.sources:
            words.update(UPPER.findall(path.read_text(errors="replace")))
        return words | self.strings[1]

    @functools.cached_property
    def strings(self):
        """(whole strings, names within strings) of the libraries."""
        path = self.folder / "strings.txt"
        if not path.exists():
            return set(), set()
        text = path.read_text(errors="replace")
        return set(text.split("\n")), set(UPPER.findall(text))


class Releases:
    """All releases of the manifest, by project."""

    def __init__(self, cache, only=None):
        self.cache = pathlib.Path(cache)
        self.manifest = tomllib.loads((HERE / "manifest.toml").read_text())["project"]
        self.by_project = {}
        self.missing = []
        for project in self.manifest:
            if only and project["name"] not in only:
                continue
            found = []
            for version in project["releases"]:
                folder = self.cache / f"{project['name']}-{version}"
                if (folder / "fetched.json").exists():
                    found.append(Release(project, version, folder))
                else:
                    self.missing.append((project, version, folder))
            self.by_project[project["name"]] = sorted(found, key=lambda r: r.key)

    def of_module(self, name):
        """Releases that hold the top module of a dotted name, oldest first."""
        top = name.split(".")[0]
        for project in self.manifest:
            if top in project["modules"] and self.by_project.get(project["name"]):
                return self.by_project[project["name"]]
        return []

    def of_framework(self, framework):
        """Releases of every project that is asked about a framework's rows."""
        found = []
        for project in self.manifest:
            if framework in project["frameworks"]:
                found += self.by_project.get(project["name"], [])
        return found


def pip_python(build):
    """The interpreter of a virtual environment with the pip that fetch.py is written for."""
    venv = pathlib.Path(build) / "venv"
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PINNED_PIP], check=True)
    return python


def request(project, version, folder):
    libraries = project.get("libraries", [])
    if "library_releases" in project and version not in project["library_releases"]:
        libraries = []
    kinds = project.get("library_kinds", project["kinds"]) if libraries else project["kinds"]
    return {"project": project["name"], "version": version, "folder": str(folder), "kinds": kinds,
            "keep": [".py", ".pyi", *project.get("keep", [])], "binaries": libraries}


def fetch(missing, cache):
    """Fetches one after the other; what fails is told and left out."""
    if not missing:
        return
    pathlib.Path(cache).mkdir(parents=True, exist_ok=True)
    python = pip_python(pathlib.Path(cache).parent)
    with subprocess.Popen([python, HERE / "fetch.py"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as process:
        for project, version, folder in missing:
            print(json.dumps(request(project, version, folder)), file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
            told = answer.get("file") or answer.get("error") or "the index has no such file"
            print(f"{project['name']} {version}: {told}", file=sys.stderr, flush=True)
