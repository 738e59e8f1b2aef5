"""The README's first command in a clone that nobody has built in. `Tests/run package` runs this: it is a whole build."""

import subprocess

from console_blocks import commands
from harness import ROOT


def test_the_first_command_of_the_readme_works_in_a_new_clone(tmp_path):
    clone = tmp_path / "tidings"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    first = next(command for command in commands() if command.startswith("Tests/run tidings "))
    finished = subprocess.run(["bash", "-c", first], cwd=clone, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.strip() and (clone / ".build/whole/debug/tidings").exists()
