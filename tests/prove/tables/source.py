"""What one Python file binds at its top level, read with `ast`; nothing is imported."""

import ast
import dataclasses
import re


@dataclasses.dataclass
class Binding:
    """One way in which a name is bound: def, class, assign, import or from."""

    kind: str
    node: ast.AST = None  # def, class: the statement; assign: the value, or None
    module: str = ""  # import, from: absolute
    name: str = ""  # from: what is imported
    typing_only: bool = False  # under `if TYPE_CHECKING:`


# What newer Pythons write and this one may not read.
NEWER = [
    (re.compile(r"^(\s*(?:async )?def \w+)\[[^\n()]*\]\(", re.M), r"\1("),
    (re.compile(r"^(\s*class \w+)\[[^\n()]*\](?=[(:])", re.M), r"\1"),
    (re.compile(r"^(\s*)type (\w+)(?:\[[^\n=]*\])? = ", re.M), r"\1\2 = "),
    (re.compile(r"^(\s*except )(\w[\w.]*(?:, *\w[\w.]*)+):", re.M), r"\1(\2):"),
]
DEFINES = re.compile(r"(?:async )?(?:def|class) (\w+)|(\w+)\s*=")


def parse(text):
    """The tree of a file; a top-level statement that cannot be read only keeps its name."""
    for attempt in range(40):
        try:
            return ast.parse(text)
        except (ValueError, RecursionError):
            break
        except SyntaxError as error:
            if not attempt:
                for pattern, plain in NEWER:
                    text = pattern.sub(plain, text)
                continue
            lines = text.split("\n")
            first = last = min(max((error.lineno or 1) - 1, 0), len(lines) - 1)
            while first > 0 and not re.match(r"[A-Za-z_@]", lines[first]):
                first -= 1
            while last + 1 < len(lines) and not re.match(r"[A-Za-z_@]", lines[last + 1]):
                last += 1
            match = DEFINES.match(lines[first])
            kept = f"{match[1] or match[2]} = None" if match else ""
            lines[first: last + 1] = [kept] + [""] * (last - first)
            text = "\n".join(lines)
    return ast.Module([], [])


class Module:
    """A file's bindings, star imports, `__all__` and tables of deprecated names."""

    def __init__(self, name, path, package):
        self.name = name
        self.path = path
        self.package = package  # True: an __init__, or a folder without one
        self.bindings = {}
        self.stars = []
        self.all_names = set()
        self.all_is_whole = True
        self.all_given = False
        self.deprecated = {}  # name -> (message, value or None, the dict's entry)
        self.deleted = set()
        self.text = path.read_text(errors="replace") if path else ""
        self.tree = ast.Module([], [])
        if path:
            self.tree = parse(self.text)
        self._read(self.tree.body, False)
        self.lazy = any(word in self.text for word in ("_LazyModule", "lazy_loader", "LazyLoader"))
        # Old torch: compiled code adds its classes to the module.
        self.injected = any(call in self.text for call in ("_c10d_init(", "_rpc_init("))
        self.dynamic = "__getattr__" in self.bindings or any(
            word in self.text for word in ("globals()", "sys.modules[__name__]", "setattr("))

    def constants(self):
        """All string constants of the file."""
        if not hasattr(self, "_constants"):
            self._constants = {node.value for node in ast.walk(self.tree)
                               if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        return self._constants

    def absolute(self, module, level):
        """The module that a relative import means."""
        if not level:
            return module or ""
        parts = self.name.split(".")
        parts = parts[: len(parts) - level + (1 if self.package else 0)]
        return ".".join(parts + ([module] if module else []))

    def _bind(self, name, binding):
        self.bindings.setdefault(name, []).append(binding)
        self.deleted.discard(name)

    def _read(self, statements, typing):
        for statement in statements:
            self._read_one(statement, typing)

    def _read_one(self, node, typing):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._bind(node.name, Binding("def", node, typing_only=typing))
        elif isinstance(node, ast.ClassDef):
            self._bind(node.name, Binding("class", node, typing_only=typing))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                target = alias.name if alias.asname else alias.name.split(".")[0]
                self._bind(alias.asname or target,
                           Binding("import", module=target, typing_only=typing))
        elif isinstance(node, ast.ImportFrom):
            self._import_from(node, typing)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            self._assign(node, typing)
        elif isinstance(node, ast.Delete):
            self.deleted.update(t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.If):
            test = ast.unparse(node.test)
            self._read(node.body, typing or test.endswith("TYPE_CHECKING"))
            self._read(node.orelse, typing)
        else:
            self._below(node, typing)

    def _below(self, node, typing):
        for field in ("body", "orelse", "finalbody"):
            self._read(getattr(node, field, None) or [], typing)
        for handler in getattr(node, "handlers", []):
            self._read(handler.body, typing)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            self._extend(node.value)

    def _import_from(self, node, typing):
        module = self.absolute(node.module, node.level)
        for alias in node.names:
            if alias.name == "*":
                self.stars.append((module, typing))
            else:
                self._bind(alias.asname or alias.name,
                           Binding("from", module=module, name=alias.name, typing_only=typing))

    def _assign(self, node, typing):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            for at, name in enumerate(names):
                if not isinstance(name, ast.Name):
                    continue
                value = node.value
                if len(names) > 1 and isinstance(value, ast.Tuple) and len(value.elts) == len(names):
                    value = value.elts[at]
                if name.id == "__all__":
                    self._all(value)
                if "deprecat" in name.id.lower() and isinstance(value, ast.Dict):
                    self._deprecations(value)
                self._bind(name.id, Binding("assign", value, typing_only=typing))

    def _all(self, value):
        self.all_given = True
        for element in getattr(value, "elts", [value]):
            if isinstance(element, ast.Constant) and isinstance(element.value, str):
                self.all_names.add(element.value)
            else:
                self.all_is_whole = False

    def _extend(self, call):
        """`__all__.extend([...])`, `_deprecations.update({...})`."""
        function = call.func
        if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
            return
        if function.value.id == "__all__" and function.attr in ("extend", "append") and call.args:
            self._all(call.args[0])
        if "deprecat" in function.value.id.lower() and call.args \
                and isinstance(call.args[0], ast.Dict):
            self._deprecations(call.args[0])

    def _deprecations(self, table):
        """JAX's tables: "name": ("message", value); without a value the name is gone."""
        for key, entry in zip(table.keys, table.values):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                continue
            parts = entry.elts if isinstance(entry, ast.Tuple) else [entry]
            texts = [n.value for n in ast.walk(entry)
                     if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            value = parts[-1]
            gone = isinstance(value, ast.Constant) and value.value is None
            self.deprecated[key.value] = (" ".join(texts), None if gone else value, entry)


def class_bindings(node):
    """What a class body binds, `self.x = ...` in its methods included (as assign)."""
    found = {}

    def visit(statements):
        for s in statements:
            if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.setdefault(s.name, []).append(Binding("def", s))
                for below in ast.walk(s):
                    if isinstance(below, (ast.Assign, ast.AnnAssign)):
                        own_attributes(below)
            elif isinstance(s, ast.ClassDef):
                found.setdefault(s.name, []).append(Binding("class", s))
            elif isinstance(s, (ast.Assign, ast.AnnAssign)):
                for target in s.targets if isinstance(s, ast.Assign) else [s.target]:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, []).append(Binding("assign", s.value))
            else:
                for field in ("body", "orelse", "finalbody"):
                    visit(getattr(s, field, None) or [])

    def own_attributes(s):
        for target in s.targets if isinstance(s, ast.Assign) else [s.target]:
            for name in getattr(target, "elts", [target]):
                if isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name) \
                        and name.value.id == "self":
                    found.setdefault(name.attr, []).append(Binding("assign", None))

    visit(node.body)
    return found
