"""The fixtures of the tests that open the page in a browser."""

import pytest
from browsing import pages, visit, written  # noqa: F401


@pytest.fixture(autouse=True)
def leave(request):
    """Closes every page after its test: clocks that run on would slow down all that come after it."""
    yield
    if "chromium" in request.fixturenames:
        for context in request.getfixturevalue("chromium").contexts:
            context.close()
