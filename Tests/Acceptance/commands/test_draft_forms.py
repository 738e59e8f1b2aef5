"""Profiles are drafted for files as people have them: times of their own forms, words of other languages, several tables."""

import json

import pytest

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")


def draft_of(tidings, data):
    """The draft of an export, which is always a profile."""
    run = tidings("profiles", "draft", "-", stdin=data if isinstance(data, bytes) else json.dumps(data).encode())
    assert run.status in (0, 3), run.errors
    return run, yaml.safe_load(run.text)


# MARK: Local times


FORMS = {
    "02.10.2026 09:01": (["13.10.2026 19:41"], "dd.MM.yyyy HH:mm", "2026-10-02T09:01:00Z"),
    "10/02/2026 9:01 AM": (["10/13/2026 12:41 PM"], "MM/dd/yyyy h:mm a", "2026-10-02T09:01:00Z"),
    "2/10/2026 09:01": (["13/10/2026 19:41"], "d/MM/yyyy HH:mm", "2026-10-02T09:01:00Z"),
    "Oct 2, 2026, 9:01 PM": (["Oct 13, 2026, 9:01 AM"], "MMM d, yyyy, h:mm a", "2026-10-02T21:01:00Z"),
    "2 août 2026 à 09:01": (["12 févr. 2026 à 09:01"], "d MMMM yyyy 'à' HH:mm", "2026-08-02T09:01:00Z"),
    "Fr., 2. Oktober 2026, 09:01 Uhr": (["Mo., 5. Oktober 2026, 19:01 Uhr"], "EEE., d. MMMM yyyy, HH:mm 'Uhr'", "2026-10-02T09:01:00Z"),
    "2026/10/02 09:01:10 +0200": (["2026/10/03 09:01:10 +0200"], "yyyy/MM/dd HH:mm:ss XXX", "2026-10-02T07:01:10Z"),
    "20261002090110": (["20261003090110"], "yyyyMMddHHmmss", "2026-10-02T09:01:10Z"),
    "02.10.26": (["13.10.26"], "dd.MM.yy", "2026-10-02T00:00:00Z"),
}  # fmt: skip


@pytest.mark.parametrize("first", FORMS)
def test_a_local_time_is_read_by_its_form(tidings, tmp_path, first):
    more, form, instant = FORMS[first]
    rows = [{"id": n, "betreff": f"Rechnung {n} ist offen", "am": time} for n, time in enumerate([first, *more])]
    (tmp_path / "app.json").write_text(json.dumps(rows))
    run = tidings("profiles", "draft", "app.json", cwd=tmp_path)
    (tmp_path / "app.yaml").write_text(run.text)
    assert run.status == 0 and yaml.safe_load(run.text)["fields"]["time"] == {"path": "am", "format": form}
    assert "No value tells" not in run.text
    digest = tidings("digest", "app.json", "--profiles", "app.yaml", "--now", "2026-12-31T00:00:00Z", "--days", "400", "--format", "json", cwd=tmp_path)
    times = {item["ids"][0]: item["time"] for part in digest.json["sections"] for item in part["items"]}
    assert times["0"] == instant


def test_a_day_that_could_be_a_month_is_said(tidings):
    rows = [{"id": n, "title": f"A {n}", "am": f"0{n}/02/2026 09:01"} for n in range(1, 5)]
    run, draft = draft_of(tidings, rows)
    assert draft["fields"]["time"] == {"path": "am", "format": "dd/MM/yyyy HH:mm"} and "No value tells" in run.text
