#!/usr/bin/env python3
"""Writes the man pages of a binary, from what the binary says of itself.

  man-pages.py BINARY FOLDER

tidings.1 is the overview, and each command has a page of its own, with its subcommands below it. The
date is that of SOURCE_DATE_EPOCH.
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


def main(binary, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)

    root = dump(binary)
    said = subprocess.run([binary, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    version = said.split()[0]
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    date = moment.strftime("%Y-%m-%d")
    commands = subcommands(root)
    all_names = ["tidings-" + one["commandName"] for one in commands]
    (folder / "tidings.1").write_text(page(root, ["tidings"], version, date, all_names))
    for one in commands:
        path = ["tidings", one["commandName"]]
        (folder / ("-".join(path) + ".1")).write_text(page(one, path, version, date, ["tidings"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
