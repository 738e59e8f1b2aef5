"""How long files and functions are, and what they take unlabeled."""

import re

from swift_text import BLOCKS
from tree import Fault

FILE, FUNCTION = 300, 50
MEASURED = (".swift", ".py", ".c", ".h", ".cpp", ".hpp")
# The longest case of a switch that is a table.
ROW = 12


def files(tree):
    """No file of Sources and Tests has more than 300 lines."""
    for path, text in tree.texts.items():
        lines = text.count("\n")
        if path.startswith(("Sources/", "Tests/")) and path.endswith(MEASURED) and lines > FILE:
            yield Fault(path, FILE + 1, f"the file has {lines} lines; {FILE} at most")


def functions(tree):
    """No function has more than 50 lines, tables aside."""
    for file in tree.swift:
        for declaration in file.declarations:
            body = file.body(declaration) if declaration.kind in BLOCKS else None
            if body is None:
                continue
            first = file.line(declaration.start)
            lines = file.line(body[1]) - first + 1
            if lines > FUNCTION and not is_table(file.code[body[0] + 1 : body[1]]):
                yield Fault(file.path, first, f"{declaration.name} has {lines} lines; {FUNCTION} at most")


def is_table(body):
    """Whether a body has no block in it, or is one switch whose cases have at most 12 lines each."""
    if "{" not in body:
        return True
    switch = re.fullmatch(r"\s*(?:return\s+)?switch\b[^{}]*\{(.*)\}\s*", body, re.S)
    if switch is None or re.search(r"^\s*(?:switch|if|for|while|guard|do|let|var)\b", switch[1], re.M):
        return False
    cases = re.split(r"^\s*(?:case|default)\b", switch[1], flags=re.M)
    return all(case.strip().count("\n") < ROW for case in cases)


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
