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

from help_dump import dashed, dump, examples, explanation, section, shown, subcommands  # noqa: E402

SECTIONS = ("EXAMPLES", "EXIT STATUS")
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


def names(argument):
    """How an argument is written: `-o, --output file`."""
    if argument["kind"] == "positional":
        return f"\\fI{roff(argument['valueName'])}\\fR"
    value = "" if argument["kind"] == "flag" else f" \\fI{roff(argument['valueName'])}\\fR"
    return ", ".join(f"\\fB{roff(name)}\\fR{value}" for name in dashed(argument))


def synopsis(command, path):
    """`tidings digest [options] [export ...]`"""
    words = [f"\\fB{roff(' '.join(path))}\\fR"]
    arguments = shown(command)
    if any(argument["kind"] != "positional" for argument in arguments):
        words.append("[\\fIoptions\\fR]")
    if subcommands(command):
        words.append("\\fIcommand\\fR")
    for argument in arguments:
        if argument["kind"] == "positional":
            word = names(argument) + (" ..." if argument["isRepeating"] else "")
            words.append(f"[{word}]" if argument["isOptional"] else word)
    return " ".join(words)


def paragraphs(text):
    """A discussion: plain paragraphs are filled, indented lines stay as they are, and a line in
    capitals begins a section."""
    lines, filled = [], True
    for line in text.split("\n"):
        if line in SECTIONS:
            lines += ([] if filled else [".EE", ".RE"]) + [f".SH {line}"]
            filled = True
        elif line.startswith("  "):
            lines += [".RS 4", ".EX"] if filled else []
            filled = False
            lines.append(roff(line[2:]))
        else:
            lines += [] if filled else [".EE", ".RE"]
            filled = True
            lines.append(roff(line) if line else ".PP")
    lines += [] if filled else [".EE", ".RE"]
    # A paragraph before a section or at the end would be empty.
    kept = [
        line
        for index, line in enumerate(lines)
        if line != ".PP" or index + 1 < len(lines) and not lines[index + 1].startswith((".SH", ".PP"))
    ]
    return kept


def options(command, heading):
    """The arguments under the titles that `--help` gives them."""
    lines, last = [], None
    for argument in shown(command):
        title = section(argument)
        if title != last:
            lines.append(f"{heading} {roff(title)}")
            last = title
        lines += [".TP", names(argument), roff(explanation(argument)) or "\\&"]
    return lines


def page(command, path, version, date, others):
    """A whole page; `others` are the pages that it refers to."""
    name = "-".join(path)
    discussion = command.get("discussion", "")
    before, after = examples(discussion)
    lines = [
        f'.TH {roff(name.upper())} 1 {date} "Tidings {version}" "User Commands"',
        ".SH NAME", f"{roff(name)} \\- {roff(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS", synopsis(command, path),
        ".SH DESCRIPTION", roff(command["abstract"]),
    ]  # fmt: skip
    if before.strip():
        lines += [".PP", *paragraphs(before.rstrip("\n"))]
    if len(path) == 1:
        lines.append(".SH COMMANDS")
        for one in subcommands(command):
            lines += [".TP", f"\\fB{roff(one['commandName'])}\\fR", roff(one["abstract"])]
    elif subcommands(command):
        lines.append(".SH COMMANDS")
        for one in subcommands(command):
            lines += [f".SS {roff(one['commandName'])}", synopsis(one, [*path, one["commandName"]])]
            lines += [".PP", roff(one["abstract"])]
            if one.get("discussion"):
                told = one["discussion"].replace("EXAMPLES\n", "")
                lines += [".PP", *paragraphs(told)]
            lines += options(one, ".PP\n.B")
    lines += [".SH OPTIONS", *options(command, ".SS")] if shown(command) else []
    lines += paragraphs(after)
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

    root = dump(binary)
    said = subprocess.run([binary, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    version = said.split()[0]
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    date = moment.strftime("%Y-%m-%d")
    commands = subcommands(root)
    all_names = ["tidings-" + one["commandName"] for one in commands]
    (folder / "man1" / "tidings.1").write_text(page(root, ["tidings"], version, date, all_names))
    for one in commands:
        path = ["tidings", one["commandName"]]
        (folder / "man1" / ("-".join(path) + ".1")).write_text(page(one, path, version, date, ["tidings"]))
    for reference, (name, _) in FILES.items():
        (folder / "man5" / f"{name}.5").write_text(file_page(binary, reference, version, date))


if __name__ == "__main__":
    main(*sys.argv[1:])
