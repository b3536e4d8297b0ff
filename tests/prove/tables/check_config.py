"""config_keys: each key is a field of a config class, or a constant that the config's reader asks for."""

import ast

import claims as c

SIMPLE = {"bool": {"bool"}, "int": {"int"}, "float": {"number"}, "str": {"string", "enum"}}
TABLE_TYPES = {"bool", "int", "number", "string", "enum", "list", "map"}


def index(release):
    """(constants of the config's readers, field -> annotations, field -> texts of its declaration)."""
    if hasattr(release, "config_index"):
        return release.config_index
    constants, fields, said = set(), {}, {}
    for path in release.sources:
        if path.suffix != ".py" or "deepspeed" not in path.parts:
            continue
        text = path.read_text(errors="replace")
        named = "config" in path.name or "constants" in path.name or "ConfigModel" in text \
            or "param_dict" in text or "_config.get(" in text or "_config.pipeline" in text
        if not named:
            continue
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                fields.setdefault(node.target.id, set()).add(ast.unparse(node.annotation))
                said.setdefault(node.target.id, []).append(ast.unparse(node))
    release.config_index = constants, fields, said
    return release.config_index


def known(release, path):
    """Is every component of the path a key that this release reads?"""
    constants, fields, _ = index(release)
    return all(part == "*" or part in constants or part in fields for part in path.split("."))


def check(row, releases):
    read = releases.of_framework(row["system"])
    if not read:
        return [c.unchecked("is a key", c.NO_LIBRARY)], []
    path = row["path"]
    removed = row.get("removed_in")
    found = []
    within = c.before(read, removed) if removed else read
    there = [r for r in within if known(r, path)]
    if not there:
        where = within[-1] if within else read[-1]
        found.append(c.refuted("is a key", f"no field or constant in {where}"))
    elif removed or there[-1] is within[-1]:
        found.append(c.holds("is a key"))
    else:
        found.append(c.refuted("is a key", f"last in {there[-1]}"))
    if removed:
        still = [r for r in c.since(read, removed) if known(r, path)]
        what = f"gone since {removed}"
        found.append(c.unchecked(what, f"the word stands in {still[-1]}", core=False) if still
                     else c.holds(what))
    if there:
        found += _type(row, there[-1]) + _deprecated(row, there)
    return found, read


def _type(row, release):
    _, fields, _ = index(release)
    annotations = fields.get(row["path"].split(".")[-1], set())
    plain = [a for a in annotations if a in SIMPLE]
    if not plain or row["type"] not in TABLE_TYPES:
        return []
    if any(row["type"] in SIMPLE[a] or (a == "int" and row["type"] == "number") for a in plain) \
            or len(plain) < len(annotations):
        return [c.holds("type", core=False)]
    return [c.unchecked("type", f"annotated {', '.join(plain)}", core=False)]


def _deprecated(row, there):
    first = row.get("deprecated_in")
    if not first:
        return []
    key = row["path"].split(".")[-1]
    texts = index(there[-1])[2].get(key, [])
    if any("deprecat" in text.lower() for text in texts):
        return [c.holds(f"marked since {first}")]
    return [c.unchecked(f"marked since {first}", c.NO_MARK)]
