"""The commands that a page of Markdown shows."""

import re

from harness import ROOT


def commands(page=ROOT / "README.md"):
    """The lines of a page's console blocks, continuation lines joined."""
    text = page.read_text()
    for block in re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.S | re.M):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.removeprefix("$ ").strip()
            if line and not line.startswith("#"):
                yield line


def examples(page):
    """The files that a page shows whole, by the names that it gives them."""
    return dict(re.findall(r"`([\w.-]+\.json)`:\n\n```json\n(.*?)^```", page.read_text(), re.S | re.M))
