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
