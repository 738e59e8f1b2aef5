"""Every hostile line as title, message, actor, link, id, type and page: text, and nothing else."""

import pytest
from browsing import hostile_lines, keys, reload
from harness import LONG

pytestmark = LONG

ACTIVE = """() => [...document.querySelectorAll('*')].flatMap((e) => [
  ...[...e.attributes].filter((a) => /^on/i.test(a.name) || a.name === 'style' && !e.matches('.week i, .stats i, .g') || a.name === 'srcdoc').map((a) => `${e.tagName} ${a.name}`),
  ...[...e.attributes].filter((a) => ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(a.name) && !/^(https?:|mailto:|#)/.test(a.value)).map((a) => `${e.tagName} ${a.name}=${a.value.slice(0, 80)}`),
  ...(['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'VIDEO', 'AUDIO', 'MATH', 'FRAME'].includes(e.tagName) ? [e.tagName] : []),
])"""


@pytest.fixture(params=["written-plain", "written-markdown", "written-html"])
def name(request):
    return request.param


def quiet(page):
    watch = page.watch
    outside = [url for url in watch.requests if not url.startswith("file:") and not url.startswith("https:")]
    return outside, watch.dialogs, [error for error in watch.errors if "Content Security" in error or "Error" in error]


@pytest.mark.parametrize("js", [True, False], ids=["script", "no-script"])
def test_nothing_runs(visit, name, js):
    page = visit(name, js=js, height=3000)
    start = page.url
    elements = page.evaluate("document.querySelectorAll('script').length")
    assert elements == 3  # start, words, script
    assert page.evaluate(ACTIVE) == []
    if js:
        # What waits for an event: each card is pointed at, focused and pressed.
        page.evaluate("""() => { for (const card of document.querySelectorAll('.c'))
          for (const e of card.querySelectorAll('*')) for (const kind of ['mouseover', 'focus', 'pointerenter', 'animationend', 'error', 'load', 'toggle', 'beforecopy'])
            e.dispatchEvent(new Event(kind, { bubbles: true })); }""")
        page.get_by_role("searchbox").fill("alert")
        page.get_by_role("searchbox").fill("")
        page.evaluate("document.activeElement.blur()")
        keys(page, "j", "e")
        page.locator("#mark").click()
        reload(page)
    # The search stands in the fragment, which no server sees.
    visited = {visit.split("#")[0] for visit in page.watch.visits}
    assert quiet(page) == ([], [], []) and page.url == start and visited == {start}


def test_the_text_is_shown_as_text(visit):
    page = visit("written-plain", js=False)
    titles = set(page.locator(".c h3 a").evaluate_all("all => all.map(a => a.textContent)"))
    missing = [line for line in hostile_lines() if line.isascii() and line.isprintable() and " ".join(line.split()) and " ".join(line.split()) not in titles]
    assert missing == []


def test_marks_of_hostile_ids_survive_a_reload(visit):
    page = visit("written-plain", height=3000)
    # Equal titles are one row with a mark for each of its notifications.
    total = page.evaluate("[...document.querySelectorAll('.c')].reduce((sum, { dataset: { m } }) => sum + (m ? m.split(' ').length : 1), 0)")
    page.locator("#mark").click()
    stored = page.evaluate("Object.keys(localStorage).length")
    reload(page)
    assert page.locator(".c.u").count() == 0 and stored == total


def test_the_judge_would_notice(visit):
    page = visit("typical-en", js=False)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')")
    assert any("onerror" in found for found in page.evaluate(ACTIVE))


def test_the_judge_would_hear_a_script(visit):
    page = visit("typical-en", bypass_csp=True)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')")
    page.wait_for_timeout(300)
    assert page.watch.dialogs == ["1"]
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<iframe src=\"https://evil.example/\"></iframe>')")
    page.wait_for_timeout(300)
    assert any("evil.example" in url for url in page.watch.requests)
