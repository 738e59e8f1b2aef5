"""Drafts of exports of thirty published definitions, five each of Rails, Django, Laravel, Spring, Mongo and Firebase."""

import collections

import pytest

from public_tables import DEFINITIONS, export_of, truth_of

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")
import draft_judge  # noqa: E402


def test_published_definitions_are_drafted_right(tidings, tmp_path):
    lines, right, of, unedited = [], collections.Counter(), collections.Counter(), 0
    for name, (form, columns, given) in DEFINITIONS.items():
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        file, data = export_of(form, columns)
        (folder / file).write_bytes(data)
        run = tidings("profiles", "draft", file, cwd=folder)
        assert run.status == 0, f"{name}: {run.errors}"
        draft, wrong = yaml.safe_load(run.text), []
        for role, truth in truth_of(columns, given).items():
            found = draft_judge.said(draft, role)
            path = draft_judge.plain(found[0] if role == "read" and found else found)
            # An actor is told by what there is of one: `sender.name`, `sender.id`.
            is_right = path in (truth or [None]) or role == "actor" and str(path).split(".")[0] in truth
            of[role] += 1
            right[role] += is_right
            if not is_right:
                wrong.append(f"{role}: {found}, not {truth}")
        unedited += not wrong
        lines.append(f"{name}: {'; '.join(wrong) or 'right'}")
    lines += [f"{role:10} {right[role]:3} of {of[role]:3}" for role in of]
    lines.append(f"{unedited} of {len(DEFINITIONS)} are right unedited")
    assert right.total() >= 0.95 * of.total() and right["recipient"] == of["recipient"] and unedited >= 24, "\n".join(lines)
