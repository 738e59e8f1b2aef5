"""The ways of the manual's page about the architecture, hop by hop."""

import re

from arrows import PAGE
from swift_text import split
from tree import Fault

WAY = re.compile(r"^### .*\(at most (\d+) hops\)$")
HOP = re.compile(r"^(\d+)\. `([A-Za-z.]+)` in `(\S+)`")


def ways(tree):
    """Each hop of a way names a symbol that its file declares, and no way has more hops than it may."""
    most = None
    for number, line in enumerate(tree.texts.get(PAGE, "").splitlines(), 1):
        if line.startswith("#"):
            way = WAY.match(line)
            most = int(way[1]) if way else None
        hop = HOP.match(line)
        if most is None or hop is None:
            continue
        if int(hop[1]) > most:
            yield Fault(PAGE, number, f"the way has more than {most} hops")
        text = tree.texts.get(hop[3])
        if text is None:
            yield Fault(PAGE, number, f"{hop[3]} is not there")
            continue
        code = split(text)[0]
        for name in hop[2].split("."):
            if not declares(code, name):
                yield Fault(PAGE, number, f"{hop[3]} does not declare {name}")


def declares(code, name):
    """Whether code declares or extends a name; a case or a variable may stand after others on its line."""
    kinds = "struct|class|enum|actor|protocol|typealias|extension|func|let|var|case"
    several = rf"(?:let|var|case)\b[^\n={{]*,\s*{name}\b"
    return re.search(rf"\b(?:(?:{kinds})\s+(?:\w+\.)*{name}|{several})\b", code) is not None
