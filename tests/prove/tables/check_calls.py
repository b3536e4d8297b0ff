"""collectives, rank_sources, events, signatures, no_return: names, parameters, what they return."""

import ast
import dataclasses

import claims as c
import names
import source

FRAMEWORKS_THAT_READ = ("torch", "accelerate", "deepspeed", "horovod", "paddlepaddle", "lightning",
                        "transformers", "sagemaker-training", "jax", "tensorflow", "mosaicml",
                        "skypilot", "torch-xla")


def python_stub(releases, dotted):
    """The node of a name of Python's own library in typeshed, which mypy carries."""
    mypy = releases.by_project.get("mypy")
    if not mypy:
        return None
    stubs = mypy[-1].folder / "mypy" / "typeshed" / "stdlib"
    parts = dotted.split(".") if "." in dotted else ["builtins", dotted]
    for cut in range(len(parts) - 1, 0, -1):
        base = stubs.joinpath(*parts[:cut])
        for path in (base.with_name(base.name + ".pyi"), base / "__init__.pyi"):
            if path.is_file():
                return _in_stub(source.Module(".".join(parts[:cut]), path, False), parts[cut:])
    return None


def _in_stub(module, rest):
    bound = module.bindings.get(rest[0])
    if not bound:
        return None
    for name in rest[1:]:
        if bound[-1].kind != "class":
            return None
        bound = source.class_bindings(bound[-1].node).get(name)
        if not bound:
            return None
    return bound[-1]


def where(row, releases):
    """[(release, found)] for the releases that hold the module, oldest first."""
    return [(r, names.resolve(r, row["name"])) for r in releases.of_module(row["name"])]


def exists(row, releases):
    """(claims, read, the newest place where it is) of a dotted name."""
    read = releases.of_module(row["name"])
    if read and row["name"].startswith(tuple(read[-1].project.get("without", ["\0"]))):
        return [c.unchecked("exists", c.NO_LIBRARY)], [], None
    if not read:
        if python_stub(releases, row["name"]):
            return [c.holds("exists")], releases.by_project["mypy"], None
        return [c.unchecked("exists", c.NO_LIBRARY)], [], None
    for release in reversed(read):
        found = names.resolve(release, row["name"])
        if found.there:
            return [c.holds("exists")], read, (release, found)
    newest = names.resolve(read[-1], row["name"])
    if newest.kind == "unknown":
        return [c.unchecked("exists", c.RUN_TIME)], read, None
    return [c.refuted("exists", newest.why)], read, None


def check_collective(row, releases):
    found, read, at = exists(row, releases)
    wanted = [row[k] for k in ("group_arg", "rooted") if row.get(k)]
    if not at or not wanted:
        return found, read
    got = names.parameters(*at)
    for name in wanted:
        found += _has_parameter(name, got, row, releases)
    position = row.get("group_position", -1)
    if position >= 0 and got:
        listed = got[0]
        if row["group_arg"] in listed and listed.index(row["group_arg"]) != position:
            found.append(c.refuted("group_position", f"it is {listed.index(row['group_arg'])}"))
        else:
            found.append(c.holds("group_position"))
    return found, read


def _has_parameter(name, got, row, releases):
    if not got:
        return [c.unchecked(f"takes {name}", c.COMPILED)]
    if name in got[0]:
        return [c.holds(f"takes {name}")]
    if got[1]:
        return [c.unchecked(f"takes {name}", c.RUN_TIME)]
    for release, found in where(row, releases):  # an older release may have taken it
        older = names.parameters(release, found) if found.there else None
        if older and name in older[0]:
            return [c.holds(f"takes {name}")]
    return [c.refuted(f"takes {name}", f"it takes {', '.join(got[0])}")]


def check_rank_source(row, releases):
    if row["name"].startswith("env:"):
        name = row["name"][4:]
        readers = [p[-1] for n, p in releases.by_project.items() if n in FRAMEWORKS_THAT_READ and p]
        by = [r for r in readers if name in r.quoted]
        if by:
            return [c.holds("is read or set")], by
        return [c.unchecked("is read or set", c.NO_LIBRARY)], []
    found, read, _ = exists(row, releases)
    return found, read


def check_event(row, releases):
    found, read, _ = exists(row, releases)
    return found, read


def check_no_return(row, releases):
    read = releases.of_module(row["name"])
    if read:
        found = names.resolve(read[-1], row["name"])
        node = found.node
        if found.kind == "value" and isinstance(node, ast.Call):
            made = names.follow(read[-1], found, node.func, 0, {})
            node = made.node
        if isinstance(node, ast.ClassDef):
            call = names.in_class(read[-1], names.Found("class", node=node, module=found.module),
                                  "__call__", 0, {})
            node = call.node
        return [_never_returns(node)], read
    bound = python_stub(releases, row["name"])
    if not bound:
        return [c.unchecked("never returns", c.NO_LIBRARY)], []
    node = bound.node
    if bound.kind == "assign" and row["name"] in ("exit", "quit"):
        quitter = python_stub(releases, "_sitebuiltins.Quitter.__call__")
        node = quitter.node if quitter else None
    return [_never_returns(node)], releases.by_project["mypy"]


def _never_returns(node):
    returns = getattr(node, "returns", None)
    if returns is None:
        return c.unchecked("never returns", c.RUN_TIME)
    if ast.unparse(returns).split(".")[-1] in ("NoReturn", "Never"):
        return c.holds("never returns")
    return c.refuted("never returns", f"it returns {ast.unparse(returns)}")


def overloads(place):
    """A definition, or all of its overloads in a stub."""
    if place.owner is None:
        return [place]
    bound = source.class_bindings(place.owner).get(getattr(place.node, "name", ""), [])
    return [dataclasses.replace(place, node=b.node) for b in bound if b.kind == "def"] or [place]


def check_signature(row, releases):
    found, read, at = exists(row, releases)
    if not at:
        return found, read
    wanted = [p.split("=")[0] for p in row["parameters"]]
    last = None
    for release, place in reversed(where(row, releases)):
        if not place.there:
            continue
        listed = []
        for one in overloads(place):
            got = names.parameters(release, one)
            if got:
                listed = [p if not p.startswith("*") else "*" for p in got[0]]
            if got and _same(wanted, listed):
                break
        else:
            last = last or ((release, listed) if listed else None)
            continue
        if listed is not None:
            return [*found, c.holds("parameters"), *_returns(row)], read
    if not last:
        return [*found, c.unchecked("parameters", c.COMPILED)], read
    return [*found, c.refuted("parameters", f"{last[0]}: {', '.join(last[1])}")], read


def _same(wanted, listed):
    """The same names in the same order; keyword-only ones in any."""
    def halves(items):
        at = items.index("*") if "*" in items else len(items)
        return items[:at], set(items[at + 1:])
    return halves(wanted) == halves(listed)


def _returns(row):
    if row.get("returns"):
        yield c.unchecked("returns", c.MEANING, core=False)


# Projects that set what they are the system of.
SYSTEMS = {"torchrun": ("torch",), "deepspeed": ("deepspeed",), "horovod": ("horovod",),
           "paddle": ("paddlepaddle",), "sagemaker": ("sagemaker-training",), "skypilot": ("skypilot",)}


def check_scheduler(row, releases):
    pool = [r for n in SYSTEMS.get(row["system"], ()) for r in releases.by_project.get(n, [])]
    if not pool:
        return [c.unchecked("is set", c.NO_LIBRARY)], []
    there = [r for r in pool if row["name"] in r.quoted]
    if there:
        return [c.holds("is set")], pool
    stem = row["name"].split("_", 1)[-1].lower()
    if any(row["name"] in r.mentioned or stem in r.quoted for r in pool[-1:]):
        return [c.unchecked("is set", c.COMPOSED)], pool
    return [c.refuted("is set", f"not in {pool[-1]}")], pool
