"""What stops a run, hides a clock or switches a check off."""

import re

from tree import Fault

LEFTOVER = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
STOPS = {
    "fatalError": re.compile(r"\bfatalError\b"),
    "try!": re.compile(r"\btry!"),
    "as!": re.compile(r"\bas!"),
    "a forced unwrap": re.compile(r"(?<!\btry)(?<!\bas)(?<=[\w)\]>`}])!(?!=)"),
}
CLOCK = re.compile(r"\bDate(?:\.init)?\(\)|\bDate\.now\b|\bCLOCK_REALTIME\b|\bgettimeofday\b|(?<![.\w])time\(nil\)")
UNCHECKED = re.compile(r"@unchecked\s+Sendable|\bnonisolated\(unsafe\)|@exclusivity\(unchecked\)")
# A proof says who has access: one thread or task at a time, or nobody who writes.
PROOF = re.compile(r"\b(?:threads?|tasks?|closures?|shared?|sharing|once|exclusiv\w+|checked|constant|immutable|mutex|lock)\b", re.I)

# A fault's code is told from the errno and status codes of systems by whose it is.
CODE = re.compile(r"\b(?:fault|error|reject|failure|self)\)?[?!]?\.code\s*[!=]=|[!=]=\s*[\w.]*(?:fault|error|failure)\.code\b"
                  r"|\bswitch\s+[\w.]*(?:fault|error|failure)\.code\b|\bcontains\([\w.]*(?:fault|error|failure)\.code\)|\bcode\s*[!=]=\s*Fault\b", re.I)


def leftovers(tree):
    """No comment leaves something to be done."""
    for file in tree.swift:
        for match in LEFTOVER.finditer(file.comments):
            yield Fault(file.path, file.line(match.start()), f"{match[0]} is left over")


def stops(tree):
    """Nothing of Sources stops the process where a value is missing."""
    for file in tree.sources:
        for name, pattern in STOPS.items():
            for match in pattern.finditer(file.code):
                yield Fault(file.path, file.line(match.start()), f"{name} stops the process")


def codes(tree):
    """Nobody tells cases apart by a fault's code, which is for programs outside and tests: by an enum or a value."""
    for file in tree.sources:
        for match in CODE.finditer(file.code):
            yield Fault(file.path, file.line(match.start()), "the code of a fault is compared")


def clock(tree):
    """The clock is read once, in the command line."""
    found = [(file, match) for file in tree.sources for match in CLOCK.finditer(file.code)]
    for index, (file, match) in enumerate(found):
        if index > 0 or not file.path.startswith("Sources/tidings/"):
            yield Fault(file.path, file.line(match.start()), "the clock comes in as a parameter")
    if not found:
        yield Fault("Sources/tidings", 1, "the command line reads no clock")


def unchecked(tree):
    """Where a check is switched off, the comment above it, or above its type, proves that it may be."""
    for file in tree.sources:
        for match in UNCHECKED.finditer(file.code):
            line = file.line(match.start())
            above = [comment_above(file, line), *(comment_above(file, file.line(o)) for o in enclosing(file, match.start()))]
            if not any(PROOF.search(comment) for comment in above):
                yield Fault(file.path, line, f"{match[0]} has no proof beside it")


def comment_above(file, line):
    """The comment of a line and of the lines straight above it."""
    lines, comments = file.code.splitlines(), file.comments.splitlines()
    found = [comments[line - 1]]
    index = line - 2
    while index >= 0 and comments[index].strip() and not lines[index].strip() or index >= 0 and lines[index].strip().startswith("@"):
        found.append(comments[index])
        index -= 1
    return " ".join(reversed(found))


def enclosing(file, offset):
    """The offsets of the types around an offset."""
    for declaration in file.declarations:
        if declaration.kind in ("struct", "class", "enum", "actor"):
            body = file.body(declaration)
            if body and body[0] < offset < body[1]:
                yield declaration.start
