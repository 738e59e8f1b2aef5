"""What a binary says of its commands and options, for the man pages and the manual's reference."""

import json
import subprocess


def dump(binary):
    """The version and the root command."""
    said = subprocess.run([binary, "reference", "help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    document = json.loads(said)
    return document["version"], document["command"]


def subcommands(command):
    return [one for one in command["commands"] if not one["isHidden"]]


def names(option):
    """The ways to write an option, short ones first, and what its value is called: ["-o", "--output"], "<dir>"."""
    if option["isArgument"]:
        return [], option["spelled"]
    words = option["spelled"].split(", ")
    value = words[-1].partition(" ")[2]
    return [word.partition(" ")[0] for word in words], value
