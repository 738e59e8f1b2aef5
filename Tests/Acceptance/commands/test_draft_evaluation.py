"""Drafts of hundreds of files that chance made are right: by field, by file, and in that nobody is lost in silence.

`TIDINGS_LONG=1` has twice as many."""

import os

import pytest

import draft_cases

pytest.importorskip("yaml", reason="skipped: no PyYAML")
import draft_judge  # noqa: E402


@pytest.mark.parametrize("aside", [False, True], ids=["tried", "aside"])
def test_drafts_of_files_by_chance_are_right(tmp_path, capsys, aside):
    cases = draft_cases.cases((100 if aside else 200) // (1 if os.environ.get("TIDINGS_LONG") else 2), aside)
    results = draft_judge.evaluate(cases, tmp_path)
    figures, lines = draft_judge.table(cases, results)
    notes = [f"{case.name}: {note}" for case, (_, notes, *_) in zip(cases, results) for note in notes]
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    report = "\n".join([*lines, *notes])
    assert figures["fields"] >= 0.92 and figures["recipient"] >= 0.9, report
    assert figures["unedited"] >= 0.7 and figures["three lines"] >= 0.92 and figures["silent"] == 0, report
