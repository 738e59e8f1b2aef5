"""The dense forms of the page's styles and scripts, which every page holds: half of their sources.

`Tests/run dense` writes them anew; a test proves that they are what this makes.
"""

import re
from pathlib import Path

import minify

INBOX = Path(__file__).resolve().parents[3] / "Templates/inbox"
SOURCES = sorted(path for path in INBOX.iterdir() if path.suffix in {".css", ".js"})


# Properties of the script's own objects, which no data and no browser names: a letter does.
OWN = "states element card shown members section group gone priority away began until focused painted dressed settled column owner form due back waits stays past".split()


def shorter(script: str) -> str:
    """A minified script, whose variables have short names already."""
    for letter, name in zip("abcdefghijklmnopqrstuvwxyz", OWN):
        script = re.sub(rf"(?<=\.){name}\b|(?<=[{{,]){name}(?=:)", letter, script)
    return re.sub(r"\bconst ", "let ", script)


def dense_form(source: Path) -> Path:
    return INBOX / "dense" / source.name


def made_dense(source: Path) -> str:
    """A script as a minifier makes it, with short local names; a style without line breaks."""
    text = source.read_text()
    return shorter(minify.string("text/javascript", text)) if source.suffix == ".js" else text.replace("\n", "")


if __name__ == "__main__":
    for source in SOURCES:
        dense_form(source).write_text(made_dense(source))
