"""What a row claims, and what the releases say of it."""

import dataclasses
import re

from releases import version_key

# Why a program could not check a claim: the kinds that the report counts.
NO_LIBRARY = "the index has no release of it"
NOT_READ = "the releases before it are not on the index"
COMPILED = "it is in compiled code"
RUN_TIME = "it is made at run time"
NO_MARK = "no mark of deprecation is in the text"
COMPOSED = "the name is put together at run time"
MEANING = "what a call does is not in its declaration"


@dataclasses.dataclass
class Claim:
    what: str
    verdict: str  # holds, refuted, unchecked
    why: str = ""
    core: bool = True  # a row may speak as an error only if all core claims hold


@dataclasses.dataclass
class Result:
    table: str
    key: str
    claims: list
    releases: list  # "torch 2.15.0"
    digest: str = ""

    @property
    def verdict(self):
        if any(c.verdict == "refuted" for c in self.claims):
            return "refuted"
        core = [c for c in self.claims if c.core]
        if not core or any(c.verdict == "unchecked" for c in core):
            return "unchecked"
        return "holds"

    @property
    def why(self):
        """The kinds of what is not checked, or what refutes."""
        verdict = self.verdict
        if verdict == "holds":
            return ""
        return "; ".join(dict.fromkeys(
            c.why if verdict == "unchecked" else f"{c.what}: {c.why}"
            for c in self.claims if c.verdict == verdict and (c.core or verdict == "refuted")))


def holds(what, core=True):
    return Claim(what, "holds", core=core)


def refuted(what, why, core=True):
    return Claim(what, "refuted", why, core)


def unchecked(what, why, core=True):
    return Claim(what, "unchecked", why, core)


def digest(text):
    """Of the row's lines, FNV-1a of 64 bits: the generator computes the same."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def texts_of_rows(text):
    """The lines of each [[row]], up to the next one, without blank ends."""
    return [part.rstrip() for part in re.split(r"^\[\[row\]\]$", text, flags=re.M)[1:]]


def before(releases, version):
    return [r for r in releases if r.key < version_key(version)]


def since(releases, version):
    return [r for r in releases if r.key >= version_key(version)]


def names_of(releases):
    return [f"{r.project['name']} {r.version}" for r in releases]


def is_named(release, version):
    """Is this a release that the plain version means: 2.2.2 of 2.2?"""
    wanted = version_key(version)[0]
    return release.key[0][: len(wanted)] == wanted or release.key[0] == wanted
