"""The dense forms of the page's styles and scripts, which every page holds: half of their sources.

`Tests/run dense` writes them anew; a test proves that they are what this makes.
"""

from pathlib import Path

import minify

INBOX = Path(__file__).resolve().parents[3] / "Templates/inbox"
SOURCES = sorted(path for path in INBOX.iterdir() if path.suffix in {".css", ".js"})


def dense_form(source: Path) -> Path:
    return INBOX / "dense" / source.name


def made_dense(source: Path) -> str:
    """A script as a minifier makes it, with short local names; a style without line breaks."""
    text = source.read_text()
    return minify.string("text/javascript", text) if source.suffix == ".js" else text.replace("\n", "")


if __name__ == "__main__":
    for source in SOURCES:
        dense_form(source).write_text(made_dense(source))
