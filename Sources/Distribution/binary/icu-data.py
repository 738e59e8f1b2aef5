#!/usr/bin/env python3
"""Writes DIR/data.o, ICU's data without what Tidings never asks for; the linker takes it for Swift's own.

  icu-data.py DIR

Swift's static library of ICU holds 34 MB of data for everything that ICU can do. Tidings asks it for the
names of months and weekdays, patterns of dates and digits of any language, the rules of every zone, and
English names of zones. All of that stays, as do plurals, normalization and the names of hosts. What goes:
character sets, collation, breaking of text, transliteration, spelled-out numbers, names of units,
currencies, languages and regions, names of characters, and zones' names in other languages.

`Tests/run package` proves that both say the same, in every language and zone.
"""

import pathlib
import shutil
import struct
import subprocess
import sys

# Trees of resources that go, and what ICU opens of them nevertheless.
DROPPED_TREES = {"brkitr", "coll", "curr", "lang", "rbnf", "region", "translit", "unit"}
OPENED_ANYWAY = {
    "curr": {"root.res", "pool.res", "res_index.res", "supplementalData.res"},
    "unit": {"root.res", "pool.res", "res_index.res"},
}
# Character sets, string profiles of protocols, confusable characters.
DROPPED_KINDS = {"cnv", "spp", "cfu"}
DROPPED_FILES = {"unames.icu"}
# The regions whose names of zones are asked for: those of ZoneNames.swift.
ZONE_LANGUAGES = ("root.", "pool.", "res_index.", "tzdbNames.", "en.", "en_", "ja.", "ja_")


def is_kept(name):
    """Whether an item such as `zone/en.res` stays."""
    tree, _, file = name.rpartition("/")
    if tree == "zone":
        return file.startswith(ZONE_LANGUAGES)
    if tree in DROPPED_TREES:
        return file in OPENED_ANYWAY.get(tree, ())
    return file.rpartition(".")[2] not in DROPPED_KINDS and file not in DROPPED_FILES


def items(data):
    """The header of a package of ICU's common data (CmnD), and its items: full name, bytes."""
    length, magic = struct.unpack_from("<HH", data)
    if magic != 0x27DA or data[12:16] != b"CmnD":
        sys.exit("icu-data.py: this is not ICU's common data of a little-endian machine")
    (count,) = struct.unpack_from("<I", data, length)
    entries = [struct.unpack_from("<II", data, length + 4 + 8 * index) for index in range(count)]
    starts = [start for _, start in entries] + [len(data) - length]
    found = []
    for index, (name, start) in enumerate(entries):
        end = data.index(b"\0", length + name)
        found.append((data[length + name : end].decode(), data[length + start : length + starts[index + 1]]))
    return data[:length], found


def package(header, kept):
    """A package of the same form: header, table of contents, names, items at multiples of 16."""
    names, name_starts = bytearray(), []
    for name, _ in kept:
        name_starts.append(4 + 8 * len(kept) + len(names))
        names += name.encode() + b"\0"
    start = -(-(4 + 8 * len(kept) + len(names)) // 16) * 16
    table, body = bytearray(struct.pack("<I", len(kept))), bytearray()
    for (_, content), name_start in zip(kept, name_starts):
        table += struct.pack("<II", name_start, start + len(body))
        body += content + bytes(-len(content) % 16)
    return header + bytes(table + names).ljust(start, b"\0") + bytes(body)


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    swift = pathlib.Path(shutil.which("swiftc")).resolve().parents[1]
    archive = swift / "lib/swift_static/linux/lib_FoundationICU.a"
    whole = folder / "whole.o"
    whole.write_bytes(subprocess.run(["ar", "p", archive, "icu_packaged_data.cpp.o"], check=True, stdout=-1).stdout)
    listing = subprocess.run(["nm", whole], check=True, stdout=-1, text=True).stdout
    symbol = next(name for name in listing.split() if name.startswith("icudt"))
    subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", whole, folder / "whole.dat"], check=True)
    header, all_items = items((folder / "whole.dat").read_bytes())
    kept = [(name, content) for name, content in all_items if is_kept(name.partition("/")[2])]
    trees = {name.split("/")[1] for name, _ in all_items if name.count("/") > 1}
    if not DROPPED_TREES | {"zone"} <= trees:
        sys.exit(f"icu-data.py: ICU's data have changed, and hold these trees: {', '.join(sorted(trees))}")
    (folder / "data.dat").write_bytes(package(header, kept))
    source = f"""
        .section .rodata
        .balign 16
        .globl {symbol}
        .type {symbol}, @object
{symbol}:
        .incbin "data.dat"
        .size {symbol}, . - {symbol}
        .section .note.GNU-stack, "", @progbits
"""
    (folder / "data.s").write_text(source)
    subprocess.run(["gcc", "-c", "data.s", "-o", "data.o"], cwd=folder, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
