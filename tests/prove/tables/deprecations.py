"""Marks of deprecation: decorators, warnings in a body, tables, docstrings, texts near a name."""

import ast
import re

import names

SAID = re.compile(
    r"deprecat|will be removed|has been removed|was removed|were removed|no longer|renamed|has moved"
    r"|been moved|obsolete|in favor of|has no effect|is not supported|not support|been replaced"
    r"|removed in|is ignored|please use|use .{1,60} instead|will raise", re.I)
SPEAKS = re.compile(r"warn|deprecat|rank_zero|error|log|raise|exception|remov", re.I)
NEAR = 320  # characters
WHOLE = 500  # files


def texts_below(node):
    return " ".join(n.value for n in ast.walk(node)
                    if isinstance(n, ast.Constant) and isinstance(n.value, str))


def spoken(node):
    """Texts of calls that warn and of what is raised below a node."""
    for below in ast.walk(node):
        if isinstance(below, ast.Call):
            called = below.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if SPEAKS.search(name):
                yield name + " " + texts_below(below)
        elif isinstance(below, ast.Raise) and below.exc is not None:
            yield "raise " + texts_below(below)


def decorated(node):
    return [ast.unparse(d) for d in getattr(node, "decorator_list", [])
            if "deprecat" in ast.unparse(d).lower()]


def marks_of_node(node, argument=None):
    """(kind, text) of what a definition itself says; kind: decorator, warning, docstring."""
    if node is None:
        return
    for text in decorated(node):
        yield "decorator", text
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        for text in spoken(node):
            if SAID.search(text) or "deprecat" in text.lower():
                yield "warning", text
        doc = ast.get_docstring(node) or ""
        for match in SAID.finditer(doc):
            yield "docstring", doc[max(0, match.start() - NEAR): match.end() + NEAR]
    elif isinstance(node, ast.Call) and "deprecat" in ast.unparse(node.func).lower():
        yield "decorator", ast.unparse(node)


def marks(release, found, last, argument=None):
    """(kind, text) of all marks on a resolved name, strongest first."""
    word = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(argument or last)}(?![A-Za-z0-9_])")
    if not argument:
        for message in found.messages:
            yield "table", message
        for value in found.through:
            if isinstance(value, ast.Call) and "deprecat" in ast.unparse(value).lower():
                yield "decorator", ast.unparse(value)
    for kind, text in marks_of_node(found.node):
        if not argument and (kind == "decorator" or word.search(text)):
            yield kind, text
        elif not argument and re.search(r"this (function|class|method|module|name|property)", text,
                                        re.I):
            yield kind, text
        elif argument and word.search(text):
            yield kind, text
    yield from _of_instance(release, found, argument)
    if not argument:
        yield from _of_modules(found, last)


def _of_instance(release, found, argument):
    """`reduce_op = _reduce_op()`: what the class says, it says of the value."""
    if argument or not isinstance(found.node, ast.Call) or not found.module:
        return
    made = names.follow(release, found, found.node.func, 0, {})
    if made.kind == "class":
        for method in made.node.body:
            for text in decorated(method):
                yield "decorator", text
        yield from marks_of_node(made.node)


def _of_modules(found, last):
    """Modules on the way that warn when they are imported."""
    for module in found.steps:
        for statement in module.tree.body:
            if isinstance(statement, (ast.Expr, ast.If, ast.Try)):
                for text in spoken(statement):
                    own = module is found.module and "deprecat" in text.lower()
                    if SAID.search(text) and (own or re.search(rf"\b{last}\b", text)):
                        yield "module", text


def windows(text):
    """Every stretch of a text that speaks of deprecation."""
    return [text[max(0, m.start() - NEAR): m.end() + NEAR] for m in SAID.finditer(text)]


def plainly(text, word):
    """`... word ... is deprecated` within a few words."""
    return bool(re.search(rf"(?<![\w.])(?<!for `){re.escape(word)}\b[^.]{{0,60}}\b(?:is|was|are|been) deprecated", text))


def near(release, found, *words):
    """Does a stretch that speaks of deprecation name all the words, in a file on the way to the name?

    A small package is read whole: Lightning keeps what it removed apart from where it was.
    """
    if len(release.sources) < WHOLE:
        stretches = package_windows(release)
    else:
        modules = [*found.steps, found.module] if found.module else found.steps
        stretches = [w for m in {m.name: m for m in modules}.values() for w in module_windows(m)]
    patterns = [re.compile(rf"(?<![A-Za-z0-9_]){re.escape(w)}(?![A-Za-z0-9_])") for w in words]
    return any(words[0] in text and all(p.search(text) for p in patterns) for text in stretches)


def module_windows(module):
    if not hasattr(module, "windows"):
        module.windows = windows(module.text)
    return module.windows


def package_windows(release):
    if not hasattr(release, "windows"):
        release.windows = [w for path in release.sources if path.suffix == ".py"
                           for w in windows(path.read_text(errors="replace"))]
    return release.windows
