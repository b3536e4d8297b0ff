"""rules/tables/checked.tsv: what the releases said of each row."""

import collections
import itertools

COLUMNS = ("table", "row", "verdict", "digest", "date", "releases", "why")
HEAD = """\
# Written by `./dev prove tables`: what the releases said of each row. A row whose digest no longer is
# that of its fields is unchecked.
"""


def compact(releases):
    """"torch 2.14.0, torch 2.15.0" as "torch 1.0.0..2.15.0 (31)"."""
    by_project = collections.defaultdict(list)
    for name in releases:
        project, version = name.rsplit(" ", 1)
        by_project[project].append(version)
    parts = []
    for project, versions in by_project.items():
        span = versions[0] if len(versions) == 1 else \
            f"{versions[0]}..{versions[-1]} ({len(versions)})"
        parts.append(f"{project} {span}")
    return ", ".join(parts)


def write(path, results, date):
    lines = [HEAD, "\t".join(COLUMNS) + "\n"]
    for r in results:
        fields = (r.table, r.key, r.verdict, r.digest, date, compact(r.releases), r.why)
        lines.append("\t".join(" ".join(field.split()) for field in fields) + "\n")
    path.write_text("".join(lines))


def read(path):
    """(table, row) -> the fields of its line."""
    if not path.exists():
        return {}
    lines = [line for line in path.read_text().split("\n") if line and not line.startswith("#")]
    rows = (dict(itertools.zip_longest(COLUMNS, line.split("\t"), fillvalue="")) for line in lines[1:])
    return {(row["table"], row["row"]): row for row in rows}
