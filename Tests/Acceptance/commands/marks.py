"""An export and a file of marks, for the tests of `tidings state`."""

import json

import pytest

from harness import NOW, record


@pytest.fixture
def export(tmp_path):
    """28 notifications for seven recipients; every fifth is read."""
    path = tmp_path / "export.jsonl"
    path.write_text("".join(json.dumps(record(number)) + "\n" for number in range(28)))
    return path


@pytest.fixture
def state(tidings, tmp_path, export):
    """Marks in one file: state("mark", "--as", "read", "--id", …)."""
    path = tmp_path / "marks.json"

    def state(command, *options, status=0, exports=(export,)):
        run = tidings("state", command, *exports, "--state", path, "--now", NOW, *options)
        assert run.status == status, run.errors
        return run

    state.path = path
    return state


def counts(tidings, *arguments):
    run = tidings("summary", *arguments, "--now", NOW, "--format", "json")
    assert run.status == 0, run.errors
    counts = run.json["counts"]
    return counts["total"], counts["unread"], counts["deleted"]
