"""./dev prove tables: each row of rules/tables against the real releases, which are read and never run.

    --cache FOLDER   where releases are kept (default: build/prove/tables)
    --only TABLE     of one table, or TABLE:FRAMEWORK; prints, writes nothing
    --offline        with the releases that are in the cache
    --stale          rows whose claims changed, projects with a newer release
"""

import argparse
import collections
import concurrent.futures
import datetime
import pathlib
import subprocess
import sys
import json
import tomllib

import check_calls
import check_config
import check_launchers
import check_renamed
import check_variables
import claims
import releases as published
import report
import sidecar

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLES = ROOT / "rules" / "tables"
CHECKS = {
    "renamed_api": check_renamed.check,
    "variables": check_variables.check,
    "launchers": check_launchers.check,
    "config_keys": check_config.check,
    "collectives": check_calls.check_collective,
    "rank_sources": check_calls.check_rank_source,
    "signatures": check_calls.check_signature,
    "events": check_calls.check_event,
    "no_return": check_calls.check_no_return,
    "scheduler_environments": check_calls.check_scheduler,
}


def key_of(table, row):
    if table in ("config_keys", "scheduler_environments"):
        return f"{row['system']}:{row.get('path') or row['name']}"
    return row["name"]


def rows_of(table):
    """Each row, with the digest of its text as "digest"."""
    text = (TABLES / f"{table}.toml").read_text()
    rows = tomllib.loads(text)["row"]
    return [row | {"digest": claims.digest(lines)}
            for row, lines in zip(rows, claims.texts_of_rows(text), strict=True)]


def work(cache, top, jobs):
    """Rows that ask the same releases, in one process."""
    known = published.Releases(cache)
    out = []
    for at, table, row in jobs:
        found, read = CHECKS[table](row, known)
        out.append((at, claims.Result(table, key_of(table, row), list(found),
                                      claims.names_of(read), row["digest"])))
    return out


def group_of(table, row):
    """Rows of one project stay together, so that each file is read once."""
    if table in ("variables", "launchers", "config_keys", "scheduler_environments"):
        return row.get("owner") or row.get("framework") or row.get("system") or "no project"
    return "env" if row["name"].startswith("env:") else row["name"].split(".")[0]


def run(cache, only):
    wanted, _, framework = (only or "").partition(":")
    groups, count = collections.defaultdict(list), 0
    for table in CHECKS:
        if wanted and table != wanted:
            continue
        for row in rows_of(table):
            group = group_of(table, row)
            if not framework or group == framework:
                groups[group].append((count, table, row))
                count += 1
    done = {}
    order = sorted(groups, key=lambda g: -len(groups[g]))
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for results in pool.map(work, [cache] * len(order), order, [groups[g] for g in order]):
            done.update(results)
    by_table = collections.defaultdict(list)
    for at in sorted(done):
        by_table[done[at].table].append(done[at])
    return by_table


def show(results):
    for rows in results.values():
        for r in rows:
            if r.verdict == "refuted":
                print(f"refuted {r.table} {r.key}: {r.why}")
    for table, rows in results.items():
        print(table, dict(collections.Counter(r.verdict for r in rows)))


def newest(cache, known):
    """Project -> its newest plain release on the index."""
    python = published.pip_python(pathlib.Path(cache).parent)
    asked = [{"list": p["name"], "kinds": p["kinds"]} for p in known.manifest]
    out = subprocess.run([python, published.HERE / "fetch.py"], text=True, capture_output=True,
                         input="\n".join(map(json.dumps, asked)), check=True).stdout
    for project, line in zip(known.manifest, out.splitlines()):
        plain = [v for v in json.loads(line)["versions"] if v.replace(".post", ".").replace(".", "").isdigit()]
        yield project, max(plain, key=published.version_key, default="")


def stale(cache):
    checked = sidecar.read(TABLES / "checked.tsv")
    count = 0
    for table in CHECKS:
        for row in rows_of(table):
            line = checked.pop((table, key_of(table, row)), None)
            if not line or line["digest"] != row["digest"]:
                count += 1
                print(f"{table} {key_of(table, row)}: {'changed' if line else 'never compared'}")
    for table, key in checked:
        count += 1
        print(f"{table} {key}: has no row")
    known = published.Releases(cache)
    for project, version in newest(cache, known):
        latest = max(project["releases"], key=published.version_key)
        if version and published.version_key(version) > published.version_key(latest):
            count += 1
            print(f"{project['name']} {version} is newer than {latest}: add it to the manifest; "
                  f"rows of {', '.join(project['frameworks'])}")
    return 1 if count else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cache", default=ROOT / "build" / "prove" / "tables")
    parser.add_argument("--only")
    parser.add_argument("--offline", action="store_true")
    parser.add_argument("--stale", action="store_true")
    options = parser.parse_args()
    if options.stale:
        return stale(options.cache)
    known = published.Releases(options.cache)
    if not options.offline:
        published.fetch(known.missing, options.cache)
        known = published.Releases(options.cache)
    for project, version, _ in known.missing:
        print(f"not read: {project['name']} {version}", file=sys.stderr)
    results = run(options.cache, options.only)
    show(results)
    if not options.only:
        date = datetime.date.today().isoformat()
        everything = [r for rows in results.values() for r in rows]
        sidecar.write(TABLES / "checked.tsv", everything, date)
        report.write(ROOT / "docs" / "proof" / "tables.md", results, known, date)
    return 1 if any(r.verdict == "refuted" for rows in results.values() for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
