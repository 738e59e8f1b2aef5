"""Feeds as the tests need them: written by the program, and read by other people's parsers."""

import json
import re
import xml.etree.ElementTree as ElementTree

from harness import NOW, record

ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://app.example.org/feeds"


def write(folder, records, tidings, *options, name="export.jsonl"):
    """Writes the feeds of these records; returns the run and the folder."""
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in records))
    feeds = folder / "feeds"
    run = tidings("feed", folder / name, "-o", feeds, "--now", NOW, *options)
    return run, feeds


def plain(folder, records, tidings, *options):
    """Like `write`, with plain names and all addresses."""
    run, feeds = write(
        folder, records, tidings, "--plain-names", "--url", URL,
        "--inbox-url", "https://app.example.org/inbox/{recipient}", "--base-url", "https://app.example.org", *options)
    assert run.status == 0, run.errors
    return feeds


def hostile_records(lines):
    """A record for each line, which stands wherever text may stand."""
    rows = []
    for number, line in enumerate(lines):
        rows.append(record(
            number, user_id=f"u{number // 90}", title=line, message=f"{line}\n{line}", action_url=line,
            type=line if number % 3 == 0 else "offer", id=f"{number} {line}"))
    return rows


def atom(path):
    """The parsed feed; fails unless it is well-formed XML."""
    return ElementTree.fromstring(path.read_bytes())


def contents(path):
    """The HTML of each entry of a feed of either format, by its id."""
    if path.suffix == ".json":
        return {item["id"]: item["content_html"] for item in json.loads(path.read_bytes())["items"]}
    return {entry.findtext(ATOM + "id"): entry.findtext(ATOM + "content") for entry in atom(path).iter(ATOM + "entry")}


# What XML 1.0 does not allow, C1, and what turns the direction of what follows without an end.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
