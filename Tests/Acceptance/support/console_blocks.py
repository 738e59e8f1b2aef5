"""The commands that a page of Markdown shows, and what they print.

Lines of a block `sh` are commands. In a block `console`, commands begin with `$ `, and all else is what they print
on a terminal.
"""

import os
import pty
import re
import subprocess
import termios

import pyte

from harness import ROOT
from terminals import seen_on

BLOCK = re.compile(r"^```(sh|console)\n(.*?)^```", re.S | re.M)


def commands(page=ROOT / "README.md"):
    """The commands of a page, a line each, continuation lines joined."""
    for kind, block in BLOCK.findall(page.read_text()):
        lines = block.replace("\\\n", " ").splitlines()
        if kind == "console":
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        yield from (line.strip() for line in lines if line.strip() and not line.startswith("#"))


def runs(kind, block):
    """What to run for a block, as (command, what it prints): a block `sh` is one script, and prints nothing."""
    if kind == "sh":
        return [(block, "")]
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)
    assert parts[0] == "", f"this is printed by no command: {parts[0]}"
    return list(zip(parts[1::2], parts[2::2]))


def printed(command, folder, environment, columns=80):
    """The exit status of a command, and what a terminal shows after it."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    finished = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = seen_on(ours)
    # Long lines stay lines; what was erased is not shown.
    screen = pyte.Screen(1000, max(1, shown.count("\n") + 1))
    pyte.Stream(screen).feed(shown)
    lines = [line.rstrip() for line in screen.display]
    return finished.wait(timeout=60), "\n".join(lines).rstrip("\n") + "\n" if any(lines) else ""


def examples(page):
    """The files that a page shows whole, by the names that it gives them."""
    return dict(re.findall(r"`([\w.-]+\.json)`:\n\n```json\n(.*?)^```", page.read_text(), re.S | re.M))
