#!/usr/bin/env python3
"""CPython's own reading of Python texts, as prove_parser dumps ours.

Texts on standard input, each as SIZE LF BYTES; answers ERRORS SIZE LF DUMP. The first line of the output is the version.
tests/prove/parser/pyodide_dump.mjs runs the same functions under CPython in WebAssembly.
"""
import ast
import struct
import sys
import threading
import unicodedata
import warnings

FIELDS = {
    "FunctionDef": "name args body decorator_list returns type_params",
    "AsyncFunctionDef": "name args body decorator_list returns type_params",
    "ClassDef": "name bases keywords body decorator_list type_params",
    "Return": "value", "Delete": "targets", "Assign": "targets value",
    "TypeAlias": "name type_params value", "AugAssign": "target op value",
    "AnnAssign": "target annotation value simple",
    "For": "target iter body orelse", "AsyncFor": "target iter body orelse",
    "While": "test body orelse", "If": "test body orelse",
    "With": "items body", "AsyncWith": "items body", "Match": "subject cases",
    "Raise": "exc cause", "Try": "body handlers orelse finalbody",
    "TryStar": "body handlers orelse finalbody", "Assert": "test msg", "Import": "names",
    "ImportFrom": "module names level", "Global": "names", "Nonlocal": "names", "Expr": "value",
    "Pass": "", "Break": "", "Continue": "",
    "BoolOp": "op values", "NamedExpr": "target value", "BinOp": "left op right",
    "UnaryOp": "op operand", "Lambda": "args body", "IfExp": "test body orelse",
    "Dict": "keys values", "Set": "elts", "ListComp": "elt generators",
    "SetComp": "elt generators", "DictComp": "key value generators",
    "GeneratorExp": "elt generators", "Await": "value", "Yield": "value", "YieldFrom": "value",
    "Compare": "left ops comparators", "Call": "func args keywords",
    "FormattedValue": "value conversion format_spec",
    "Interpolation": "value str conversion format_spec", "JoinedStr": "values",
    "TemplateStr": "values", "Constant": "value kind", "Attribute": "value attr",
    "Subscript": "value slice", "Starred": "value", "Name": "id", "List": "elts",
    "Tuple": "elts", "Slice": "lower upper step",
    "comprehension": "target iter ifs is_async", "ExceptHandler": "type name body",
    "arguments": "posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults",
    "arg": "arg annotation", "keyword": "arg value", "alias": "name asname",
    "withitem": "context_expr optional_vars", "match_case": "pattern guard body",
    "MatchValue": "value", "MatchSingleton": "value", "MatchSequence": "patterns",
    "MatchMapping": "keys patterns rest", "MatchClass": "cls patterns kwd_attrs kwd_patterns",
    "MatchStar": "name", "MatchAs": "pattern name", "MatchOr": "patterns",
    "TypeVar": "name bound default_value", "ParamSpec": "name default_value",
    "TypeVarTuple": "name default_value",
}
FIELDS = {kind: fields.split() for kind, fields in FIELDS.items()}
OPERATORS = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
ABSENT_LISTS = {"type_params"}
TRUE_PLACES = sys.version_info >= (3, 12)


def quoted(value):
    """Bytes as in repr, always in single quotes."""
    return "'" + repr(b"'\"" + value)[5:]


def constant(value):
    if isinstance(value, str):
        return "s" + quoted(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, bytes):
        return "b" + quoted(value)
    if value is None or value is True or value is False:
        return str(value)
    if isinstance(value, int):
        return "i%x" % value
    if isinstance(value, float):
        return "f" + struct.pack(">d", value).hex()
    if isinstance(value, complex):
        return "j" + struct.pack(">d", value.imag).hex()
    return "Ellipsis"


class Dumper:
    def __init__(self):
        self.out = []
        self.in_string = 0

    def statement(self, node):
        self.node(node)
        self.out.append("\n")

    def node(self, node):
        kind = type(node).__name__
        if isinstance(node, OPERATORS):
            self.out.append(kind)
            return
        out = self.out
        out.append(kind)
        if hasattr(node, "lineno") and (TRUE_PLACES or not self.in_string):
            out.append(f"@{node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}")
        out.append("(")
        inside = kind in ("JoinedStr", "TemplateStr")
        self.in_string += inside
        first = True
        for name in FIELDS[kind]:
            if not first:
                out.append(",")
            first = False
            self.field(kind, name, getattr(node, name, None))
        self.in_string -= inside
        out.append(")")

    def field(self, kind, name, value):
        if name == "value" and kind in ("Constant", "MatchSingleton"):
            self.out.append(constant(value))
        elif isinstance(value, list):
            self.out.append("[")
            for i, item in enumerate(value):
                if i:
                    self.out.append(" ")
                self.item(item)
            self.out.append("]")
        elif value is None:
            self.out.append("[]" if name in ABSENT_LISTS else "~")
        elif kind == "Interpolation" and name == "str":
            self.out.append(quoted(value.encode()))
        else:
            self.item(value)

    def item(self, value):
        if isinstance(value, ast.AST):
            self.node(value)
        elif value is None:
            self.out.append("~")
        else:
            self.out.append(str(value))


def dump(source):
    """(errors, text): errors is 0, or 1 with the message as text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.decode("utf-8-sig"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as refusal:
        return 1, f"{type(refusal).__name__}: {refusal}"
    dumper = Dumper()
    for statement in tree.body:
        dumper.statement(statement)
    return 0, "".join(dumper.out)


def version():
    return "%d.%d" % sys.version_info[:2]


def looked_up(name):
    return unicodedata.lookup(name)


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sink.write(version().encode() + b"\n")
    sink.flush()
    while line := source.readline():
        errors, text = dump(source.read(int(line)))
        data = text.encode("utf-8", "surrogatepass")
        sink.write(b"%d %d\n" % (errors, len(data)) + data)
        sink.flush()


if __name__ == "__main__":
    sys.setrecursionlimit(20000)
    threading.stack_size(512 << 20)
    worker = threading.Thread(target=main)
    worker.start()
    worker.join()
