#!/usr/bin/env python3
"""Writes the man pages of a binary, from what the binary says of itself.

  man-pages.py BINARY FOLDER

man1/tidings.1 is the overview, and each command has a page of its own, with its subcommands below it.
man5 has the files that users write, from the tables of the manual's reference. The date is that of
SOURCE_DATE_EPOCH.
"""

import datetime
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

from help_dump import dump, names, subcommands  # noqa: E402

# The pages of the reference that are about a file, with the name of their man page and what the file is.
FILES = {
    "configuration": ("tidings.yaml", "the configuration of a job"),
    "profiles": ("tidings-profile", "how records become notifications"),
    "recipients": ("tidings-recipients", "who is mailed, where, when and about what"),
}


def roff(text):
    """Text that roff takes for nothing else."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def spelled(option):
    """How an option is written: `-o, --output dir`."""
    written, value = names(option)
    value = f"\\fI{roff(value.strip('<>'))}\\fR" if value else ""
    return (", ".join(f"\\fB{roff(name)}\\fR" for name in written) + " " + value).strip()


def paragraphs(text):
    return [line for part in text.split("\n\n") if part for line in (".PP", roff(part))]


def examples(command):
    return [".RS 4", ".EX", *map(roff, command["examples"]), ".EE", ".RE"] if command["examples"] else []


def options(command, heading):
    """The options under the titles that `--help-all` gives them."""
    lines, last = [], None
    for option in command["options"]:
        if option["title"] != last:
            lines.append(f"{heading} {roff(option['title'])}")
            last = option["title"]
        lines += [".TP", spelled(option), roff(option["meaning"])]
    return lines


def page(command, path, version, date, others):
    """A whole page; `others` are the pages that it refers to."""
    name = "-".join(path)
    lines = [
        f'.TH {roff(name.upper())} 1 {date} "Tidings {version}" "User Commands"',
        ".SH NAME", f"{roff(name)} \\- {roff(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS", roff(command["usage"]),
        ".SH DESCRIPTION", roff(command["abstract"]), *paragraphs(command["about"]),
    ]  # fmt: skip
    below = subcommands(command)
    lines += [".SH COMMANDS"] if below else []
    for one in below:
        if len(path) == 1:
            lines += [".TP", f"\\fB{roff(one['name'])}\\fR", roff(one["abstract"])]
            continue
        lines += [f".SS {roff(one['name'])}", roff(one["usage"]), ".PP", roff(one["abstract"])]
        lines += [*paragraphs(one["about"]), *examples(one), *options(one, ".PP\n.B")]
    lines += [".SH OPTIONS", *options(command, ".SS")] if command["options"] else []
    lines += [".SH EXAMPLES", *examples(command)] if command["examples"] else []
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{roff(other)}\\fR(1)" for other in others)]
    lines += [".PP", "The manual is in \\fIshare/doc/tidings/manual\\fR beside this page's own folder \\fIshare/man\\fR."]
    return "\n".join(lines) + "\n"


def inline(text):
    """A line of Markdown: code is bold, and a link is its text."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"`([^`]*)`", text)
    return "".join(f"\\fB{roff(part)}\\fR" if index % 2 else roff(part) for index, part in enumerate(parts))


def entries(table):
    """The rows of a Markdown table: a tag, then the last cell and what the cells between say."""
    headings, _, *body = [re.split(r" (?<!\\)\| ?", line[2:])[:-1] for line in table.split("\n")]
    for tag, *middle, meaning in body:
        notes = [note(heading, cell) for heading, cell in zip(headings[1:], middle) if cell]
        yield from (".TP", inline(tag), inline(meaning.replace("\\|", "|")))
        yield from [inline(f"({'; '.join(notes)})")] if notes else []


def note(heading, cell):
    return cell if heading == "Type" or cell == "required" else "default: " + cell


def file_page(binary, reference, version, date):
    """The man page of a kind of file; the reference is in Markdown."""
    name, meaning = FILES[reference]
    said = subprocess.run([binary, "reference", reference], check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = [
        f'.TH {roff(name.upper())} 5 {date} "Tidings {version}" "File Formats"',
        ".SH NAME", f"{roff(name)} \\- {roff(meaning)}", ".SH DESCRIPTION",
    ]  # fmt: skip
    for block in said.strip().split("\n\n")[1:]:
        if block.startswith("## "):
            lines.append(".SH " + inline(block[3:]))
        elif block.startswith("| "):
            lines += entries(block)
        else:
            lines += [".PP", inline(" ".join(block.split("\n")))]
    lines.remove(".PP")
    others = ["tidings(1)", *(f"{other}(5)" for other, _ in FILES.values() if other != name)]
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{roff(other[:-3])}\\fR{other[-3:]}" for other in others)]
    return "\n".join(lines) + "\n"


def main(binary, folder):
    folder = pathlib.Path(folder)
    for number in ("man1", "man5"):
        (folder / number).mkdir(parents=True, exist_ok=True)

    version, root = dump(binary)
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    date = moment.strftime("%Y-%m-%d")
    commands = subcommands(root)
    all_names = ["tidings-" + one["name"] for one in commands]
    (folder / "man1" / "tidings.1").write_text(page(root, ["tidings"], version, date, all_names))
    for one in commands:
        path = ["tidings", one["name"]]
        (folder / "man1" / ("-".join(path) + ".1")).write_text(page(one, path, version, date, ["tidings"]))
    for reference, (name, _) in FILES.items():
        (folder / "man5" / f"{name}.5").write_text(file_page(binary, reference, version, date))


if __name__ == "__main__":
    main(*sys.argv[1:])
