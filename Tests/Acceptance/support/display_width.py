#!/usr/bin/env python3
"""Display widths as Python's wcwidth sees them, for comparison with ours.

  display_width.py ranges     the wide ranges, as lines of Sources/Languages/ScalarWidth.swift
  display_width.py scalars    runs of code points of equal width: "first last width" in hexadecimal
  display_width.py texts      for each line of standard input, its width in columns

Needs the package wcwidth with the tables of Unicode 17, as ours are; exits 2 without it.
"""
import sys

try:
    import wcwidth
    from wcwidth import table_wide
except ImportError:
    print("the package wcwidth is not installed", file=sys.stderr)
    sys.exit(2)


def ranges():
    table = table_wide.WIDE_EASTASIAN[unicode_version()]
    print(f"// Unicode {unicode_version()}")
    cells = [f"(0x{a:X}, 0x{b:X})," for a, b in table]
    line = "   "
    for cell in cells:
        if len(line) + 1 + len(cell) > 100:
            print(line)
            line = "   "
        line += " " + cell
    print(line)


def scalars():
    first, width = 0, None
    for value in range(0x110000):
        surrogate = 0xD800 <= value <= 0xDFFF
        found = 0 if surrogate else max(0, wcwidth.wcwidth(chr(value)))
        if found != width:
            if width is not None:
                print(f"{first:x} {value - 1:x} {width}")
            first, width = value, found
    print(f"{first:x} 10ffff {width}")


def texts():
    for line in sys.stdin.buffer.read().decode("utf-8").split("\n")[:-1]:
        print(wcwidth.wcswidth(line))


def unicode_version():
    return list(table_wide.WIDE_EASTASIAN)[-1]


if __name__ == "__main__":
    if sys.argv[1] != "ranges" and not unicode_version().startswith("17."):
        print(f"wcwidth has the tables of Unicode {unicode_version()}", file=sys.stderr)
        sys.exit(2)
    {"ranges": ranges, "scalars": scalars, "texts": texts}[sys.argv[1]]()
