"""Every example of the manual's chapter about profiles is a profile that does what it says."""

import re

import pytest

from harness import ROOT

PAGE = ROOT / "Sources" / "Distribution" / "Manual" / "profiles.md"
NOW = "2026-02-03T12:00:00Z"
FIELDS = "fields: {id: id, time: at, type: type, title: title, body: body, recipient: to}\n"


def examples():
    """Each profile with its files, the reader's language and the notifications that come of it."""
    found = []
    for kind, name, text in re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```", PAGE.read_text(), re.S | re.M):
        if kind == "yaml":
            found.append({"profile": text, "files": {}, "results": []})
        elif kind == "json":
            found[-1]["files"][name or "export.json"] = text
        elif kind == "text":
            found[-1]["results"].append((name or "en", text))
    return found


EXAMPLES = examples()


def said(item, recipient):
    """The facts of a notification as the manual writes them."""
    facts = {key: item.get(key) for key in ("title", "body", "label", "priority", "time", "link")}
    facts["body"] = (facts["body"] or "").replace("\n", "\\n")
    facts["ids"] = ",".join(item["ids"])
    facts["unread"] = "false" if item["unread"] is False else "true"
    facts["actor"] = (item.get("actor") or {}).get("name")
    facts["subject"] = (item.get("subject") or {}).get("name")
    facts["recipient"] = recipient
    return facts


@pytest.mark.parametrize("example", EXAMPLES, ids=[e["profile"].split(":")[0] for e in EXAMPLES])
def test_an_example_does_what_it_says(tidings, example, tmp_path):
    assert example["files"] and example["results"]
    profile = example["profile"]
    if not re.search(r"^fields:", profile, re.M):
        profile = FIELDS + profile
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "shop.yaml").write_text("name: shop\n" + profile)
    arguments = []
    for name, text in example["files"].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        if name == "users.json":
            arguments += ["--join", f"users={name}"]
        elif name == "recipients.json":
            arguments += ["--recipients", name]
        else:
            arguments.append(name)
    for locale, text in example["results"]:
        run = tidings(
            "digest", *arguments, "--profiles", "profiles", "--profile", "shop", "--now", NOW, "--days", "100",
            "--format", "json", "--base-url", "https://app.example", "--locale", locale, cwd=tmp_path)
        assert run.status == 0, run.errors
        found = [said(item, one["recipient"]["id"]) for one in run.digests for part in one["sections"] for item in part["items"]]
        wanted = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")]
        assert [{key: facts[key] for key in want} for facts, want in zip(found, wanted)] == wanted
        assert len(found) == len(wanted)


def test_there_are_examples():
    assert len(EXAMPLES) >= 18
