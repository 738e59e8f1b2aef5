"""Faults of the machine: a full disk, no inodes left, a limit on file sizes, a read-only disk."""

import pathlib
import subprocess
import tempfile

from driver import ENVIRONMENT, Driver, judge, tree

# Each with what makes the place, what sets it right, and the statuses that are right meanwhile.
CASES = [
    ("a full disk", "mount -t tmpfs -o size=100k none {place}",
     "mount -o remount,size=64m {place}", (73, 74)),
    ("a disk that fills up midway", "mount -t tmpfs -o size=220k none {place}",
     "mount -o remount,size=64m {place}", (73, 74)),
    ("no inodes left", "mount -t tmpfs -o size=64m,nr_inodes=20 none {place}",
     "mount -o remount,nr_inodes=10000 {place}", (73, 74)),
    ("a read-only disk", "mount -t tmpfs -o size=64m none {place}; mount -o remount,ro {place}",
     "mount -o remount,rw {place}", (73, 74)),
    ("a limit on file sizes", "mount -t tmpfs -o size=64m none {place}; ulimit -S -f 40",
     "ulimit -S -f unlimited", (73, 74)),
]

SCRIPT = """
{make}
{driver}; echo first $?
{repair}
{driver}; echo second $?
cp -r {place}/out {copy}
"""


def faults(executable, report):
    probe = subprocess.run(["unshare", "-Urm", "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        print("skipped: no user namespaces for the faults of the machine")
        return
    wrong, cases = [], 0
    for form in ("maildir", "mbox"):
        for name, make, repair, statuses in CASES:
            if form == "mbox" and name == "no inodes left":
                continue
            cases += 1
            wrong += [f"{name}, {form}: {line}" for line in
                      case(Driver(executable, form), make, repair, statuses)]
    report.add("faults of the machine", cases, wrong)


def case(driver, make, repair, statuses):
    with tempfile.TemporaryDirectory(prefix="tidings-machine-") as root:
        root = pathlib.Path(root)
        place = root / "place"
        place.mkdir()
        whole = root / "whole"
        driver.run(whole)
        expected = tree(whole)
        script = SCRIPT.format(
            make=make.format(place=place), repair=repair.format(place=place), place=place,
            driver=" ".join(driver.command(place / "out")), copy=root / "copy")
        done = subprocess.run(
            ["unshare", "-Urm", "sh", "-c", script], env=ENVIRONMENT, capture_output=True,
            check=False, timeout=120)
        lines = dict(line.split() for line in done.stdout.decode().splitlines())
        wrong = []
        if int(lines.get("first", -1)) not in statuses:
            wrong.append(f"status {lines.get('first')}: {done.stderr[-300:].decode()}")
        if lines.get("second") != "0":
            wrong.append(f"the next run ended with {lines.get('second')}: {done.stderr[-300:]}")
        return wrong + judge([], tree(root / "copy"), expected)
