"""The gallery: every document in every language, its choosers driven in Chromium, and --watch."""

import os
import re
import shlex
import signal
import subprocess
import time

import pytest

from harness import BINARY, NOTIFICATIONS, NOW

LANGUAGES = "en ar de es fr he ja pt-br ru zh-hans".split()
KINDS = "mail lean mail-text page inboxes digest markdown text terminal terminal-narrow summary-terminal summary-terminal-narrow feed".split()


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery") / "g"
    return folder, subprocess.run([BINARY, "templates", "gallery", "-o", folder], check=True, capture_output=True)


@pytest.fixture(scope="module")
def gallery(run):
    return run[0]


def test_it_has_every_document_in_every_language_and_case(gallery):
    expected = {
        f"{case}-{language}-{kind}.html"
        for case in ["few", "many", "none", "hostile"]
        for language in LANGUAGES
        for kind in KINDS
    }
    assert {path.name for path in gallery.iterdir()} == expected | {"index.html"}
    page = (gallery / "index.html").read_text()
    assert set(re.findall(r'(?:href|data-narrow)="\./([^"]+)"', page)) == expected
    assert page.count("<script") == 1 and "http:" not in page and "https:" not in page


def test_it_says_how_many_documents_the_page_shows(run):
    folder, ran = run
    # The page shows a terminal's document on a desktop or that on a phone.
    shown = [path for path in folder.glob("*-*.html") if not path.name.endswith("-narrow.html")]
    assert ran.stdout.decode() == f"{folder}/index.html shows {len(shown)} documents\n"


def test_a_language_without_a_catalogue_is_said(tidings, tmp_path):
    for export in ([], [NOTIFICATIONS, "--now", NOW]):
        ran = tidings("templates", "gallery", *export, "--locale", "xx", "-o", tmp_path / "g")
        assert ran.status == 0 and ran.errors.count("there is no catalogue for xx, so English is used") == 1, ran.errors


def test_a_shell_reads_the_examples_of_the_help_as_they_are_meant(tidings):
    examples = [line for line in tidings("templates", "gallery", "--help").text.splitlines() if line.strip().startswith("tidings templates gallery ") and "<" not in line and "--help-all" not in line]
    assert len(examples) == 3
    for example in examples:
        assert shlex.split(example, comments=True) == shlex.split(example)
    assert "'#0f766e'" in examples[-1]


def test_the_same_input_makes_the_same_bytes(gallery, tidings, tmp_path):
    for name in ["a", "b"]:
        ran = tidings("templates", "gallery", NOTIFICATIONS, "--recipient", "sam-okafor", "--now", NOW, "-o", tmp_path / name)
        assert ran.status == 0, ran.errors
    files = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()}
    # What the bundled sample makes does not depend on the export beside it.
    assert files["few-de-mail.html"] == (gallery / "few-de-mail.html").read_bytes()


def test_hostile_text_stays_text(gallery):
    for path in gallery.glob("hostile-*"):
        text = path.read_text()
        assert "<script>alert" not in text and "<b>bold" not in text and "<img src=x" not in text
        assert not re.search(r"""(href|src)=["']?\s*(javascript|data):""", text, re.IGNORECASE), path
        assert "\x1b" not in text and "\x9b" not in text
    # The list of inboxes and the summary are of all readers.
    own = [path for path in gallery.glob("few-en-*") if not re.search("inboxes|summary", path.name)]
    assert len(own) == 10 and not any("hostile" in path.read_text() for path in own)


def test_it_shows_ones_own_export_templates_and_brand(tidings, tmp_path):
    templates = tmp_path / "templates"
    assert tidings("templates", "eject", "digest/digest.md", "-o", templates).status == 0
    template = templates / "digest" / "digest.md"
    template.write_text(template.read_text() + "\nMade by hand\n")
    ran = tidings(
        "templates", "gallery", NOTIFICATIONS, "--now", NOW, "--templates", templates, "--brand", "Kompass",
        "--accent", "#0f766e", "-o", tmp_path / "g")
    assert ran.status == 0, ran.errors
    # The recipient with the most notifications.
    page = (tmp_path / "g" / "index.html").read_text()
    assert "maya-ortiz" in page
    assert "Made by hand" in (tmp_path / "g" / "own-ja-digest.html").read_text()
    mail = (tmp_path / "g" / "own-en-mail.html").read_text()
    assert "Kompass" in mail and "#0f766e" in mail.lower()
    assert "Transcript due tomorrow" in mail
    mode = (tmp_path / "g" / "own-en-mail.html").stat().st_mode & 0o777
    assert mode == 0o600


def test_what_a_gallery_cannot_show_is_refused(tidings, tmp_path):
    for words in ([NOTIFICATIONS, "--recipient", "maya-ortis", "--now", NOW], ["--recipient", "few"], ["-", "--watch"]):
        assert tidings("templates", "gallery", *words, "-o", tmp_path / "g").status == 64
        assert not (tmp_path / "g").exists()


def test_only_the_documents_of_one_language_and_reader_load(gallery, chromium):
    page, requests = opened(chromium, gallery)
    # The frames come after the page.
    for _ in range(100):
        if any(url.endswith("/few-en-feed.html") for url in requests):
            break
        page.wait_for_timeout(100)
    names = lambda: {url.rsplit("/", 1)[1] for url in requests[1:]}  # noqa: E731
    assert {name[:8] for name in names()} == {f"few-en-{letter}" for letter in "mlpidtsf"}
    page.locator("label:has(#language-he)").click()
    page.locator('iframe[src="./few-he-mail.html"]').wait_for()
    assert {name[:6] for name in names()} == {"few-en", "few-he"}


def opened(chromium, gallery, **context):
    """The gallery's page on a desktop, and what it asks for."""
    # Without the emulation of a scheme, frames follow the scheme of the page.
    page = chromium.new_context(color_scheme="null", **context).new_page()
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"file://{gallery}/index.html")
    return page, requests


def visible(page, selector, attribute):
    return page.locator(selector).evaluate_all(
        "(all, name) => all.filter(one => one.checkVisibility()).map(one => one.getAttribute(name))", attribute)


def test_choosers_work_without_a_network(gallery, chromium):
    page, requests = opened(chromium, gallery)
    assert [s.removeprefix("./few-en-") for s in visible(page, "iframe", "src")] == [
        "mail.html", "mail-text.html", "lean.html", "page.html", "inboxes.html", "digest.html", "markdown.html",
        "text.html", "terminal-narrow.html", "summary-terminal-narrow.html", "feed.html",
    ]
    for choice in ["language-he", "case-3", "width-desktop", "scheme-dark"]:
        page.locator(f"label:has(#{choice})").click()
    assert set(visible(page, "iframe", "sandbox")) == {""}
    shown = visible(page, "iframe", "src")
    assert [s for s in shown if not s.startswith("./hostile-he-")] == []
    assert shown[-2] == "./hostile-he-summary-terminal.html"
    frame = page.frame_locator('iframe[src="./hostile-he-mail-text.html"]')
    color = frame.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert color == "rgb(11, 18, 32)"
    # At the width of a phone nothing is wider than the window.
    page.set_viewport_size({"width": 375, "height": 812})
    page.locator("label:has(#width-phone)").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert [url for url in requests if not url.startswith("file://")] == []


def test_without_scripts_it_is_a_list_of_links_that_loads_nothing(gallery, chromium):
    page, requests = opened(chromium, gallery, java_script_enabled=False)
    for choice in ["language-he", "case-3", "scheme-dark"]:
        page.locator(f"label:has(#{choice})").click()
    links = visible(page, "figcaption a", "href")
    assert len(links) == 11 and all(link.startswith("./hostile-he-") for link in links)
    assert all((gallery / link).is_file() for link in links)
    # Frames alone have a width.
    assert not page.locator("iframe, fieldset:has(#width-phone):visible").count()
    assert len(requests) == 1
    page.locator("figcaption a:visible").last.click()
    assert page.url.endswith("/hostile-he-feed.html")


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def test_watching_writes_anew_until_it_is_told_to_end(tidings, tmp_path):
    templates, folder = tmp_path / "templates", tmp_path / "g"
    assert tidings("templates", "eject", "digest/digest.md", "-o", templates).status == 0
    template = templates / "digest" / "digest.md"
    original = template.read_text()
    log = tmp_path / "log"
    with open(log, "wb") as output:
        watch = subprocess.Popen(
            [BINARY, "templates", "gallery", "--templates", templates, "-o", folder, "--watch"],
            stdout=output, stderr=output, env={**os.environ, "LC_ALL": "C.UTF-8"})
    try:
        wait_for(lambda: log.read_text().count(" shows ") == 1)
        digest = folder / "few-en-digest.html"
        assert "Second" not in digest.read_text()
        template.write_text(original + "\nSecond\n")
        wait_for(lambda: "Second" in digest.read_text())
        # A mistake is reported and leaves the last gallery as it was.
        template.write_text(original + "\n{{nothing}}\n")
        wait_for(lambda: "nothing" in log.read_text())
        assert "Second" in digest.read_text()
        template.write_text(original + "\nThird\n")
        wait_for(lambda: "Third" in digest.read_text())
        watch.send_signal(signal.SIGINT)
        assert watch.wait(timeout=30) == 0
    finally:
        watch.kill()
    assert not [p for p in folder.iterdir() if not p.name.endswith(".html")]
