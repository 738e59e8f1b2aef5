"""Drafts of hundreds of files that chance made are right: by field, by file, and in that nobody is lost in silence."""

import json
import random

import pytest

import draft_cases
from bundled_profiles import as_input, drafted, fixtures, records_of

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")
import draft_judge  # noqa: E402


@pytest.mark.parametrize("aside", [False, True], ids=["tried", "aside"])
def test_drafts_of_files_by_chance_are_right(tmp_path, capsys, aside):
    cases = draft_cases.cases(100 if aside else 200, aside)
    results = draft_judge.evaluate(cases, tmp_path)
    figures, lines = draft_judge.table(cases, results)
    notes = [f"{case.name}: {note}" for case, (_, notes, *_) in zip(cases, results) for note in notes]
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    report = "\n".join([*lines, *notes])
    assert figures["fields"] >= 0.92 and figures["recipient"] >= 0.9, report
    assert figures["unedited"] >= 0.7 and figures["three lines"] >= 0.92 and figures["silent"] == 0, report


def renamed(fields, rng):
    """Other names for the columns that a draft takes, by the counts of real ones."""
    names, taken = {}, set(fields.values())
    for role, path in sorted(fields.items()):
        style = rng.choice(["snake", "camel"])
        words = rng.choices([w for _, w in draft_cases.COUNTED[role]], [n for n, _ in draft_cases.COUNTED[role]])[0]
        name = draft_cases.STYLES[style](words.split())
        if name not in taken and name not in names.values():
            names[path] = name
    return names


def test_renamed_fixtures_are_drafted_as_themselves(tidings, tmp_path, capsys):
    right = of = 0
    wrong = []
    for place, file in enumerate(fixtures()):
        folder = tmp_path / str(place)
        folder.mkdir()
        _, draft = drafted(tidings, as_input(file, folder))
        records = [r for r in records_of(file, draft) if isinstance(r, dict)]
        roles = {"id": "id", "recipient": "recipient", "type": "type", "title": "title", "body": "body", "time": "time", "priority": "priority", "link": "link"}
        (folder / "plain.json").write_text(json.dumps(records, default=str))
        run = tidings("profiles", "draft", folder / "plain.json")
        if run.status or len(records) < 4:
            continue
        plain = yaml.safe_load(run.text)["fields"]
        columns = set.union(*(set(r) for r in records))
        # Only columns of the records themselves that are one field alone.
        fields = {role: plain[name] for role, name in roles.items() if isinstance(plain.get(name), str) and plain[name] in columns}
        names = renamed(fields, random.Random(f"fixture {place}"))
        kept = [{names.get(k, k): v for k, v in r.items()} for r in records]
        (folder / "renamed.json").write_text(json.dumps(kept, default=str))
        found = yaml.safe_load(tidings("profiles", "draft", folder / "renamed.json").text)["fields"]
        for role, path in fields.items():
            of += 1
            is_right = found.get(roles[role]) == names.get(path, path)
            right += is_right
            if not is_right:
                wrong.append(f"{file.parent.name}/{file.name} {role}: {found.get(roles[role])}, not {names.get(path, path)}")
    with capsys.disabled():
        print(f"\n{right} of {of} fields of renamed fixtures")
    assert right >= 0.9 * of > 100, "\n".join(wrong)
