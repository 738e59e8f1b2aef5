#!/usr/bin/env python3
"""Nights of `tidings mail` from one seed, judged by an independent model.

    simulate.py --seed 12345                          one seed, exactly as it was
    simulate.py --seed 12345 --trace                  the same, with a line for each start of the tool
    simulate.py --seed 1 --recipient-years 1000       seeds from 1 on, until they add up to so many

`TIDINGS` names the program, if it is not the release build. Exits 1 where something was wrong.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import resource
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "simulation"), str(HERE)]

from cron import KINDS as WORLDS
from cron import ORDER, Simulation

BINARY = pathlib.Path(os.environ.get("TIDINGS", HERE.parents[2] / ".build/release/tidings"))
KINDS = ("lost", "twice", "forbidden", "strange")


def simulate(seed, trace=False, binary=BINARY):
    """What came of a seed: plain values, for they come from another process."""
    shared = pathlib.Path("/dev/shm")
    place = shared if os.access(shared, os.W_OK) else None
    before = processor_time()
    with tempfile.TemporaryDirectory(prefix="tidings-nights-", dir=place) as folder:
        one = Simulation(seed, pathlib.Path(folder), binary, print if trace else None).live()
    return {
        "seed": seed, "years": one.recipient_years, "wrong": one.wrong, "mails": one.promises.mails,
        "notifications": sum(one.promises.came.values()), "met": one.met,
        "runs": len(one.finished), "kinds": one.promises.counts, "seconds": processor_time() - before}


def processor_time():
    """Of this process and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def enough(first, years):
    """The seeds from `first` on that add up to so many recipient-years."""
    seeds, sum_, seed = [], 0, first
    while sum_ < years:
        seeds.append(seed)
        sum_ += expected_years(seed)
        seed += 1
    return seeds


def expected_years(seed):
    """A little less than a seed has, for nobody joins or leaves in it."""
    people, days, _ = WORLDS[ORDER[seed % len(ORDER)]]
    return 0.9 * people * days / 365


def simulate_all(seeds, workers=2, binary=BINARY):
    """Goes through seeds, the long ones first; yields what came of each as it is done."""
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        waiting = {
            pool.submit(simulate, seed, False, binary)
            for seed in sorted(seeds, key=lambda seed: -expected_years(seed))}
        try:
            for done in concurrent.futures.as_completed(waiting):
                yield done.result()
        finally:
            for one in waiting:
                one.cancel()


def sentences(result):
    """What was wrong with a seed, and how to see it again."""
    yield f"seed {result['seed']}: {len(result['wrong'])} wrong"
    yield from (f"  {line}" for line in result["wrong"][:10])
    yield f"  again: Tests/Acceptance/nightly/simulate.py --seed {result['seed']} --trace"


def summary(results):
    kinds = collections.Counter()
    for one in results:
        kinds.update(one["kinds"])
    return (
        f"{sum(r['years'] for r in results):,.0f} recipient-years, {len(results)} seeds, "
        f"{sum(r['seconds'] for r in results):,.0f} s of processor time, "
        f"{sum(r['runs'] for r in results):,} runs, {sum(r['mails'] for r in results):,} mails, "
        f"{sum(r['notifications'] for r in results):,} notifications: "
        + ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--recipient-years", type=float)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--trace", action="store_true")
    options = parser.parse_args()
    if options.recipient_years is None:
        results = [simulate(options.seed, options.trace)]
    else:
        results = []
        for result in simulate_all(enough(options.seed, options.recipient_years), options.workers):
            results.append(result)
            print("\n".join(sentences(result)) if result["wrong"] else summary([result]), flush=True)
    if options.recipient_years is None:
        print("\n".join(sentences(results[0])) if results[0]["wrong"] else "nothing wrong")
        print(", ".join(f"{name} {count}" for name, count in sorted(results[0]["met"].items())))
    print(summary(results))
    return 1 if any(result["wrong"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
