"""Every command that the README shows works as it stands there."""

import os
import shutil
import subprocess

import pytest

from console_blocks import commands
from harness import BINARY, ROOT

# Commands that build or test the project itself; this very run proves them.
OURS = ("swift build", "Tests/run", "git clone", "export PATH")
# The one that a newcomer begins with runs where they run it: in the checkout itself.
FIRST = "Tests/run tidings"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what the README's reader sees, in which commands may write."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("Sources", "Tests", "Templates", "output"):
        if (ROOT / name).is_dir():
            os.symlink(ROOT / name, folder / name)
    (folder / ".build" / "release").mkdir(parents=True)
    os.symlink(BINARY, folder / ".build" / "release" / "tidings")
    (folder / "bin").mkdir()
    gh = folder / "bin" / "gh"
    gh.write_text("#!/bin/sh\n# GitHub, as its program would answer.\ncat Tests/Fixtures/github/page-*.json\n")
    gh.chmod(0o755)
    return folder


def test_the_readme_shows_commands():
    assert len(list(commands())) >= 5


@pytest.mark.parametrize("command", list(dict.fromkeys(commands())))
def test_a_command_of_the_readme_works(command, checkout):
    folder = ROOT if command.startswith(FIRST) else checkout
    if command.startswith(OURS) and not command.startswith(FIRST):
        pytest.skip(f"skipped: proven by this run itself: {command}")
    environment = {**os.environ, "PATH": f"{checkout / 'bin'}:{BINARY.parent}:{os.environ['PATH']}"}
    finished = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=600)
    assert finished.returncode in (0, 3), finished.stderr.decode()
    assert shutil.which("tidings", path=environment["PATH"])
