"""The fixtures of every acceptance test; `support/` holds what they are made of."""

import pytest

from harness import BINARY, SHARED, run


@pytest.fixture
def tidings():
    if not BINARY.exists():
        pytest.fail(f"{BINARY} is not there: run Tests/run release first")
    return run


@pytest.fixture
def shared():
    if not SHARED.is_dir():
        pytest.skip(f"skipped: no test data at {SHARED}")
    return SHARED


def pytest_collection_modifyitems(items):
    """Each file has a worker of its own, but for those in which a browser looks at the same written pages."""
    for item in items:
        group = item.path.parent.name if item.path.parent.name == "inbox" else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
