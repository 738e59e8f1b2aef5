"""The example of the manual's page about the recipients file has every field, and is understood."""

import json
import re

from console_blocks import examples
from harness import NOW, ROOT, SAMPLE, run

RECIPIENTS = ROOT / "Sources" / "Distribution" / "Manual" / "recipients.md"


def recipient_fields():
    """Every field of the recipients file with its spellings, as the program has them."""
    rows = re.findall(r"^\| `(\w+)` \|.*?(?:Also written (.*)\.)? Example: .*\|$", run("reference", "recipients").text, re.M)
    assert len(rows) > 15
    return {field: [field, *re.findall(r"`([^`]+)`", others)] for field, others in rows}


def said(entry):
    """The paths at which an entry says something, those below `preferences` as if they stood in it."""
    for name, value in entry.items():
        if name == "preferences":
            yield from said(value)
        elif isinstance(value, dict):
            yield name
            yield from (f"{name}.{inner}" for inner in value)
        else:
            yield name


def test_the_example_of_recipients_says_everything_and_all_of_it_is_understood(tidings, tmp_path):
    example = examples(RECIPIENTS)["people.json"]
    plain = lambda name: name.replace("_", "").lower()
    used = {plain(name) for entry in json.loads(example) for name in said(entry)}
    for field, names in recipient_fields().items():
        assert used & set(map(plain, names)), field
    (tmp_path / "people.json").write_text(example)
    run = tidings(
        "mail", SAMPLE / "notifications.json", "--recipients", "people.json", "--from", "d@example.org",
        "--first-days", 7, "--now", NOW, "-o", "outbox", "--report", "report.json", cwd=tmp_path)  # fmt: skip
    assert run.status == 0, run.errors
    report = json.loads((tmp_path / "report.json").read_text())
    (stream,) = report["runs"]
    outcomes = {outcome["recipient"]: outcome["outcome"] for outcome in stream["outcomes"]}
    assert outcomes == {
        "maya-ortiz": "handed over", "jordan-lee": "handed over", "ada-park": "nothing new",
        "ben-roth": "nothing new", "sam-okafor": "unsubscribed"}  # fmt: skip
    assert stream["leftOut"]["type off"] > 0
