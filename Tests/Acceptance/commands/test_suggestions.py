"""A name that nothing has is refused with the nearest one that something has."""

import difflib
import re

import pytest
from harness import NOW, SAMPLE

EXPORT = SAMPLE / "notifications.json"

# The words of the command line, and what it should suggest.
MISTAKES = [
    (["summery", EXPORT], "tidings summary"),
    (["profiles", "shwo", "rooms"], "tidings profiles show"),
    (["state", "makr", EXPORT, "--as", "read", "--state", "s", "--id", "n-0001"], "tidings state mark"),
    (["ledger", "staus", "nowhere"], "tidings ledger status"),
    (["summary", EXPORT, "--recipent", "maya-ortiz"], "--recipient"),
    (["profiles", "show", "roms"], "rooms"),
    (["summary", EXPORT, "--profile", "roms"], "rooms"),
    (["summary", EXPORT, "--time-zone", "Europe/Berln"], "Europe/Berlin"),
    (["digest", EXPORT, "--recipient", "maya-ortiz", "--type", "offr"], "offer"),
    (["digest", EXPORT, "--recipient", "maya-ortiz", "--where", "typ=offer"], "type"),
    (["state", "mark", "--as", "deleted", EXPORT, "--state", "s", "--id", "x"], None),
    (["templates", "eject", "digest/page.htm", "-o", "t"], "digest/page.html"),
    (["ledger", "why", "nowhere", "x", "--profle", "rooms"], "--profile"),
    (["summary", EXPORT, "--priority", "hgh"], "high"),
    (["feed", EXPORT, "--recipient", "maya-ortis", "-o", "f"], "maya-ortiz"),
    (["templates", "gallery", EXPORT, "--recipient", "maya-ortis", "-o", "g"], "maya-ortiz"),
    (["mail", EXPORT, "--from", "d@example.org", "--preview", "maya-ortis"], "maya-ortiz"),
    (["mail", EXPORT, "--from", "d@example.org", "--preview", "maya-ortiz", "--theme", "leen"], "lean"),
    (["mail", EXPORT, "--from", "d@example.org", "--preview", "maya-ortiz", "--frequency", "dayly"], "daily"),
    (["mail", EXPORT, "--config", SAMPLE / "tidings.yaml", "--preview", "maya-ortiz", "--stream", "digset"], "digest"),
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
    if meant:
        # The word that is nearest to the suggestion was the mistake: the suggestion in its place is understood.
        named = re.search(r"did you mean [`']?(?:tidings )?([^`'?]+)[`']?\?", run.errors, re.I)[1].split()[-1]
        wrong = max(words, key=lambda word: difflib.SequenceMatcher(None, str(word), named).ratio())
        right = named + "".join(str(wrong).partition("=")[1:])
        again = tidings(*(right if word is wrong else word for word in words), cwd=tmp_path)
        assert "did you mean" not in again.errors.lower() and again.status != 64, again.errors


def test_what_is_like_no_command_gets_them_all(tidings):
    run = tidings("xyzzy")
    assert run.status == 64
    assert run.errors.startswith("tidings: there is no command tidings xyzzy\n         the commands are summary, digest,")


@pytest.mark.parametrize("words, fault, advice", [
    (["help", "nosuch"], "tidings nosuch", "the commands are summary, digest,"),
    (["help", "summry"], "tidings summry", "did you mean tidings summary?"),
    (["help", "ledger", "nosuch"], "tidings ledger nosuch", "the commands are status, why,"),
    (["help", "ledger", "staus"], "tidings ledger staus", "did you mean tidings ledger status?"),
    (["help", "summary", "nosuch"], "tidings summary nosuch", "try tidings help summary"),
    (["help", "state", "help"], "tidings state help", "did you mean tidings help state?"),
    (["state", "help"], "tidings state help", "did you mean tidings help state?"),
    (["ledger", "help"], "tidings ledger help", "did you mean tidings help ledger?"),
    (["profiles", "help", "show"], "tidings profiles help", "did you mean tidings help profiles?"),
])  # fmt: skip
def test_help_for_what_is_no_command_is_refused(tidings, tmp_path, words, fault, advice):
    run = tidings(*words, cwd=tmp_path)
    assert (run.status, run.out) == (64, b"")
    assert run.errors.startswith(f"tidings: there is no command {fault}\n         {advice}"), run.errors
    # Without the word, the command says the same of another that does not exist.
    if words[0] == "help" and "help" not in words[1:] and words[1] != "summary" and words[-1] != "nosuch":
        assert tidings(*words[1:], cwd=tmp_path).errors == run.errors


@pytest.mark.parametrize("words", [["help"], ["help", "help"], ["help", "ledger"], ["help", "ledger", "status"], ["help", "-h"]])
def test_help_for_a_command_is_help(tidings, words):
    run = tidings(*words)
    assert run.status == 0 and "\nUSAGE: tidings" in run.text


def test_a_default_command_still_takes_what_is_called_like_another_one(tidings, tmp_path):
    job = (SAMPLE / "notifications.json", "--recipients", SAMPLE / "recipients.json", "--from", "d@example.org")
    assert tidings("mail", *job, "-o", "staus", "--now", NOW, cwd=tmp_path).status == 0
    run = tidings("ledger", "staus", cwd=tmp_path)
    assert run.status == 0 and "maildir" in run.text


def test_a_recipient_of_another_profile_is_not_suggested_as_themself(tidings, tmp_path):
    job = (EXPORT, "--recipients", SAMPLE / "recipients.json", "--from", "d@example.org")
    assert tidings("mail", *job, "-o", "outbox", "--now", NOW, cwd=tmp_path).status == 0
    for command in (["why", "outbox", "maya-ortiz"], ["forget", "outbox", "--recipient", "maya-ortiz"]):
        run = tidings("ledger", *command, "--profile", "recruiting-compas", cwd=tmp_path)
        assert "did you mean --profile recruiting-compass?" in run.errors
        assert run.status == (64 if command[0] == "why" else 3)
    run = tidings("ledger", "why", "outbox", "maya-ortis", cwd=tmp_path)
    assert run.status == 64 and "did you mean maya-ortiz?" in run.errors


SAID_TWICE = [
    ("time-zone: Europe/Berln", ["--time-zone", "Europe/Berln"], "Europe/Berln is not a time zone of the IANA database"),
    ("time-zone: xyzzy", ["--time-zone", "xyzzy"], "xyzzy is not a time zone of the IANA database"),
    ("mail: {digest: {from: a@example.org, outbox: o, theme: leen}}", ["--theme", "leen"], "leen is not default or lean"),
    ("mail: {digest: {from: a@example.org, outbox: o, frequency: dayly}}", ["--frequency", "dayly"],
     "dayly is not daily, weekdays, weekly, monthly or never"),
]  # fmt: skip


@pytest.mark.parametrize("line, option, fault", SAID_TWICE)
def test_an_option_and_its_key_word_the_same_fault_alike(tidings, tmp_path, line, option, fault):
    (tmp_path / "job.yaml").write_text(f"exports: {EXPORT}\n{line}\n")
    for run in (
        tidings("build", "job.yaml", cwd=tmp_path),
        tidings("mail", EXPORT, "--from", "a@example.org", "-o", "o", *option, cwd=tmp_path),
    ):
        assert run.status == 64 and fault in run.errors, run.errors
        # An example is named once.
        assert run.errors.count("Europe/Berlin") <= 1, run.errors
        assert ("did you mean" in run.errors) == ("xyzzy" not in line), run.errors
