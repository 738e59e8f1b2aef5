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
# What browsers name at length and the script asks for often: a constant holds the name.
NAMED = (
    "textContent classList getBoundingClientRect preventDefault replaceChildren firstElementChild activeElement parentElement "
    "forEach parentNode closest ariaLabel length filter format"
).split()
# The style's own properties; a user's index.css may ask for the others by name.
PROPERTIES = "page soft rule read norm normal on-link high-bg low low-bg gray".split()


def shorter(script: str) -> str:
    """A script as a minifier makes it, with a letter for each of its own members."""
    script = re.sub(r'(?<=[\w)\]])\["(\w+)"\]', rf".{WORD}\1", script)
    script = re.sub(r'(?<=[{,] )"(\w+)":', rf"{WORD}\1:", script)
    script = minify.string("text/javascript", script)
    for letter, name in zip("abcdefghijklmnopqrstuvwxyz", MEMBERS):
        script = re.sub(rf"(?<=\.){name}\b|(?<=[{{,]){name}(?=:)", letter, script)
    constants = []
    for name in NAMED:
        letter = next(f"${each}" for each in "0123456789ABCDEF"[len(constants):] if f"${each}" not in script)
        named = re.sub(rf"(\?\.)?(?(1)|\.){name}\b", rf"\1[{letter}]", script)
        if len(named) + len(name) + 6 < len(script):
            script = named
            constants.append(f'{letter}="{name}"')
    script = re.sub(r"\bconst ", "let ", script).replace(WORD, "")
    return script.replace('"use strict";', f'"use strict";let {",".join(constants)};', 1) if constants else script


def denser(style: str) -> str:
    """A style without line breaks, with a letter for each of its own properties."""
    for letter, name in zip("abcdefghijklmnopqrstuvwxyz".upper(), PROPERTIES):
        style = re.sub(rf"--{name}(?=[:),])", f"--{letter}", style)
    return style.replace("\n", "")


def dense_form(source: Path) -> Path:
    return INBOX / "dense" / source.name


def made_dense(source: Path) -> str:
    """The dense form of a script or a style."""
    text = source.read_text()
    return shorter(text) if source.suffix == ".js" else denser(text)


if __name__ == "__main__":
    for source in SOURCES:
        dense_form(source).write_text(made_dense(source))
