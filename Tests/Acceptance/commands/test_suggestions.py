"""A name that nothing has is refused with the nearest one that something has."""

import pytest
from harness import NOW, ROOT

SAMPLE = ROOT / "Tests" / "Fixtures" / "sample"
EXPORT = SAMPLE / "notifications.json"

# The words of the command line, and what it should suggest.
MISTAKES = [
    (["summery", EXPORT], "tidings summary"),
    (["profiles", "shwo"], "tidings profiles show"),
    (["state", "mark-raed", EXPORT], "tidings state mark-read"),
    (["ledger", "staus", "nowhere"], "tidings ledger status"),
    (["summary", EXPORT, "--recipent", "x"], "--recipient"),
    (["profiles", "show", "roms"], "rooms"),
    (["summary", EXPORT, "--profile", "roms"], "rooms"),
    (["summary", EXPORT, "--time-zone", "Europe/Berln"], "Europe/Berlin"),
    (["digest", EXPORT, "--type", "offr"], "offer"),
    (["digest", EXPORT, "--recipient", "maya-ortis"], "maya-ortiz"),
    (["digest", EXPORT, "--where", "typ=x"], "type"),
    (["state", "delete", EXPORT, "--state", "s", "--id", "x"], None),
    (["templates", "eject", "digest/page.htm", "-o", "t"], "digest/page.html"),
]


@pytest.mark.parametrize("words, meant", MISTAKES)
def test_the_nearest_name_is_suggested(tidings, tmp_path, words, meant):
    run = tidings(*words, cwd=tmp_path)
    assert run.status == 64 and run.out == b""
    said = run.errors.lower()
    assert ("did you mean" in said) == (meant is not None), run.errors
    if meant:
        assert meant.lower() in said.split("did you mean")[1].split("?")[0], run.errors
    assert list(tmp_path.iterdir()) == []


def test_what_is_like_no_command_gets_them_all(tidings):
    run = tidings("xyzzy")
    assert run.status == 64
    assert run.errors.startswith("tidings: there is no command tidings xyzzy\n         the commands are summary, digest,")


def test_a_default_command_still_takes_what_is_called_like_another_one(tidings, tmp_path):
    job = (SAMPLE / "notifications.json", "--recipients", SAMPLE / "recipients.json", "--from", "d@example.org")
    assert tidings("mail", *job, "-o", "staus", "--now", NOW, cwd=tmp_path).status == 0
    run = tidings("ledger", "staus", cwd=tmp_path)
    assert run.status == 0 and "maildir" in run.text
