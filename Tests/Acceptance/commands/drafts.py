"""Drafts of profiles."""

import json

import pytest

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")


def draft_of(tidings, data):
    """The draft of an export, which is always a profile."""
    run = tidings("profiles", "draft", "-", stdin=data if isinstance(data, bytes) else json.dumps(data).encode())
    assert run.status in (0, 3), run.errors
    return run, yaml.safe_load(run.text)
