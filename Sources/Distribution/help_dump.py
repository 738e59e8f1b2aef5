"""What a binary says of its commands and options, for the man pages and the manual's reference."""

import json
import subprocess


def dump(binary):
    """The root command, without what the argument parser adds."""
    said = subprocess.run([binary, "--experimental-dump-help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    root = json.loads(said)["command"]
    root["subcommands"] = [one for one in root["subcommands"] if one["commandName"] != "help"]
    return root


def shown(command):
    return [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]


def subcommands(command):
    return [one for one in command.get("subcommands", []) if one.get("shouldDisplay", True)]


def section(argument):
    """The title under which the help lists an argument."""
    return argument.get("sectionTitle") or ("Arguments" if argument["kind"] == "positional" else "Options")


def dashed(argument):
    """The names of an option, short ones first: `-o`, `--output`."""
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"]]
    return sorted(names, key=lambda name: name.startswith("--"))


def explanation(argument):
    """What an argument does, with its values and default."""
    parts = [argument.get("abstract", ""), argument.get("discussion", "")]
    notes = []
    values = argument.get("allValues", [])
    if any(value not in " ".join(parts) for value in values):
        notes.append("values: " + ", ".join(values))
    if argument.get("defaultValue"):
        notes.append("default: " + argument["defaultValue"])
    if argument.get("isRepeating") and argument["kind"] == "option":
        notes.append("may be repeated")
    parts += [f"({'; '.join(notes)})"] if notes else []
    return " ".join(part for part in parts if part)


def examples(discussion):
    """A discussion as the text before its examples and the text from them on."""
    lines = discussion.split("\n")
    first = lines.index("EXAMPLES") if "EXAMPLES" in lines else len(lines)
    return "\n".join(lines[:first]), "\n".join(lines[first:])
