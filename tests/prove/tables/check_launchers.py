"""launchers: options as the launcher's own parser declares them, with their arity; whole where said so."""

import ast

import claims as c
import names

# Where each launcher declares its options.
PARSERS = {
    "torchrun": ["torch.distributed.run"],
    "torch.distributed.launch": ["torch.distributed.run", "torch.distributed.launch"],
    "accelerate launch": ["accelerate.commands.launch"],
    "deepspeed": ["deepspeed.launcher.runner"],
    "deepspeed.launcher.launch": ["deepspeed.launcher.launch"],
    "horovodrun": ["horovod.runner.launch"],
    "paddle.distributed.launch": ["paddle.distributed.launch.context.args_envs"],
    "paddle.distributed.fleet.launch": ["paddle.distributed.fleet.launch"],
    "colossalai run": ["colossalai.cli.launcher"],
    "composer": ["composer.cli.launcher"],
    "fabric run": ["lightning.fabric.cli"],
    "ray job submit": ["ray.dashboard.modules.job.cli", "ray.dashboard.modules.job.cli_utils", "ray.dashboard.utils",
                       "ray.scripts.scripts"],
    "torch_xla.distributed.xla_dist": ["torch_xla.distributed.xla_dist"],
}
SWITCHES = ("store_true", "store_false", "store_const", "count", "help", "version",
            "check_env")  # torch's own: a switch that a variable may set
ADDS = ("add_argument", "option", "Option")


class Option:
    def __init__(self, call):
        self.names = [a.value for a in call.args
                      if isinstance(a, ast.Constant) and isinstance(a.value, str)
                      and a.value.startswith("-")]
        self.names = [part.strip() for name in self.names for part in name.split("/")]
        self.given = {k.arg: k.value for k in call.keywords if k.arg}

    def text(self, key):
        value = self.given.get(key)
        return value.value if isinstance(value, ast.Constant) else \
            ast.unparse(value) if value is not None else None

    @property
    def arity(self):
        """As the table writes it, or None where it is not plain."""
        action = str(self.text("action") or "")
        if action.split(".")[-1].strip("'\"") in SWITCHES or self.text("is_flag") is True \
                or "BooleanOptional" in action:
            return "0"
        nargs = self.text("nargs")
        if nargs is None:
            known = not action or action in ("store", "append", "extend", "env")
            return "1" if known else None
        return {"?": "?", "*": "*", "+": "+"}.get(nargs, str(nargs) if isinstance(nargs, int) else None)

    @property
    def choices(self):
        value = self.given.get("choices")
        if isinstance(value, (ast.List, ast.Tuple)):
            return [e.value for e in value.elts if isinstance(e, ast.Constant)]
        return None


def options(release, modules):
    """Every option that the modules declare; None: no such module."""
    found, any_module = [], False
    for name in modules:
        module = names.load(release, name)
        if not module or not module.text:
            continue
        any_module = True
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) \
                    else getattr(node.func, "id", "")
                if called in ADDS:
                    option = Option(node)
                    if option.names:
                        found.append(option)
    return found if any_module else None


def spellings(option):
    """torchrun and accelerate take --a-b for --a_b."""
    return {name.replace("_", "-") if name.startswith("--") else name for name in option}


def check(row, releases):
    modules = PARSERS.get(row["name"])
    pool = releases.of_module(modules[0]) if modules else []
    if not pool:
        return [c.unchecked("options", c.NO_LIBRARY)], []
    declared = {r: options(r, modules) for r in pool}
    read = [r for r in pool if declared[r] is not None]
    if not read:
        return [c.unchecked("options", c.NOT_READ)], []
    found = []
    for flag in row.get("flags", []):
        found += _flag(flag, read, declared)
    if row.get("complete"):
        found += _whole(row, read[-1], declared[read[-1]])
    found += _retirement(row, pool, declared)
    return found, read


def _flag(flag, read, declared):
    shown = flag["names"][0]
    if set(flag["names"]) & {"-h", "--help", "--version", "-v"}:
        return [c.holds(shown)]
    mine = spellings(flag["names"])
    there = [(r, o) for r in read for o in declared[r] if mine & spellings(o.names)]
    if not there:
        return [c.refuted(shown, "no such option in any release read")]
    everyone = {name for _, o in there for name in spellings(o.names)}
    found = []
    strangers = mine - everyone
    if strangers and not all(s.startswith("--no-") for s in strangers):
        found.append(c.refuted(shown, f"{', '.join(sorted(strangers))} is not declared"))
    arities = [o.arity for _, o in there]
    if arities[-1] is None:
        found.append(c.unchecked(f"{shown} takes {flag['arity']}", c.RUN_TIME, core=False))
    elif flag["arity"] in arities:
        found.append(c.holds(shown))
    else:
        found.append(c.refuted(f"{shown} takes {flag['arity']}", f"it takes {arities[-1]}"))
    choices = [o.choices for _, o in there if o.choices]
    if flag.get("choices") and choices:
        lost = [v for v in choices[-1] if v not in flag["choices"]]
        if lost:
            found.append(c.refuted(f"choices of {shown}", f"also {', '.join(map(str, lost))}"))
        else:
            found.append(c.holds(f"choices of {shown}"))
    return found


def _whole(row, release, declared):
    listed = {s for flag in row["flags"] for s in spellings(flag["names"])}
    missing = [o.names[0] for o in declared if not spellings(o.names) & listed]
    if missing:
        return [c.refuted("is whole", f"{release} also has {', '.join(missing)}")]
    return [c.holds("is whole")]


def _retirement(row, pool, declared):
    removed = row.get("removed_in")
    if removed:
        still = [r for r in c.since(pool, removed) if declared[r] is not None]
        yield c.refuted(f"gone since {removed}", f"is in {still[0]}") if still else \
            c.holds(f"gone since {removed}")
