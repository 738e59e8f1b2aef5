"""The words of strangers in every field of an export, in every document: they stay words.

The judge of structure is the same export with plain words: both documents must have the same elements.
"""

import json
import re

import html5lib
import pytest

from harness import NOW, messages, record

CLOSERS = ["\u2069", "\u202c"]
OPENERS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c",
           "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}  # fmt: skip

# Each becomes structure, or a control, once a character in it is dropped or a reference decoded.
TEMPLATES = [
    "{}# a heading", "{}> a quote", "1{}. a list", "-{}--", "&{}#27;[2J&{}#x202e;gnp", "&{}lt;b&{}gt;",
    "{}- a", "={}==", "`{}``", "{}    code", "a{}\n# b", "a\n{}===", "*{}*", "[a]{}(https://e.example)",
    "<{}b>", "~{}~~", "|{}a|", "!{}[a](b)", "https:{}//evil.example", "a@{}b.example", "{}",
    "a\u2028{}# b", "\x85{}\n\x85# a", "a\u2066b{}\u202ec", "--{} ", "From {}a", ".{}", "{}\r\nBcc: x@y.example",
]  # fmt: skip
STRANGERS = CLOSERS + ["\u202e", "\u2068", "\x1b", "\x07", "\x00", "\x9b", "\x7f", "\u200b", "\ufeff", "\ufffe",
                       "\u0301", "\u200d", "\u2029", "\U000e0001", "\u0378"]  # fmt: skip

WORDS = [template.replace("{}", stranger) for template in TEMPLATES for stranger in STRANGERS]


def rows(words):
    """Each word as title and body of a plain record, and by turns as type and as a link that is none."""
    return [
        record(
            number, user_id="u", title=word, message=word if number % 3 else f"a {word}", priority="normal",
            read_at=None, scheduled_for="2026-02-08T12:00:00Z", type="general" if number % 9 else word,
            action_url=f"javascript:{word}" if number % 5 == 0 else None)
        for number, word in enumerate(words)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strangers")
    hostile, plain = folder / "hostile.json", folder / "plain.json"
    hostile.write_text(json.dumps(rows(WORDS)))
    plain.write_text(json.dumps(rows([f"word {number}" for number in range(len(WORDS))])))
    return hostile, plain


def complaints(text, per_line=True, is_data=False):
    """What no document may hold; data says exactly what the export said, noncharacters too."""
    open_ = []
    for line in text.split("\n"):
        for character in line:
            code = ord(character)
            if (code < 0x20 and character != "\t") or 0x7F <= code < 0xA0:
                yield f"control {code:#x} in {line!r}"
            if not is_data and (0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE):
                yield f"noncharacter in {line!r}"
            if character in OPENERS:
                open_.append(OPENERS[character])
            elif character in CLOSERS:
                if character not in open_ or (character == "\u202c" and open_[-1] != character):
                    yield f"an end of nothing in {line!r}"
                else:
                    while open_.pop() != character:
                        pass
        if per_line and open_:
            yield f"left open in {line!r}"
            open_.clear()
    if open_:
        yield "left open"


def elements(html):
    """The names of all elements in their order."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    return [node.tag for node in tree.iter() if isinstance(node.tag, str)]


def digest(tidings, export, form, *arguments):
    run = tidings("digest", export, "--format", form, "--now", NOW, "--limit", "5000", *arguments)
    assert run.status == 0, run.errors
    return run.text


@pytest.mark.parametrize("form", ["markdown", "text", "terminal", "html", "json"])
def test_no_document_holds_a_control_or_an_open_isolate(tidings, exports, form):
    color = ["--color", "never"] if form == "terminal" else []
    text = digest(tidings, exports[0], form, *color)
    assert not list(complaints(text, is_data=form == "json"))
    if form != "json":
        assert "a heading" in text and "2026-02-08" not in text


def test_a_page_has_the_elements_that_plain_words_give_it(tidings, exports):
    hostile, plain = (digest(tidings, export, "html") for export in exports)
    # Labels of types and links that are none are listed as often; words are words.
    assert elements(hostile).count("h1") == elements(plain).count("h1") == 1
    for name in ["h1", "h2", "h3", "blockquote", "ol", "hr", "pre", "img", "script", "table", "del"]:
        assert elements(hostile).count(name) == elements(plain).count(name), name


def test_markdown_has_no_mark_but_those_of_the_template(tidings, exports):
    for line in digest(tidings, exports[0], "markdown").split("\n"):
        assert not re.match(r" {0,3}(>|\d+[.)] |={2,}$|~{3}|`{3}|\|)", line), line
        assert not re.match(r" {2,}(#|[-+*] (?!.*\*\*\d+\*\*))", line), line


def test_mails_hold_no_control_in_header_text_or_html(tidings, tmp_path):
    # Some fifty to a mail: all of them are shown.
    words = rows(WORDS)
    owners = [f"u{number}" for number in range(len(WORDS) // 50)]
    for number, row in enumerate(words):
        row["user_id"] = owners[number % len(owners)]
    (tmp_path / "export.json").write_text(json.dumps(words))
    people = [
        {"id": owner, "email": f"{owner}@example.org", "name": f"\u2069{owner}\u202e\x1b", "locale": locale}
        for owner, locale in zip(owners, ["en", "ar", "de"] * len(owners))
    ]
    (tmp_path / "people.json").write_text(json.dumps(people))
    run = tidings(
        "mail", tmp_path / "export.json", "--recipients", tmp_path / "people.json", "-o", tmp_path / "outbox",
        "--now", NOW, "--from", "news@example.org")  # fmt: skip
    assert run.status == 0, run.errors
    mails = messages(tmp_path / "outbox")
    assert len(mails) == len(owners)
    for message in mails:
        assert {"Bcc", "bcc"}.isdisjoint(message.keys())
        for name, value in message.items():
            assert not list(complaints(str(value))), name
        parts = [part for part in message.walk() if not part.is_multipart()]
        assert [part.get_content_type() for part in parts] == ["text/plain", "text/html"]
        text, html = (part.get_content().replace("\r\n", "\n") for part in parts)
        # A line that flows into the next is one with it.
        assert not list(complaints(text.replace(" \n", " "), per_line=False))
        assert not list(complaints(html))


def test_an_inbox_page_holds_no_control(tidings, exports, tmp_path):
    run = tidings("inbox", exports[0], "--output", tmp_path / "pages", "--now", NOW)
    assert run.status == 0, run.errors
    pages = list((tmp_path / "pages").rglob("*.html"))
    assert pages
    for page in pages:
        text = page.read_text()
        assert not list(complaints(text))
        assert [name for name in elements(text) if name in {"iframe", "object", "embed", "base"}] == []


def test_the_trial_says_its_words(tidings, shared):
    run = tidings(
        "digest", shared / "data/trials/hostile/bidi-closers.json", "--format", "text", "--now", "2026-02-08T16:00:00Z")
    assert run.status == 0, run.errors
    for line in ["  # Your account is closed", "  > quoted", "  1. one", "  ---", "  &lt;b&gt;",
                 "  &#27;[31mred &#x202e;gnp.exe"]:  # fmt: skip
        assert line in run.text.split("\n"), line
    assert not list(complaints(run.text))


def test_the_judge_sees_what_must_not_be():
    assert list(complaints("\x1b")) and list(complaints("\u2066a")) and list(complaints("a\u2069"))
    assert list(complaints("\u2066a\n\u2069")) and not list(complaints("\u2066a\u2069\n\t"))
