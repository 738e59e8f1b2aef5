#!/usr/bin/env python3
"""Proves the rules of the house that can be proven; there is no list of exceptions.

    python3 Tests/house             every rule; exit 1 where one is broken
    python3 Tests/house NAME…       only these rules
    python3 Tests/house --write     draws the arrows of Package.swift into the manual, and lists what is public
"""

import pathlib
import sys
import time

sys.dont_write_bytecode = True

import arrows  # noqa: E402
import counts  # noqa: E402
import names  # noqa: E402
import safety  # noqa: E402
import sizes  # noqa: E402
import tree as trees  # noqa: E402
import ways  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = {
    "names of the layout": arrows.names,
    "arrows": arrows.arrows,
    "imports": arrows.imports,
    "drawing": arrows.drawing,
    "types of the manual": names.manual_types,
    "paths": names.page_paths,
    "ways": ways.ways,
    "length of files": sizes.files,
    "length of functions": sizes.functions,
    "unlabeled parameters": sizes.unlabeled,
    "error types": counts.errors,
    "readers": counts.readers,
    "doubles": counts.doubles,
    "leftovers": safety.leftovers,
    "stops": safety.stops,
    "codes": safety.codes,
    "clock": safety.clock,
    "unchecked": safety.unchecked,
    "visibility": names.visibility,
    "public surface": names.public_surface,
    "own names": names.own_names,
    "dead declarations": names.dead,
    "spelling": names.spelling,
    "spelling of identifiers": names.identifiers,
    "test names": names.test_names,
}


def main(arguments):
    if unknown := [name for name in arguments if name not in (*RULES, "--write")]:
        sys.exit(f"house: no rule is called {unknown[0]}; the rules: {', '.join(RULES)}")
    tree = trees.read(ROOT)
    if "--write" in arguments:
        pathlib.Path(ROOT, arrows.PAGE).write_text(arrows.redrawn(tree))
        pathlib.Path(ROOT, names.SURFACE).write_text("".join(f"{line}\n" for line in names.surface(tree)))
        return 0
    broken = 0
    for name in arguments or RULES:
        start = time.monotonic()
        faults = list(RULES[name](tree))
        broken += bool(faults)
        for fault in faults:
            print(fault)
        print(f"{name}: {len(faults) or 'holds'} ({time.monotonic() - start:.2f} s)", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
