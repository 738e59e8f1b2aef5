"""Nothing new, nothing in the window, no match, nobody of that name: each says which it is, in every
format and language, and none says that everything is read where it is not."""

import json
import re

import pytest

from harness import LANGUAGES, NOW, ROOT, record

LATER = "2026-03-08T15:05:00Z"
# A reader of each language, who is called like it.
READERS = {tag.lower(): tag for tag in LANGUAGES}
FORMATS = ["terminal", "markdown", "html", "text"]


@pytest.fixture(scope="module")
def words():
    """The catalogues, by language."""
    yaml = pytest.importorskip("yaml")
    return {tag: yaml.safe_load((ROOT / "Templates" / "catalogues" / f"{tag}.yaml").read_text()) for tag in LANGUAGES}


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    """Three notifications for ana and for each reader; and the file of readers."""
    folder = tmp_path_factory.mktemp("exports")
    made = {name: folder / f"{name}.json" for name in ("unread", "read", "none", "people")}
    users = ["ana", *READERS] * 3
    for name, read in ("unread", None), ("read", NOW):
        made[name].write_text(json.dumps([record(n, user_id=user, read_at=read, type="offer") for n, user in enumerate(users)]))
    made["none"].write_text("[]")
    made["people"].write_text(json.dumps([{"id": name, "email": f"{name}@example.org", "locale": tag} for name, tag in READERS.items()]))
    return made


def said(run):
    """What a command says."""
    assert run.status == 0, run.errors
    return told_by(run.text)


def told_by(text):
    """What a document says, as one line without Markdown, HTML and the marks of directions."""
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    text = text.replace("&#39;", "'").replace("&quot;", '"')
    return re.sub(r"[\u2066-\u2069\\]", "", re.sub(r"\s+", " ", text))


def pattern(template):
    """A sentence of a catalogue in which anything may stand for its values."""
    pieces = re.split(r"\{\w+\}", re.sub(r"\s+", " ", template))
    return ".{0,40}?".join(map(re.escape, pieces)).replace(r"\ ", r"\s*")


def has(text, message):
    """Whether a document has one of the forms of a message."""
    forms = message.values() if isinstance(message, dict) else [message]
    # Lines break between any two characters of Chinese and Japanese.
    dense = re.sub(r"\s", "", text)
    return any(re.search(pattern(f).replace(r"\s*", ""), dense) for f in map(str, forms))


@pytest.mark.parametrize("form", FORMATS)
def test_a_digest_says_why_it_is_empty_or_that_all_is_read(tidings, exports, tmp_path, words, form):
    readers = ["--recipients", exports["people"], *(f"--recipient={name}" for name in READERS)]

    def digests(export, *options):
        """What is told in each language, with its catalogue."""
        folder = tmp_path / " ".join([export, *options])
        ran = tidings("digest", exports[export], "--format", form, "--color", "never", *readers, *options, "-o", folder)
        assert ran.status == 0, ran.errors
        files = {path.stem: told_by(path.read_text()) for path in folder.iterdir()}
        assert files.keys() == READERS.keys()
        return [(files[name], words[tag]["digest"], words[tag]["inbox"]["caughtUp"]) for name, tag in READERS.items()]

    for older, told, calm in digests("unread", "--now", LATER):
        assert has(older, told["nothingInDays"]) and has(older, told["older"])
        assert not has(older, calm)
    for read, told, _ in digests("read", "--now", LATER):
        assert has(read, told["nothingInDays"]) and has(read, told["olderRead"])
    for shown, _, calm in digests("read", "--now", NOW):
        assert has(shown, calm)
    for shown, _, calm in digests("unread", "--now", NOW):
        assert not has(shown, calm)
    for unmatched, told, calm in digests("unread", "--now", NOW, "--days", "60", "--search", "zzz"):
        assert has(unmatched, told["noMatch"]) and not has(unmatched, calm)
    # What does match is older.
    for elsewhere, told, _ in digests("unread", "--now", LATER, "--type", "offer"):
        assert has(elsewhere, told["noMatchSince"]) and has(elsewhere, told["older"])
    for tag in LANGUAGES if form == "text" else ["en"]:
        nothing = said(tidings("digest", exports["none"], "--format", form, "--locale", tag, "--color", "never", "--now", NOW))
        assert has(nothing, words[tag]["inbox"]["caughtUp"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_summary_says_why_it_counts_nothing(tidings, exports, words, language):
    told, inbox = words[language]["digest"], words[language]["inbox"]

    def summary(export, *options):
        return said(tidings("summary", exports[export], "--locale", language, *options))

    assert has(summary("none", "--now", NOW), inbox["empty"])
    assert has(summary("unread", "--now", LATER, "--days", "7"), told["nothingInDays"])
    assert has(summary("unread", "--now", NOW, "--search", "zzz"), told["noMatch"])
    both = summary("unread", "--now", LATER, "--days", "7", "--type", "offer")
    assert has(both, told["noMatchSince"])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_page_of_nothing_says_so(tidings, exports, words, language):
    page = said(tidings("inbox", exports["none"], "--now", NOW, "--locale", language))
    assert has(page, words[language]["inbox"]["caughtUp"])


def test_a_page_says_that_all_is_read_only_if_it_is(tidings, exports, tmp_path, words):
    whole, part, folder = exports["read"], tmp_path / "part.json", tmp_path / "pages"
    part.write_text(json.dumps([*json.loads(whole.read_text()), {"id": "torn"}]))
    calm = words["en"]["inbox"]["caughtUp"]

    def page(export, *options):
        ran = tidings("inbox", export, "--now", NOW, "-o", folder, "--plain-names", *options)
        return told_by((folder / "ana.html").read_text()), ran.status

    assert has(page(whole)[0], calm)
    text, status = page(part)
    assert status != 0 and not has(text, calm)
    # The page follows when the record has come whole.
    assert has(page(whole)[0], calm)
    assert not has(page(whole, "--type", "offer")[0], calm)


def test_an_empty_mail_says_that_all_is_read_only_if_it_is(tidings, exports, tmp_path, words):
    # What is unread is older than the horizon of a first mail, and still unread.
    for export, told in ("read", lambda words: words["inbox"]["caughtUp"]), ("unread", lambda words: words["digest"]["empty"]):
        ran = tidings(
            "mail", exports[export], "--now", LATER, "--from", "a@b.example", "--recipients", exports["people"],
            "--send-empty", "--force", "--as", "jsonl", "-o", tmp_path / export)  # fmt: skip
        assert ran.status == 0, ran.errors
        mails = [json.loads(line) for file in (tmp_path / export).rglob("*.jsonl") for line in file.read_text().splitlines()]
        assert {mail["recipient"]: mail["subject"] for mail in mails} == {name: told(words[tag]) for name, tag in READERS.items()}
