#!/usr/bin/env python3
"""Runs trainlint over a folder of public repositories and holds its findings against docs/evidence.

usage: findings.py --binary PATH [--new FILE] FOLDER

FOLDER holds one checkout a repository, named as in the evidence (owner+name or name). docs/evidence/<rule>.tsv has the
columns repository, commit, path, line, verdict (true, false, doubtful), why. Prints, for each rule: how many of its findings
were judged and how many of these are false, and which judged ones are no longer found; --new writes those not yet judged.
Status 1 if more than 5 % of the judged findings that still appear are false.
"""
import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

EVIDENCE = pathlib.Path(__file__).resolve().parents[3] / "docs/evidence"
COLUMNS = ["repository", "commit", "path", "line", "verdict", "why"]


def findings_of(binary, repository):
    run = subprocess.run([binary, "check", "--root", ".", "--exit-zero", "--output-format", "json", "."],
                         cwd=repository, capture_output=True, text=True, timeout=600)
    if run.returncode != 0:
        sys.exit(f"findings: {repository.name}: exit {run.returncode}: {run.stderr[-500:]}")
    return json.loads(run.stdout)["findings"]


def verdicts():
    table = {}
    for path in sorted(EVIDENCE.glob("*.tsv")):
        with path.open(newline="") as rows:
            for row in csv.DictReader(rows, delimiter="\t"):
                key = (path.stem, row["repository"].split("/")[-1], row["path"], int(row["line"]))
                table[key] = row["verdict"]
    return table


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--binary", required=True)
    args.add_argument("--new", type=pathlib.Path)
    args.add_argument("folder", type=pathlib.Path)
    args = args.parse_args()
    binary = str(pathlib.Path(args.binary).resolve())
    judged = verdicts()
    counts = collections.defaultdict(collections.Counter)
    unjudged, met, checked = [], set(), set()
    for repository in sorted(p for p in args.folder.iterdir() if p.is_dir()):
        name = repository.name.split("+")[-1]
        checked.add(name)
        for finding in findings_of(binary, repository):
            rule = finding["rule"].split(":")[0]
            key = (rule, name, finding["file"], finding["range"]["start"]["line"])
            verdict = judged.get(key)
            met.add(key)
            counts[rule][verdict or "not judged"] += 1
            if not verdict:
                unjudged.append([rule, name, "", finding["file"], key[3], "", finding["message"]])
    total = sum(counts.values(), collections.Counter())
    for rule, row in [*sorted(counts.items()), ("ALL", total)]:
        print(f"{rule:36}" + "  ".join(f"{key} {row[key]}" for key in ("true", "false", "doubtful", "not judged")))
    for key in sorted(set(judged) - met):
        if key[1] in checked:
            print(f"no longer found ({judged[key]}): {key[0]} {key[1]}/{key[2]}:{key[3]}")
    if args.new:
        with args.new.open("w", newline="") as out:
            csv.writer(out, delimiter="\t").writerows([["rule", *COLUMNS], *unjudged])
    known = total["true"] + total["false"] + total["doubtful"]
    return 1 if known and total["false"] > 0.05 * known else 0


if __name__ == "__main__":
    sys.exit(main())
