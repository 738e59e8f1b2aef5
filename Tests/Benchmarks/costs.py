#!/usr/bin/env python3
"""The ledger of costs: instructions, and misses of a 32 KB cache of instructions, of seven small runs.

    costs.py TIDINGS            compares with costs.json; fails at 2 % more instructions, or 30 % more misses
    costs.py TIDINGS --record   writes costs.json; a commit that raises a cost says why

Times on a busy machine say nothing about a step of 2 %; these numbers are the same in each run: the
caches are simulated, hashes and addresses are fixed, and one worker does everything in order.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
LEDGER = HERE / "costs.json"
# Where a build lies in the file system moves its functions: two builds of the same sources differed by
# 0.1 % in instructions, and by up to 22 % in misses.
MOST = {"instructions": 1.02, "misses": 1.3}
NOW = "2026-02-08T15:05:00Z"
MAILING = (
    "mail", "mails.jsonl", "--recipients", "people.jsonl", "--from", "digest@example.org", "--first-days", "40",
    "--base-url", "https://example.org",
)  # fmt: skip
MBOX = (*MAILING, "--as", "mbox", "--no-sync")
RUNS = {
    "mails of 2,000 to 200, default": (*MBOX, "--theme", "default", "-o", "default"),
    "mails of 2,000 to 200, lean": (*MBOX, "--theme", "lean", "-o", "lean"),
    "the same to a Maildir, default": (*MAILING, "--as", "maildir", "--theme", "default", "-o", "maildir"),
    "pages of 2,000 for 200": ("inbox", "mails.jsonl", "-o", "pages"),
    "summary of 10,000, JSON Lines": ("summary", "life.jsonl"),
    "summary of 10,000, CSV": ("summary", "life.csv"),
    "a digest of 100": ("digest", "small.jsonl", "-o", "digest.md"),
}


def make_data(folder):
    """The benchmark's data, seeded, so that each run has the same."""
    generate = folder / "generate"
    subprocess.run(["g++", "-O1", "-std=c++17", "-o", generate, HERE / "generate.cpp", "-lsqlite3"], check=True)
    for name, *arguments in (
        ("mails.jsonl", "--records", "2000", "--recipients", "200", "--all-unread", "--days", "7", "--people", "people.jsonl"),
        ("life.jsonl", "--records", "10000", "--recipients", "1000"),
        ("small.jsonl", "--records", "100", "--recipients", "1"),
    ):
        subprocess.run([generate, *arguments, "--as", "jsonl", "--output", name], check=True, cwd=folder)
    records = [json.loads(line) for line in open(folder / "life.jsonl")]
    with open(folder / "life.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(records[0])
        table.writerows(["" if value is None else value for value in record.values()] for record in records)
    # Times of files are in fingerprints.
    for path in folder.glob("*.*"):
        os.utime(path, (1_770_000_000, 1_770_000_000))


def measure(tidings, folder, name):
    """Instructions and misses of one run."""
    counts = folder / f"{list(RUNS).index(name)}.counts"
    command = [
        "setarch", "-R", "valgrind", "--tool=cachegrind", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64",
        "--LL=8388608,16,64", f"--cachegrind-out-file={counts}", tidings, *RUNS[name], "--now", NOW, "--jobs", "1",
    ]  # fmt: skip
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": str(folder), "SWIFT_DETERMINISTIC_HASHING": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"costs: {name} failed:\n{done.stderr}")
    text = counts.read_text()
    events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
    totals = re.search(r"^summary: (.*)$", text, re.M).group(1).split()
    found = dict(zip(events, map(int, totals)))
    return {"instructions": found["Ir"], "misses": found["I1mr"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tidings", type=pathlib.Path)
    parser.add_argument("--record", action="store_true", help="write costs.json")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("SKIPPED [1] Tests/Benchmarks/costs.py: valgrind is not installed")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        # Valgrind cannot read the debug information of Swift's runtime.
        binary = folder / "tidings"
        subprocess.run(["strip", "--strip-debug", "-o", binary, options.tidings.resolve()], check=True)
        for resources in options.tidings.resolve().parent.glob("*.resources"):
            shutil.copytree(resources, folder / resources.name)
        make_data(folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = dict(zip(RUNS, pool.map(lambda name: measure(binary, folder, name), RUNS)))
    known = json.loads(LEDGER.read_text()) if LEDGER.exists() else {}
    dearer = []
    for name, costs in found.items():
        for what, count in costs.items():
            before = known.get(name, {}).get(what)
            change = f"{count / before - 1:+8.2%}" if before else "     new"
            print(f"{name:32} {what:12} {count:13,} {change}")
            if not before or count > before * MOST[what]:
                dearer.append(f"{name}: {what}")
    if options.record:
        LEDGER.write_text(json.dumps(found, indent=2) + "\n")
    elif dearer:
        print("costs: more than Tests/Benchmarks/costs.json allows:", *dearer, sep="\n  ", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
