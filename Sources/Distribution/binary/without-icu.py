#!/usr/bin/env python3
"""Writes DIR/without-icu.o, which the linker takes for the functions of ICU that Foundation calls.

  without-icu.py DIR

Tidings has its own tables of languages and zones (Sources/CLanguages), and asks Foundation for nothing that
needs ICU; but Foundation has it in. With these the linker leaves out ICU, 9 MB. Whoever calls one of them
after all ends the program with its name: `Tests/run package` runs everything with the result.
"""

import pathlib
import shutil
import subprocess
import sys

# All that Foundation consists of, beside ICU itself.
CALLERS = (
    "libFoundation.a", "libFoundationInternationalization.a", "libFoundationEssentials.a", "libCoreFoundation.a",
    "lib_FoundationCollections.a", "libswiftCore.a", "libswift_StringProcessing.a",
)  # fmt: skip
START = """
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void end(const char *name) {
  static const char before[] = "tidings: this program was built without ICU, and calls ";
  if (write(2, before, sizeof before - 1) < 0 || write(2, name, strlen(name)) < 0 || write(2, "\\n", 1) < 0) _exit(70);
  abort();
}
"""


def symbols(archive, *flags):
    """The names that `nm` prints of an archive."""
    listing = subprocess.run(["nm", *flags, archive], check=True, stdout=-1, stderr=-3, text=True).stdout
    return {line.split()[-1] for line in listing.splitlines() if line and not line.endswith(":")}


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    libraries = pathlib.Path(shutil.which("swiftc")).resolve().parents[1] / "lib/swift_static/linux"
    called = set().union(*(symbols(libraries / name, "--undefined-only") for name in CALLERS))
    names = sorted(called & symbols(libraries / "lib_FoundationICU.a", "--defined-only", "--extern-only"))
    if not 100 < len(names) < 1000 or "swift_udat_open" not in names:
        sys.exit(f"without-icu.py: Foundation calls {len(names)} functions of ICU: it is not as it was")
    functions = [f"void {name}(void) {{ end(__func__); }}\n" for name in names]
    (folder / "without-icu.c").write_text(START + "".join(functions))
    subprocess.run(["gcc", "-c", "-O2", "without-icu.c", "-o", "without-icu.o"], cwd=folder, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
