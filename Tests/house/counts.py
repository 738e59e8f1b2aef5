"""What there may be only so many of: types of errors, readers, and functions that say the same."""

import collections
import re

from sizes import BLOCKS
from tree import Fault

# Lowered when one goes, and never raised.
ERRORS = 6
# Shorter bodies are alike by chance.
LINES = 5


def errors(tree):
    """A fault is a `Fault`; an error type of its own is for callers that switch over its cases."""
    found = [
        (file, match) for file in tree.sources
        for match in re.finditer(r"\b(?:struct|enum|class) (\w+)[^{\n]*:[^{\n]*\bError\b", file.code)]
    for file, match in found[ERRORS:]:
        yield Fault(file.path, file.line(match.start()), f"{match[1]} is an error type; {ERRORS} at most")


def readers(tree):
    """Files of objects beside the exports are read by `ObjectFile`, whatever their format."""
    for file in tree.sources:
        if file.path.startswith("Sources/Exports/SideFiles/"):
            continue
        for match in re.finditer(r"\bSideFileEntries\(", file.code):
            yield Fault(file.path, file.line(match.start()), "ObjectFile reads files of objects")


def doubles(tree):
    """No function is written twice."""
    bodies = collections.defaultdict(list)
    for file in tree.sources:
        for declaration in file.declarations:
            body = file.body(declaration) if declaration.kind in BLOCKS else None
            text = " ".join(file.text[body[0] : body[1]].split()) if body else ""
            if body and file.text.count("\n", *body) > LINES:
                bodies[text].append((file, declaration))
    for file, declaration in (place for places in bodies.values() for place in places[1:]):
        yield Fault(file.path, file.line(declaration.start), f"{declaration.name} stands elsewhere, too")
