"""Drafts of profiles."""

import json

import pytest

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")


def draft_of(tidings, data):
    """The draft of an export, which is always a profile."""
    run = tidings("profiles", "draft", "-", stdin=data if isinstance(data, bytes) else json.dumps(data).encode())
    assert run.status in (0, 3), run.errors
    return run, yaml.safe_load(run.text)


def rows(count=6, **columns):
    """Rows with an id, a person, and a value of each column by the row's number."""
    return [{"id": n, "user_id": f"u{n % 2}", **{name: value(n) for name, value in columns.items()}} for n in range(count)]


TITLE, DAY = lambda n: f"Order {n} is ready", lambda n: f"2026-10-0{1 + n}T09:00:00Z"
