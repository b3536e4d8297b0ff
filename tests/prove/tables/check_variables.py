"""variables: the name stands in what its owner's releases read, and in none where it does not exist."""

import re

import claims as c

DEPRECATED = re.compile(r"deprecat|will be removed|no longer|has been replaced|instead|obsolete", re.I)


def state(release, name):
    """there, absent or unknown."""
    if name.endswith("*"):
        stem = name[:-1]
        if any(word.startswith(stem) for word in release.quoted | release.mentioned):
            return "there"
    elif name in release.quoted or name in release.strings[1]:
        return "there"
    if not release.libraries_read:
        return "unknown"
    if name in release.mentioned or _composed(release, name):
        return "unknown"
    return "absent"


def _composed(release, name):
    """A quoted beginning that ends in an underscore: f"FSDP_{key}"."""
    parts = name.rstrip("*").split("_")
    stems = {"_".join(parts[:n]) + "_" for n in range(1, len(parts))}
    if not hasattr(release, "stems"):
        release.stems = {m for path in release.sources if path.suffix == ".py"
                         for m in re.findall(r"[\"']([A-Z][A-Z0-9_]*_)[\"'{]",
                                             path.read_text(errors="replace"))}
    return bool(stems & release.stems)


def check(row, releases):
    read = sorted(releases.of_framework(row["owner"]), key=lambda r: r.key)
    if not read:
        return [c.unchecked("is read by its owner", c.NO_LIBRARY)], []
    name = row["name"]
    states = {r: state(r, name) for r in read}
    if row.get("never_existed"):
        return [*_never(states, name), *_replacement(row, releases, read)], read
    found = [*_reads(row, read, states), *_deprecation(row, read, states),
             *_replacement(row, releases, read), *_values(row, read)]
    return found, read


def _never(states, name):
    there = [r for r, s in states.items() if s == "there"]
    if there:
        yield c.refuted("never existed", f"{name} stands in {there[0]}")
    elif all(s == "unknown" for s in states.values()):
        yield c.unchecked("never existed", c.COMPILED)
    else:
        yield c.holds("never existed")


def _reads(row, read, states):
    within = c.since(read, row.get("since", "0"))
    removed = row.get("removed_in")
    if removed:
        gone = c.since(within, removed)
        wrong = [r for r in gone if states[r] == "there"]
        if wrong:
            yield c.refuted(f"gone since {removed}", f"stands in {wrong[-1]}")
        elif any(states[r] == "absent" for r in gone):
            yield c.holds(f"gone since {removed}")
        else:
            yield c.unchecked(f"gone since {removed}", c.COMPILED if gone else c.NO_LIBRARY)
        within = c.before(within, removed)
    there = [r for r in within if states[r] == "there"]
    if there and (removed or states[within[-1]] == "there" or
                  any(r.project is not within[-1].project for r in within)):
        yield c.holds("is read by its owner")
    elif not within:
        yield c.unchecked("is read by its owner", c.NOT_READ, core=not removed)
    elif any(states[r] == "unknown" for r in within):
        composed = any(_composed(r, row["name"]) for r in within)
        yield c.unchecked("is read by its owner", c.COMPOSED if composed else c.COMPILED)
    elif there:
        yield c.refuted("is read by its owner", f"last in {there[-1]}, not in {within[-1]}")
    else:
        yield c.refuted("is read by its owner", f"not in {within[-1]} nor {within[0]}")
    yield from _since(row, read, states)


def _since(row, read, states):
    first = row.get("since")
    if not first:
        return
    earlier = c.before(read, first)
    what = f"not read before {first}"
    if not earlier or states[earlier[-1]] == "unknown":
        yield c.unchecked(what, c.NOT_READ if not earlier else c.COMPILED, core=False)
    elif states[earlier[-1]] == "there":
        yield c.refuted(what, f"stands in {earlier[-1]}", core=False)
    else:
        yield c.holds(what, core=False)


def _marked(release, name):
    word = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])")
    path = release.folder / "strings.txt"
    if path.exists() and name in release.strings[1]:
        for line in path.read_text(errors="replace").split("\n"):
            if word.search(line) and DEPRECATED.search(line):
                return True
    for path in release.sources:
        text = path.read_text(errors="replace")
        if name not in text:
            continue
        for match in word.finditer(text):
            if DEPRECATED.search(text[max(0, match.start() - 400): match.end() + 400]):
                return True
    return False


def _deprecation(row, read, states):
    first = row.get("deprecated_in")
    if not first:
        return
    within = c.since(read, first)
    if row.get("removed_in"):
        within = c.before(within, row["removed_in"])
    core = not row.get("removed_in")
    what = f"marked since {first}"
    if any(_marked(r, row["name"]) for r in within[-3:]):
        yield c.holds(what, core)
    else:
        yield c.unchecked(what, c.NO_MARK if within else c.NOT_READ, core)


def _replacement(row, releases, read):
    name = row.get("replaced_by")
    if not name or not re.fullmatch(r"[A-Z][A-Z0-9_]*", name):
        return
    first = row.get("deprecated_in") or row.get("removed_in")
    wanted = c.since(read, first) if first else read[-1:]
    states = [state(r, name) for r in wanted]
    if "there" in states:
        yield c.holds(f"{name} is read")
    elif any(name in r.quoted for project in releases.by_project.values() for r in project[-1:]):
        yield c.holds(f"{name} is read")
    elif "unknown" in states or not states:
        yield c.unchecked(f"{name} is read", c.COMPILED, core=False)
    else:
        yield c.refuted(f"{name} is read", f"not in {wanted[-1]}")


def _values(row, read):
    """Values that a program would compare with; a library's short strings are not kept."""
    if row.get("type") != "enum" or not row.get("values") or any(r.fetched["binaries"] for r in read):
        return
    missing = [v for v in row["values"] if re.fullmatch(r"[A-Za-z_]\w*", v)
               and not any(v in r.quoted or v.lower() in r.quoted for r in read)]
    if missing:
        yield c.unchecked("takes its values", f"no text {missing[0]}", core=False)
    else:
        yield c.holds("takes its values", core=False)
