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
    """The commands of a page: a line each, with its continuation lines and its here-document."""
    for kind, block in BLOCK.findall(page.read_text()):
        text = block.replace("\\\n", " ")
        if kind == "console":
            text = "".join(re.findall(r"^\$ (.*\n)", text, re.M))
        for command in re.findall(r"^.*<<'END'\n(?s:.*?)^END$|^.+$", text, re.M):
            if command.strip() and not command.startswith("#"):
                yield command.strip()


def replayed(text, folder, environment):
    """A page as it is when all its blocks were run, one after the other; a block `sh` is one script."""

    def replaced(match):
        kind, block = match.groups()
        scripts = [block] if kind == "sh" else re.findall(r"^\$ (.*\n)", block, re.M)
        assert kind == "sh" or block.startswith("$ "), f"no command prints this: {block}"
        shown = ""
        for script in scripts:
            status, lines = printed(script.rstrip("\n"), folder, environment)
            assert status == 0, f"{script}\n{lines}"
            shown += script if kind == "sh" else f"$ {script}{lines}"
        return f"```{kind}\n{shown}```"

    return BLOCK.sub(replaced, text)


def printed(command, folder, environment, columns=80):
    """The exit status of a command, and what a terminal shows after it."""
    ours, theirs = pty.openpty()
    # So long that nothing needs a pager.
    termios.tcsetwinsize(theirs, (500, columns))
    finished = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)  # fmt: skip
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
