"""The pages of the manual as they lie in the repository: they name each other, and their links lead somewhere."""

import re

import pytest

from harness import MANUAL, ROOT

PAGES = sorted(MANUAL.glob("*.md"))


@pytest.mark.parametrize("page", [*MANUAL.rglob("*.md"), ROOT / "README.md"], ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("https:") or (page.parent / link).exists(), link


def test_the_readme_and_the_contents_name_every_page():
    for contents in ("README", "SUMMARY"):
        text = (MANUAL / f"{contents}.md").read_text()
        assert all(f"({page.name})" in text for page in PAGES if page.stem not in ("README", "SUMMARY"))
    assert "Sources/Distribution/Manual/README.md" in (ROOT / "README.md").read_text()
