"""Terminal documents, judged by a terminal: the screen equals the plain rendering."""

import json

import pytest

from harness import ALL, NOW, ROOT, record
from terminal_screen import show, visible

GOLDENS = ROOT / "Tests" / "Goldens" / "terminal"
COLORED = sorted(GOLDENS.glob("*.ansi"))


@pytest.mark.parametrize("golden", COLORED, ids=lambda golden: golden.name)
def test_the_screen_shows_the_plain_rendering(golden):
    document, columns, _ = golden.name.split(".", 2)
    plain = (GOLDENS / f"{document}.{columns}.txt").read_text()
    screen, obeyed = show(golden.read_bytes(), int(columns))
    assert screen == visible(plain, int(columns))
    assert obeyed == []


def test_there_are_goldens_to_judge():
    assert len(COLORED) >= 12


@pytest.mark.parametrize(
    "attack",
    ["\x1b[2J", "\x1b[5A", "\x1b]0;title\x07", "\x9b2J", "\b\b\b", "\x1b[1;1Hx", "\rover"],
    ids=repr)
def test_a_document_that_passes_an_attack_through_is_found_out(attack):
    plain = (GOLDENS / "digest.80.txt").read_text()
    screen, obeyed = show(plain.replace("Transcript", attack + "Transcript").encode(), 80)
    assert obeyed or screen != visible(plain, 80)


@pytest.mark.parametrize("columns", [40, 80, 120, 200] if ALL else [40, 120])
def test_hostile_texts_are_shown_and_not_obeyed(tidings, shared, tmp_path, columns):
    texts = json.loads((shared / "data/hostile/naughty-strings.json").read_text())
    texts += (shared / "data/hostile/xss-payloads.txt").read_text().splitlines()
    export = tmp_path / "hostile.json"
    export.write_text(
        json.dumps(
            [
                record(number, user_id="ana", title=text or "x", message=text, type="event")
                for number, text in enumerate(texts)
            ]))
    common = ["digest", export, "--format", "terminal", "--now", NOW, "--days", "60"]
    common += ["--base-url", "https://app.example.org", "--time-zone", "UTC"]
    environment = {"COLUMNS": str(columns)}
    plain = tidings(*common, "--color", "never", env=environment)
    colored = tidings(*common, "--color", "always", env=environment)
    assert plain.status == colored.status == 0, plain.errors
    screen, obeyed = show(colored.out, columns)
    assert obeyed == []
    assert screen == visible(plain.text, columns)
    assert not any(ord(c) < 0x20 and c != "\n" or 0x7F <= ord(c) < 0xA0 for c in plain.text)
