"""Follows a dotted name through a release: submodules, imports, stars, classes and their bases."""

import ast
import dataclasses
import re

import source

DEEPEST = 24  # steps of one name


@dataclasses.dataclass
class Found:
    """Where a name ends. kind: module, class, def, value, external, absent or unknown."""

    kind: str
    node: ast.AST = None
    module: source.Module = None
    owner: ast.ClassDef = None  # the class whose body binds it
    steps: list = dataclasses.field(default_factory=list)  # modules that were passed
    messages: list = dataclasses.field(default_factory=list)  # of tables of deprecated names
    why: str = ""  # of absent and unknown
    through: list = dataclasses.field(default_factory=list)  # values of aliases on the way

    @property
    def there(self):
        return self.kind not in ("absent", "unknown")


def load(release, name):
    """The module of that name, or None."""
    if name not in release.modules:
        release.modules[name] = _load(release, name)
    return release.modules[name]


def _load(release, name):
    base = release.root.joinpath(*name.split("."))
    for path, package in ((base / "__init__.py", True), (base.with_name(base.name + ".py"), False),
                          (base / "__init__.pyi", True),
                          (base.with_name(base.name + ".pyi"), False)):
        if path.is_file():
            return source.Module(name, path, package)
    if base.is_dir() and any(base.rglob("*.py")):
        return source.Module(name, None, True)
    return None


def resolve(release, dotted):
    """What a dotted name is in a release."""
    top = dotted.split(".")[0]
    if top not in release.project["modules"]:
        return Found("external", why="of another project")
    module = load(release, top)
    if not module:
        return Found("absent", why=f"no package {top}")
    return walk(release, Found("module", module=module, steps=[module]),
                dotted.split(".")[1:], 0, {})


def walk(release, at, rest, depth, seen):
    rest = list(rest)
    for step, name in enumerate(rest):
        at = member(release, at, name, depth, seen)
        if not at.there:
            return at
        if at.kind == "external" and step + 1 < len(rest):
            return Found("unknown", why=f"a member of {at.why}, which is another project",
                         steps=at.steps, messages=at.messages)
    return at


def member(release, at, name, depth, seen):
    if depth > DEEPEST:
        return Found("unknown", why="too many steps", steps=at.steps)
    if at.kind == "module":
        return in_module(release, at, name, depth + 1, seen)
    if at.kind == "class":
        return in_class(release, at, name, depth + 1, seen)
    if at.kind == "value" and isinstance(at.node, ast.Call):
        made = follow(release, at, at.node.func, depth + 1, seen)
        if made.kind == "class":
            return in_class(release, made, name, depth + 1, seen)
    return Found("unknown", why=f"a member of a {at.kind}", steps=at.steps,
                 messages=at.messages)


def carry(at, found):
    found.messages = at.messages + [m for m in found.messages if m not in at.messages]
    found.steps = at.steps + [s for s in found.steps if s not in at.steps]
    found.through = at.through + [t for t in found.through if t not in at.through]
    return found


def in_module(release, at, name, depth, seen):
    """`seen` holds what this question has already led to, so that each place is read once."""
    key = (at.module.name, name)
    if key not in seen:
        # `from jax import x` within jax/__init__.py means the submodule.
        own = load(release, f"{at.module.name}.{name}") if at.module.package else None
        seen[key] = Found("module", module=own, steps=[own]) if own else Found(
            "absent", why="bound by itself alone")
        seen[key] = _in_module(release, Found("module", module=at.module, steps=[at.module]), name,
                               depth, seen)
    return carry(at, dataclasses.replace(seen[key]))


def _in_module(release, at, name, depth, seen):
    module = at.module
    if name in module.deprecated:
        return _deprecated(release, at, name, depth, seen)
    bindings = [] if name in module.deleted else module.bindings.get(name, [])
    real = [b for b in bindings if not b.typing_only]
    if real:
        found = best(bind(release, at, binding, depth, seen) for binding in reversed(real))
        if found.there:
            return carry(at, found)
    submodule = load(release, f"{module.name}.{name}") if module.package else None
    if submodule:
        return carry(at, Found("module", module=submodule, steps=[submodule]))
    if bindings and (module.lazy or module.dynamic):
        lazily = best(bind(release, at, binding, depth, seen) for binding in bindings)
        if lazily.there:
            return carry(at, lazily)
    starred = _by_star(release, at, name, depth, seen)
    if starred.there:
        return carry(at, starred)
    if module.dynamic and name in module.constants():
        return carry(at, Found("unknown", why=f"{module.name} makes it at run time"))
    if module.injected and name[:1].isupper():
        return carry(at, Found("unknown", why="added by compiled code"))
    if starred.kind == "unknown" or any(b for b in real):
        return carry(at, Found("unknown", why=starred.why or "not followed"))
    return carry(at, _from_graveyard(release, module, name) or Found(
        "absent", why=f"{module.name} does not bind {name}"))


def _from_graveyard(release, module, name):
    """Lightning's `_graveyard` sets what is gone where it was: with a warning, or so that it raises."""
    for path in release.graveyard:
        text = path.read_text(errors="replace")
        last = module.name.split(".")[-1]
        if f'"{name}"' not in text or not re.search(rf"setattr\([\w.]*\b{last},", text):
            continue
        if "rank_zero_deprecation" in text:
            return Found("value", module=module, messages=[f"deprecated: {path.name}"])
        return Found("absent", why=f"what {path.name} leaves in its place raises")
    return None


def _deprecated(release, at, name, depth, seen):
    message, value, entry = at.module.deprecated[name]
    if value is None:
        return carry(at, Found("absent", why=message, messages=[message]))
    found = follow(release, at, value, depth, seen)
    if not found.there:
        found = Found("value", node=value, module=at.module)
    found.messages = [message, *found.messages]
    return carry(at, found)


def _by_star(release, at, name, depth, seen):
    unknown = ""
    for star, typing_only in at.module.stars:
        if typing_only and not at.module.lazy:
            continue
        target = load(release, star)
        if not target:
            if star.split(".")[0] in release.project["modules"]:
                unknown = f"{star} is compiled"
            continue
        if target.all_given and target.all_is_whole:
            if name not in target.all_names:
                continue
        elif name.startswith("_") and name not in target.all_names:
            continue
        found = in_module(release, Found("module", module=target, steps=[target]), name, depth, seen)
        if found.kind == "module" and name not in target.bindings and name not in target.all_names:
            continue  # a submodule that nobody imports is not exported
        if found.there:
            return found
    return Found("unknown" if unknown else "absent", why=unknown)


def best(candidates):
    """The first that is there; else the last."""
    last = Found("absent")
    for found in candidates:
        if found.there:
            return found
        if last.kind != "unknown":
            last = found
    return last


def bind(release, at, binding, depth, seen):
    module = at.module
    if depth > DEEPEST:
        return Found("unknown", why="too many steps")
    if binding.kind in ("def", "class"):
        return Found(binding.kind, node=binding.node, module=module)
    if binding.kind in ("import", "from"):
        return _imported(release, binding, depth, seen)
    value = binding.node
    if isinstance(value, (ast.Name, ast.Attribute)):
        found = follow(release, at, value, depth, seen)
        if found.there:
            return found
    return Found("value", node=value, module=module, through=[value] if value else [])


def _imported(release, binding, depth, seen):
    top = binding.module.split(".")[0]
    if top not in release.project["modules"]:
        return Found("external", why=binding.module)
    target = load(release, binding.module)
    if not target:
        why = f"no module {binding.module}"
        compiled = release.root.joinpath(*binding.module.split(".")[:-1]).is_dir()
        return Found("unknown" if compiled else "absent", why=why)
    found = Found("module", module=target, steps=[target])
    if binding.kind == "import":
        return found
    return in_module(release, found, binding.name, depth + 1, seen)


def follow(release, at, value, depth, seen):
    """What `a.b.c` means in a module."""
    names = []
    while isinstance(value, ast.Attribute):
        names.append(value.attr)
        value = value.value
    if not isinstance(value, ast.Name) or depth > DEEPEST:
        return Found("unknown", why="not a name")
    first = in_module(release, Found("module", module=at.module, steps=[at.module]), value.id,
                      depth + 1, seen)
    return walk(release, first, reversed(names), depth + 1, seen) if first.there else first


def in_class(release, at, name, depth, seen):
    key = (at.module.name, at.node.name, name, "class")
    if key in seen:
        return carry(at, dataclasses.replace(seen[key]))
    seen[key] = Found("absent", why="a circle of bases")
    seen[key] = _in_class(release, at, name, depth, seen)
    return seen[key]


def _in_class(release, at, name, depth, seen):
    bound = source.class_bindings(at.node).get(name)
    if bound:
        own = bound[-1]
        kind = own.kind if own.kind in ("def", "class") else "value"
        return carry(at, Found(kind, node=own.node, module=at.module, owner=at.node))
    unknown = ""
    for base in at.node.bases:
        while isinstance(base, ast.Subscript):
            base = base.value
        # The class may be bound again under its own name: what it derives from is another.
        found = follow(release, at, base, depth + 1, seen)
        if found.kind == "class":
            inherited = in_class(release, found, name, depth + 1, seen)
            if inherited.there:
                return carry(at, inherited)
            unknown = unknown or (inherited.why if inherited.kind == "unknown" else "")
        elif ast.unparse(base) not in ("object", "ABC", "abc.ABC", "Enum", "Protocol", "Generic"):
            unknown = unknown or f"base {ast.unparse(base)} is not followed"
    if unknown:
        return carry(at, Found("unknown", why=unknown))
    return carry(at, Found("absent", why=f"class {at.node.name} has no {name}"))


def parameters(release, found, depth=0):
    """(names in order, "*" before keyword-only ones; whether **kwargs takes more), or None."""
    if depth > 8:
        return None
    node = found.node
    if found.kind == "class":
        return _constructor(release, found, depth)
    if isinstance(node, ast.Call) and node.args:  # wraps(...)(f), deprecated(f)
        for inner in node.args:
            made = follow(release, found, inner, 0, {})
            if made.kind in ("def", "class"):
                return parameters(release, made, depth + 1)
    if found.kind != "def":
        return None
    arguments = node.args
    names = [a.arg for a in arguments.posonlyargs + arguments.args]
    static = any(ast.unparse(d) == "staticmethod" for d in node.decorator_list)
    if found.owner is not None and names and not static:
        names = names[1:]
    if arguments.kwonlyargs or arguments.vararg:
        names.append("*" if not arguments.vararg else "*" + arguments.vararg.arg)
    names += [a.arg for a in arguments.kwonlyargs]
    return names, arguments.kwarg is not None


def _constructor(release, found, depth):
    for special in ("__init__", "__new__"):
        made = in_class(release, found, special, 0, {})
        if made.kind == "def":
            made.owner = made.owner or found.node
            return parameters(release, made, depth + 1)
    fields = [s.target.id for s in found.node.body
              if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)]
    inherited = []
    for base in found.node.bases:
        above = follow(release, found, base, 0, {})
        if above.kind == "class":
            got = _constructor(release, above, depth + 1) if depth < 8 else None
            inherited = got[0] if got else []
    decorated = any("dataclass" in ast.unparse(d) for d in found.node.decorator_list)
    tuples = any(ast.unparse(b).endswith("NamedTuple") for b in found.node.bases)
    if decorated or tuples or inherited:
        return [n for n in inherited if n not in fields] + fields, False
    return None
