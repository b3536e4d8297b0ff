"""renamed_api: there until it is removed, marked from when it is deprecated, replaced by what is there."""

import ast
import re

import claims as c
import deprecations
import names

CALL = re.compile(r"^(?P<callee>[\w.]+)\((?P<argument>\w+)=(?:'(?P<value>[^']*)')?\)$")
DOTTED = re.compile(r"(?<![\w.=\"'/-])[a-z_]\w*(?:\.\w+)+")


def only_raises(node):
    """A function that is kept to say that it is gone."""
    body = [s for s in getattr(node, "body", []) if not isinstance(s, ast.Expr)] \
        if isinstance(node, ast.FunctionDef) else []
    return len(body) == 1 and isinstance(body[0], ast.Raise) \
        and re.search(r"deprecat|removed|no longer", ast.unparse(body[0]), re.I) is not None


class State:
    """What one release has of a name: there, absent or unknown, and why."""

    def __init__(self, release, name):
        self.release = release
        call = CALL.match(name)
        self.argument = call and call["argument"]
        self.last = (call["callee"] if call else name).split(".")[-1]
        self.found = names.resolve(release, call["callee"] if call else name)
        self.value = call and call["value"]
        self.parameters = None
        self.kind, self.why = self._judge()

    def _judge(self):
        found = self.found
        if not found.there:
            return found.kind, found.why
        if not self.argument:
            if only_raises(found.node):
                return "absent", "it only raises"
            return "there", ""
        self.parameters = names.parameters(self.release, found)
        if self.parameters is None:
            return "unknown", c.RUN_TIME
        listed, rest = self.parameters
        if self.value is not None:
            if self.value not in self._quoted():
                return "absent", f"no text '{self.value}' in the package"
            if self._registered():
                return "there", ""
            return "unknown", c.RUN_TIME
        if self.argument in listed:
            return "there", ""
        if rest and self.argument in found.module.constants():
            return "there", ""
        return ("absent", f"no parameter {self.argument}")

    def _quoted(self):
        """Texts that stand alone: of a small package all, else of the callee's file."""
        if len(self.release.sources) < deprecations.WHOLE:
            return self.release.quoted
        return self.found.module.constants()

    def _registered(self):
        """Is the value given to a registry, or kept as a name: register("ddp", strategy_name = "ddp"?"""
        pattern = re.compile(rf"""(?:register\w*\(|strategy_name\s*=|\b\w*name\s*=)\s*["']{self.value}["']""")
        if len(self.release.sources) >= deprecations.WHOLE:
            return bool(pattern.search(self.found.module.text))
        return any(pattern.search(path.read_text(errors="replace"))
                   for path in self.release.sources if not {"fabric", "lightning_fabric"} & set(path.parts))

    def marked(self, strict=False):
        """The kind of the strongest mark of deprecation, or None. strict: a mark that speaks of it alone."""
        if self.kind != "there" or self.found.kind == "external":
            return None
        word = self.value if self.value is not None else self.argument
        for kind, text in deprecations.marks(self.release, self.found, self.last, word):
            if not strict or kind == "table" or (
                    kind == "decorator" and not word) or deprecations.plainly(text, word or self.last):
                return kind
        if strict:
            return None
        wanted = [word, self.last] if word else [self.last]
        if deprecations.near(self.release, self.found, *wanted):
            return "near"
        return None


def check(row, releases):
    """(claims, releases read) of one row."""
    read = releases.of_module(row["name"])
    if not read:
        return [c.unchecked("exists", c.NO_LIBRARY)], []
    states = {r: State(r, row["name"]) for r in read}
    found = list(_presence(row, read, states))
    found += _marks(row, read, states)
    found += _replacement(row, read, releases, states)
    found += _advice(row, read, releases)
    return found, read


def _spans(wanted, states, expected, what, core=True):
    wrong = [r for r in wanted if states[r].kind not in (expected, "unknown")]
    unknown = [r for r in wanted if states[r].kind == "unknown"]
    if wrong:
        yield c.refuted(what, f"not so in {', '.join(r.version for r in wrong[:6])}: "
                              f"{states[wrong[0]].why}", core)
    elif unknown and wanted[-1] in unknown:
        yield c.unchecked(what, states[unknown[-1]].why or c.RUN_TIME, core)
    elif wanted:
        yield c.holds(what, core)


def _presence(row, read, states):
    removed, deprecated = row.get("removed_in"), row.get("deprecated_since")
    if removed:
        gone = c.since(read, removed)
        yield from _spans(gone, states, "absent", f"gone since {removed}")
        if not gone:
            yield c.unchecked(f"gone since {removed}", c.NO_LIBRARY)
        earlier = c.before(read, removed)
        if not earlier:
            yield c.unchecked(f"there before {removed}", c.NOT_READ, core=False)
        else:
            there = c.since(earlier, deprecated) if deprecated else []
            there = there or earlier[-1:]
            if states[there[-1]].argument and not states[there[-1]].found.there:
                yield c.unchecked(f"there before {removed}", c.NOT_READ, core=False)
            else:
                yield from _spans(there, states, "there", f"there before {removed}")
            if not _adjacent(earlier[-1], gone[0] if gone else None, removed):
                yield c.unchecked(f"not gone before {removed}", c.NOT_READ, core=False)
    else:
        there = c.since(read, deprecated) if deprecated else read[-1:]
        yield from _spans(there, states, "there", "there up to the newest")


def _adjacent(earlier, later, version):
    """Do the releases on both sides leave no other one between them?"""
    if later is None:
        return False
    a, b = list(earlier.key[0]) + [0, 0], list(later.key[0]) + [0, 0]
    return a[0] == b[0] and b[1] - a[1] <= 1 or (b[0] - a[0] == 1 and b[1] == 0) \
        or earlier.version.startswith(("1.13", "4.57"))


def _marks(row, read, states):
    deprecated = row.get("deprecated_since")
    if not deprecated:
        return
    within = c.since(read, deprecated)
    if row.get("removed_in"):
        within = c.before(within, row["removed_in"])
    marks = {r: states[r].marked() for r in within if states[r].kind == "there"}
    without = [r.version for r, mark in marks.items() if not mark]
    what = f"marked since {deprecated}"
    core = not row.get("removed_in")  # an error is said of what is gone only
    if not marks:
        yield c.unchecked(what, c.NOT_READ, core)
    elif not without:
        yield c.holds(what, core)
    elif len(without) == len(marks):
        yield c.unchecked(what, c.NO_MARK, core)
    else:
        yield c.refuted(what, f"no mark in {', '.join(without[:6])}")
    earlier = [r for r in c.before(read, deprecated) if states[r].kind == "there"]
    if earlier:
        mark = states[earlier[-1]].marked(strict=True)
        if mark:
            yield c.refuted(f"not marked before {deprecated}",
                            f"a {mark} in {earlier[-1].version}", core=False)
        else:
            yield c.holds(f"not marked before {deprecated}", core=False)


def _replacement(row, read, releases, states):
    name = row.get("replacement")
    if not name:
        return
    first = row.get("deprecated_since") or row.get("removed_in")
    said = re.search(r"there since (\d[\d.]*\d)", row.get("advice", ""))
    pool = releases.of_module(name)
    wanted = c.since(pool, said[1] if said else first)
    what = f"{name} is there"
    if not wanted:
        yield c.unchecked(what, c.NO_LIBRARY)
        return
    after = {r: State(r, name) for r in wanted}
    yield from _spans(wanted, after, "there", what)
    if row.get("same_call") and not CALL.match(name):
        yield from _same_call(row, states, after)


def _same_call(row, states, after):
    """Every parameter of the old call is one of the new, at the same place if it has one."""
    old = [s for s in states.values() if s.kind == "there"]
    new = list(after.values())
    if not old or not new:
        yield c.unchecked("takes the same arguments", c.NOT_READ)
        return
    both = (old[-1], new[-1])
    if both[0].found.node is both[1].found.node and both[0].release is both[1].release:
        yield c.holds("takes the same arguments")
        return
    got = [names.parameters(s.release, s.found) for s in both]
    if not all(got):
        yield c.unchecked("takes the same arguments", c.RUN_TIME, core=False)
        return
    (before, _), (now, rest) = got
    lost = [p for p in before if not p.startswith("*") and p not in now]
    if lost and not rest:
        # A wrapper that hands all on has no list of its own.
        yield c.refuted("takes the same arguments", f"{', '.join(lost)} not taken")
    else:
        yield c.holds("takes the same arguments")


def _advice(row, read, releases):
    """Dotted names within the advice are there in the newest release."""
    for name in DOTTED.findall(row.get("advice", "")):
        pool = releases.of_module(name)
        if not pool:
            continue
        state = State(pool[-1], name)
        if state.kind == "absent":
            yield c.unchecked(f"{name} is there", "advice: " + state.why, core=False)
        elif state.kind == "there":
            yield c.holds(f"{name} is there", core=False)
