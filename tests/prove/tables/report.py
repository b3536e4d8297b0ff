"""docs/proof/tables.md: how much of each table the releases confirm, and why the rest cannot be."""

import collections

HEAD = """\
# Proof of the tables

`./dev prove tables` fetches releases from the package index, unpacks them, imports and runs nothing, and
compares every row of rules/tables with what stands there: definitions and re-exports as `ast` reads them,
parameters, marks of deprecation, options of the launchers' own parsers, config classes, strings of Python,
C++ and shared libraries. `./dev prove tables --stale` lists rows that changed since, and projects with a
newer release. The verdict of each row is in rules/tables/checked.tsv.

A row **holds** when every claim that a finding rests on was read and found so; it is **unchecked** when
one of them could not be read. An unchecked row speaks as a warning at most.

"""

NOTES = """\

## What a verdict does not say

- What a call does (`kind`, `op`, `scope`, `event`) is not in its declaration: of `collectives`, `rank_sources`
  and `events`, the program checks that the name is there and takes the parameters that the row names.
- The exact release of a boundary is checked where both neighbours are on the index; else only that the name is
  gone, or marked, in those that are.
- `config_keys`: a key is a field of a config class or a constant that a reader of configs asks for. That it
  stands in this section and no other is not followed.
- `variables`: the name is a text of its own in the owner's Python, C++ or libraries. What values mean is not read.
"""


def table_of(results):
    lines = ["| table | rows | hold | unchecked | refuted | claims checked |", "|---|--:|--:|--:|--:|--:|"]
    total = collections.Counter()
    for table, rows in results.items():
        count = collections.Counter(r.verdict for r in rows)
        claims = sum(1 for r in rows for c in r.claims if c.verdict == "holds")
        lines.append(f"| {table} | {len(rows)} | {count['holds']} | {count['unchecked']} |"
                     f" {count['refuted']} | {claims} |")
        total.update(count, )
        total["rows"] += len(rows)
        total["claims"] += claims
    lines.append(f"| all | {total['rows']} | {total['holds']} | {total['unchecked']} |"
                 f" {total['refuted']} | {total['claims']} |")
    return "\n".join(lines)


def kind_of(why):
    """The kind of a reason: names of modules and classes are left out."""
    for start in ("a member of", "base ", "advice:", "no text", "annotated", "the word stands"):
        if why.startswith(start):
            return {"base ": "a base class is of another project",
                    "a member of": "a member of a value that is made at run time"}.get(start, start)
    if "makes it at run time" in why or why == "not followed":
        return "it is made at run time"
    if why.endswith("is compiled"):
        return "it is in compiled code"
    return why or "no reason"


def reasons(results):
    lines = ["", "## Why rows are unchecked", "", "| table | reason | rows |", "|---|---|--:|"]
    for table, rows in results.items():
        kinds = collections.Counter()
        for row in rows:
            if row.verdict == "unchecked":
                kinds.update({kind_of(c.why) for c in row.claims
                              if c.core and c.verdict == "unchecked"})
        lines += [f"| {table} | {kind} | {n} |" for kind, n in kinds.most_common()]
    kinds = collections.Counter()
    for rows in results.values():
        for row in rows:
            if row.verdict == "holds":
                kinds.update({(c.what.split(" since ")[0].split(" before ")[0], kind_of(c.why))
                              for c in row.claims if c.verdict == "unchecked"
                              and not c.what.endswith("is there")})
    lines += ["", "Claims of rows that hold which no finding rests on, and which could not be read:", "",
              "| claim | reason | rows |", "|---|---|--:|"]
    lines += [f"| {what} | {kind} | {n} |" for (what, kind), n in kinds.most_common(20)]
    return "\n".join(lines)


def releases_of(releases):
    lines = ["", "## Releases read", "", "| project | releases |", "|---|---|"]
    for project, found in releases.by_project.items():
        if found:
            lines.append(f"| {project} | {', '.join(r.version for r in found)} |")
    return "\n".join(lines)


def write(path, results, releases, date):
    text = HEAD + f"Of {date}.\n\n" + table_of(results) + "\n" + reasons(results) + "\n" + NOTES \
        + releases_of(releases) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
