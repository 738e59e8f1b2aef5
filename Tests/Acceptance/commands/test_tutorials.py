"""Every tutorial of the manual does what it shows, for a reader who has the program and an empty folder.

`TIDINGS_RECORD=1` writes what the commands print into the pages, and fails, so that it is read.
"""

import os
import re
import subprocess

import pytest

from console_blocks import replayed
from harness import BINARY, ROOT

TUTORIALS = sorted((ROOT / "Sources" / "Distribution" / "Manual" / "tutorials").glob("*.md"))
RECORD = os.environ.get("TIDINGS_RECORD") == "1"


SAMPLE = re.compile(r"^cat > notifications\.jsonl <<'END'\n.*?^END$", re.S | re.M)


def done(text, folder):
    """The page of a reader who has nothing but the program, and the sample where the page sends them for it."""
    (folder / "tools").mkdir()
    (folder / "tools" / "tidings").symlink_to(BINARY)
    (folder / "desk").mkdir()
    environment = {
        "PATH": f"{folder / 'tools'}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "NO_COLOR": "1",
    }
    if "(terminal.md#make-a-sample)" in text:
        (sample,) = SAMPLE.findall((TUTORIALS[0].parent / "terminal.md").read_text())
        subprocess.run(["sh", "-c", sample], cwd=folder / "desk", check=True)
    return replayed(text, folder / "desk", environment)


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_prints_what_it_shows(page, tmp_path):
    text = page.read_text()
    found = done(text, tmp_path)
    if RECORD and found != text:
        page.write_text(found)
        pytest.fail("recorded anew: read the difference before you commit it")
    assert found == text


def test_a_wrong_output_is_found(tmp_path):
    text = (TUTORIALS[0].parent / "feed.md").read_text()
    wrong = text.replace("2 feeds written", "3 feeds written", 1)
    assert wrong != text and done(wrong, tmp_path) != wrong


def test_tutorials_begin_with_the_same_sample():
    texts = {page.stem: page.read_text() for page in TUTORIALS}
    assert {name for name, text in texts.items() if SAMPLE.search(text)} == {"terminal"}
    assert {name for name, text in texts.items() if "(terminal.md#make-a-sample)" not in text} == {"terminal", "own-system"}
