#!/usr/bin/env python3
"""Puts faults into a copy of the sources, one at a time: the simulation must find each.

    mutants.py [--recipient-years 1000] [--scratch DIR] [NAME…]

Builds in a copy of the clone's `.build` that stands in its place by a mount namespace, so that only
what changed is compiled. Prints for each fault the seed that found it, and after how many
recipient-years; exits 1 where one was not found.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import simulate

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = "swift build -c release --static-swift-stdlib --product tidings"

# By name: the file, what stands there, what a careless hand would leave instead, and the first seed:
# seed 4 has monthly digests, urgent mails and people who are forgotten.
MUTANTS = {
    "a wrong comparison": (
        "Sources/Pipeline/Schedule/Schedule.swift", "if slot <= now { return slot }", "if slot < now { return slot }",
        0),
    "a missing sync": (
        "Sources/Delivery/Outbox/Sink.swift",
        "    if syncs { try temporaries.syncFileSystem() }\n", "", 0),
    "a lost rename": (
        "Sources/Delivery/Outbox/OutboxFolder.swift",
        "        try temporaries.rename(name, to: target, as: name)\n", "        _ = name\n", 0),
    "a purge that counts from urgent mails": (
        "Sources/Delivery/Ledger/Ledger+Deliveries.swift",
        "(SELECT delivered FROM mailboxes WHERE mailboxes.id = deliveries.mailbox)",
        "(SELECT max(last.now) FROM deliveries AS last WHERE last.mailbox = deliveries.mailbox)", 4),
    "an urgent mail that is forgotten": (
        "Sources/Delivery/Ledger/Ledger+Forget.swift",
        "SELECT max(now) + 1 FROM deliveries", "SELECT NULL FROM deliveries", 4),
}  # fmt: skip


def copied(scratch):
    """The sources with what was built of them."""
    copy = scratch / "clone"
    subprocess.run(["cp", "-a", "--reflink=auto", str(ROOT), str(copy)], check=True)
    return copy


def build(copy):
    """Builds the copy at the clone's own path, which what was built before remembers."""
    in_place = f'mount --bind "{copy}" "{ROOT}" && cd "{ROOT}" && exec {BUILD}'
    if subprocess.run(["unshare", "-Urm", "true"], check=False).returncode == 0:
        command = ["unshare", "-Urm", "sh", "-c", in_place]
    else:
        shutil.rmtree(copy / ".build", ignore_errors=True)
        command = ["sh", "-c", f'cd "{copy}" && exec {BUILD}']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"the build failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return copy / ".build" / "release" / "tidings"


def found(binary, years, first=0):
    """The result that shows the fault and the recipient-years until then; None if there is none."""
    lived = 0
    for seed in simulate.enough(first, years):
        result = simulate.simulate(seed, binary=binary)
        lived += result["years"]
        if result["wrong"]:
            return result, lived
        if lived >= years:
            break
    return None, lived


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(MUTANTS))
    parser.add_argument("--recipient-years", type=float, default=1000)
    parser.add_argument("--seed", type=int, help="the first one for every fault")
    parser.add_argument("--scratch", type=pathlib.Path)
    options = parser.parse_args()
    for name in ("swift", "gcc"):
        if shutil.which(name) is None:
            sys.exit(f"{name} is not installed; Tests/run setup installs all that is needed but Swift")
    missed = 0
    with tempfile.TemporaryDirectory(prefix="tidings-mutants-", dir=options.scratch) as scratch:
        copy = copied(pathlib.Path(scratch))
        for name in options.names:
            place, right, wrong, first = MUTANTS[name]
            source = (copy / place).read_text()
            if source.count(right) != 1:
                sys.exit(f"{name}: {place} has the line {source.count(right)} times")
            (copy / place).write_text(source.replace(right, wrong))
            result, lived = found(build(copy), options.recipient_years, first if options.seed is None else options.seed)
            (copy / place).write_text(source)
            if result is None:
                missed += 1
                print(f"{name}: not found in {lived:,.1f} recipient-years", flush=True)
            else:
                print(
                    f"{name}: found by seed {result['seed']} after {lived:,.2f} recipient-years\n"
                    f"  {result['wrong'][0][:300]}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    os.environ.setdefault("SWIFT_BACKTRACE", "enable=no")
    sys.exit(main())
