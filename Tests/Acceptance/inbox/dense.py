"""The dense forms of the page's styles and scripts, which every page holds: half of their sources.

`Tests/run dense` writes them anew; a test proves that they are what this makes.
"""

import re
from pathlib import Path

import minify

INBOX = Path(__file__).resolve().parents[3] / "Templates/inbox"
SOURCES = sorted(path for path in INBOX.iterdir() if path.suffix in {".css", ".js"})


# Members of the script's own objects, which no browser names: a letter does. Where data has a word of the
# same name, the script quotes it: counts["unread"] beside state.unread.
MEMBERS = "states element card shown members section group gone priority away began until focused painted dressed settled types owner form due back unread kept past number".split()
WORD = "WORD_"


def shorter(script: str) -> str:
    """A script as a minifier makes it, with a letter for each of its own members."""
    script = re.sub(r'(?<=[\w)\]])\["(\w+)"\]', rf".{WORD}\1", script)
    script = re.sub(r'(?<=[{,] )"(\w+)":', rf"{WORD}\1:", script)
    script = minify.string("text/javascript", script)
    for letter, name in zip("abcdefghijklmnopqrstuvwxyz", MEMBERS):
        script = re.sub(rf"(?<=\.){name}\b|(?<=[{{,]){name}(?=:)", letter, script)
    return re.sub(r"\bconst ", "let ", script).replace(WORD, "")


def dense_form(source: Path) -> Path:
    return INBOX / "dense" / source.name


def made_dense(source: Path) -> str:
    """A script as a minifier makes it, with short local names; a style without line breaks."""
    text = source.read_text()
    return shorter(text) if source.suffix == ".js" else text.replace("\n", "")


if __name__ == "__main__":
    for source in SOURCES:
        dense_form(source).write_text(made_dense(source))
