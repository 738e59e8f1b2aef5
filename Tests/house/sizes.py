"""How long files and functions are, and what they take unlabeled."""

import re

from swift_text import BLOCKS
from tree import Fault

FILE, FUNCTION = 300, 50
MEASURED = (".swift", ".py", ".c", ".h", ".cpp", ".hpp")
# A row of a table: a case, or an element that begins with a literal and ends with a comma.
ROW = re.compile(r"\s*(?:case\b.*|[\"#.(\[0-9-].*,)\s*$")


def files(tree):
    """No file of Sources and Tests has more than 300 lines."""
    for path, text in tree.texts.items():
        lines = text.count("\n")
        if path.startswith(("Sources/", "Tests/")) and path.endswith(MEASURED) and lines > FILE:
            yield Fault(path, FILE + 1, f"the file has {lines} lines; {FILE} at most")


def functions(tree):
    """No function has more than 50 lines; the rows of tables in it do not count."""
    for file in tree.swift:
        for declaration in file.declarations:
            if declaration.kind not in BLOCKS:
                continue
            body = file.body(declaration)
            if body is None:
                continue
            first, last = file.line(declaration.start), file.line(body[1])
            rows = sum(bool(ROW.match(line)) for line in file.text.splitlines()[first:last])
            lines = last - first + 1
            # Where rows are the most of it, it is a table.
            if lines > FUNCTION and lines - (rows if rows * 2 > lines else 0) > FUNCTION:
                yield Fault(file.path, first, f"{declaration.name} has {lines} lines; {FUNCTION} at most")


def unlabeled(tree):
    """A function takes at most two unlabeled parameters."""
    for file in tree.sources:
        for declaration in file.declarations:
            if declaration.kind not in ("func", "init", "subscript"):
                continue
            taken = sum(parameter.startswith("_ ") for parameter in parameters(file.code, declaration.start))
            # A subscript's parameters have no labels unless two names are given.
            if declaration.kind != "subscript" and taken > 2:
                yield Fault(file.path, file.line(declaration.start), f"{declaration.name} takes {taken} unlabeled parameters")


def parameters(code, start):
    """The parameters of the declaration that begins at an offset."""
    opening = code.find("(", start)
    depth, begin, found = 0, opening + 1, []
    for offset in range(opening, len(code)):
        character = code[offset]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        if depth == 0 or (depth == 1 and character == ","):
            found.append(code[begin:offset].strip())
            begin = offset + 1
        if depth == 0:
            break
    return found
