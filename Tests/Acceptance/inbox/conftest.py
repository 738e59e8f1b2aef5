"""The fixtures of the tests that open the page in a browser."""

from browsing import pages, visit, written  # noqa: F401
