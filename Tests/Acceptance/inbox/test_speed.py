"""10,000 notifications in one page: the first view within a second, a filter or a key within 60 ms.

Judged by the time of the page's main thread, which other work on the machine does not lengthen; the time
on the wall is printed (pytest -s).
"""

import re
import statistics

import pytest
from browsing import until
from harness import LONG

pytestmark = LONG

ACTION = """(code) => new Promise((done) => {
  const start = performance.now();
  eval(code);
  requestAnimationFrame(() => { const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - start); channel.port2.postMessage(0); });
})"""


KEY = """(() => { const target = document.activeElement, key = '%s';
  if (key === 'Enter') target.click();
  else target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); })()"""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_ten_thousand_notifications_are_quick(chromium, written, tmp_path, script):
    source = (written / "many-10000.html").read_text()
    assert len(source.encode()) <= 8_000_000
    source = re.sub(r'<meta http-equiv="Content-Security[^>]*>', "", source)
    if not script:
        source = re.sub(r"<script>.*?</script>", "", source, flags=re.S)
    (tmp_path / "page.html").write_text(source)
    page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto((tmp_path / "page.html").as_uri())
    until(page, "performance.getEntriesByName('first-contentful-paint').length")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    page.wait_for_timeout(3000 if script else 500)

    def busy():
        found = {m["name"]: m["value"] for m in devtools.send("Performance.getMetrics")["metrics"]}
        return 1000 * (found["ScriptDuration"] + found["LayoutDuration"] + found["RecalcStyleDuration"])

    figures = {}

    def act(name, code):
        before = busy()
        wall = page.evaluate(ACTION, code)
        figures.setdefault(name, []).append((busy() - before, wall))
        page.wait_for_timeout(100)

    for _ in range(3):
        for choice in ["t1", "t5", "th", "tu", "t0", "r1", "r2", "r0", "p1", "p3", "p0"]:
            act(choice, f"document.getElementById('{choice}').click()")
        for key in ["j", "r", "Enter", "e", "z"] if script else []:
            act(f"key {key}", KEY % key)
        for query in ["c", "coach", "coach 77", ""] if script else []:
            act(f"search {query!r}", f"q.value = {query!r}; q.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    print(f"\nfirst paint {paint:.0f} ms")
    for name, times in figures.items():
        print(f"{name:18} main thread {statistics.median(t for t, _ in times):4.0f} ms, wall {statistics.median(w for _, w in times):4.0f} ms")
    assert paint < 1000
    assert {name: times for name, times in figures.items() if statistics.median(t for t, _ in times) > (60 if script else 100)} == {}
    page.context.close()


ON_SCREEN = """() => [...document.querySelectorAll(".c")].filter((card) => card.checkVisibility() && !card.hidden)
  .filter((card) => { const { top, bottom } = card.getBoundingClientRect(); return bottom > 0 && top < innerHeight; })
  .map((card) => [card.querySelector("h3").id, card.getBoundingClientRect().top])"""
HIDDEN = "document.querySelectorAll('.g:not([hidden])>.c[hidden]').length"


@pytest.mark.parametrize("down", [0, 4000])
def test_what_a_filter_brings_back_is_on_the_screen_at_once_and_below_it_a_moment_later(visit, down):
    page = visit("many-1000", height=1400)
    page.evaluate("r2.click()")
    page.evaluate(f"scrollTo(0, {down})")
    page.wait_for_timeout(300)
    # What comes a moment later waits here until the browser has put the view where the row was that it had.
    page.evaluate("(moment = setTimeout, setTimeout = (work, time) => time === 50 ? (held = work, 0) : moment(work, time), 0)")
    page.evaluate("r0.click()")
    page.wait_for_timeout(300)
    waiting, at_once = page.evaluate(HIDDEN), page.evaluate(ON_SCREEN)
    page.evaluate("held()")
    page.wait_for_timeout(300)
    assert waiting > 0 and page.evaluate(HIDDEN) == 0
    assert len(at_once) > 20 and page.evaluate(ON_SCREEN) == at_once


def test_a_key_finds_a_row_that_is_still_being_brought_back(visit):
    page = visit("many-1000")
    page.evaluate("r2.click()")
    page.wait_for_timeout(100)
    page.evaluate("r0.click(); for (let n = 0; n < 80; n++) dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))")
    assert page.evaluate("document.activeElement.closest('.c')?.querySelector('h3').id") == "h80"
