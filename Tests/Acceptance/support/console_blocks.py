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
