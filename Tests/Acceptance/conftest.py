"""The fixtures of every acceptance test; `support/` holds what they are made of."""

import browsers
import pytest

from harness import BINARY, SHARED, run

# By how long they take: begun last, one of them would keep one worker alone.
LONGEST = [
    "test_simulation.py", "test_mail.py", "test_gallery_judged.py", "test_site.py", "test_package.py", "test_feeds.py",
    "test_bundled_profiles.py", "test_draft_evaluation.py", "test_interruption.py",
]


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


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


@pytest.fixture(scope="session")
def chromium():
    return browsers.chromium()
