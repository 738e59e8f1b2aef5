#!/usr/bin/env python3
"""Independent readers judge a folder of messages.

    judge.py FOLDER                  every judge; exit 1 when one complains or misses its control
    judge.py FOLDER --only NAME      one judge (may be repeated)
    judge.py --list                  their names

FOLDER holds .eml files and, for comparing, expected.json with what was put into them; headers.jsonl
and domains.jsonl beside them are judged too. Before a judge is believed it must refuse messages that
are broken on purpose. A judge whose program is missing is skipped and says so; --strict makes that a
failure.
"""

import argparse
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]

import caniemail  # noqa: E402
import fields  # noqa: E402
import markup  # noqa: E402
import parsers  # noqa: E402
import readers  # noqa: E402
import samples  # noqa: E402
import transport  # noqa: E402

JUDGES = (*parsers.JUDGES, *readers.JUDGES, *transport.JUDGES, *markup.JUDGES, *caniemail.JUDGES, *fields.JUDGES)


def judge_one(judge, sample):
    """The complaints of a judge, those about itself first."""
    return samples.run_controls(judge, sample) or judge.judge(sample)


def arguments():
    parser = argparse.ArgumentParser(description="Independent readers judge a folder of messages.")
    parser.add_argument("folder", nargs="?", help="a folder of .eml files")
    parser.add_argument("--only", action="append", metavar="NAME", help="this judge only")
    parser.add_argument("--list", action="store_true", help="the names of the judges")
    parser.add_argument("--strict", action="store_true", help="a missing program is a failure")
    return parser.parse_args()


def main():
    options = arguments()
    if options.list:
        print("\n".join(judge.name for judge in JUDGES))
        return 0
    unknown = set(options.only or ()) - {judge.name for judge in JUDGES}
    if unknown or not options.folder:
        print(f"judge.py: no such judge: {', '.join(unknown)}" if unknown else __doc__)
        return 64
    sample = samples.Sample.load(options.folder)
    if not sample.messages:
        print(f"judge.py: no .eml files in {options.folder}")
        return 66
    failed = 0
    for judge in JUDGES:
        if options.only and judge.name not in options.only:
            continue
        start = time.monotonic()
        try:
            complaints = judge_one(judge, sample)
            verdict = f"{len(complaints)} complaints" if complaints else "ok"
        except samples.Missing as missing:
            complaints, verdict = [], f"skipped: needs {missing}"
            failed += options.strict
        failed += bool(complaints)
        controls = len(judge.controls)
        seconds = time.monotonic() - start
        print(f"{judge.name:16} {verdict:20} {controls} controls  {seconds:5.1f} s", flush=True)
        for complaint in complaints[:20]:
            print(f"    {complaint}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
