"""The digest mail, judged by readers that are not ours.

Mails of every kind are made on the whole way from notifications to bytes: one item and 100,000, ten
scripts, three locales, both themes, pictures, actions, redacted types, hostile words in every field. They
come from the Swift tests, or from TIDINGS_MESSAGES, a folder with `mails` and `wire` that those wrote.
"""

import email
import email.policy
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import html5lib
import pytest

from conftest import ROOT, SHARED

sys.path.insert(0, str(pathlib.Path(__file__).parent / "mail"))

import judge as judges  # noqa: E402
import samples  # noqa: E402

MOST_ENCODED = 100_000
# What slow judges see; all others see every mail.
SAMPLED = {
    "nu-html": r"english|typical|parts|redacted|empty-.*-en|many-default-(2|300)\b|hostile-\d?[05]\b",
    "axe": r"english|typical-default|typical-lean-(en|ar)|parts|many-default-2\b|hostile-1[23]\b",
    "spamassassin": r"english|typical-(default-de|lean-ar)|scripts-default-en",
    "dkim": r"english|typical|scripts|parts|hostile-\d\b",
    # The hostile mails' lines are wider than it lays out, and it moves their cells.
    "w3m": r"^(?!hostile)",
}


def write(folder, suite):
    """Messages from the Swift tests, dated near the clock as SpamAssassin wants them."""
    environment = os.environ | {
        "TIDINGS_WRITE_MESSAGES": str(folder),
        "TIDINGS_SHARED": str(SHARED),
        "TIDINGS_NOW": str(int(time.time())),
    }
    subprocess.run(
        ["swift", "test", "--filter", suite], cwd=ROOT, env=environment, check=True, timeout=1800,
        capture_output=True,
    )  # fmt: skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    if given := os.environ.get("TIDINGS_MESSAGES"):
        return pathlib.Path(given)
    root = tmp_path_factory.mktemp("messages")
    write(root / "mails", "WriteMailsTests")
    write(root / "wire", "WriteMessagesTests")
    return root


@pytest.fixture(scope="session")
def mails(folder):
    sample = samples.Sample.load(folder / "mails")
    assert len(sample.messages) >= 30, "too few mails to judge"
    assert all(message.expected for message in sample.messages)
    return sample


def judged(judge, sample):
    try:
        return judges.judge_one(judge, sample)
    except samples.Missing as missing:
        pytest.skip(f"skipped: needs {missing}")


ON_MAILS = [one for one in judges.JUDGES if one.name not in ("headers", "domains")]


@pytest.mark.parametrize("judge", ON_MAILS, ids=lambda one: one.name)
def test_a_judge_finds_nothing_in_mails_of_every_kind(judge, mails):
    if pattern := SAMPLED.get(judge.name):
        mails = mails.named(pattern)
        assert mails.messages
    assert judged(judge, mails) == []


@pytest.mark.parametrize(
    "judge", [one for one in judges.JUDGES if one.name in ("headers", "domains")], ids=lambda one: one.name
)
def test_random_fields_and_domains_are_read_as_they_were_written(judge, folder):
    assert judged(judge, samples.Sample.load(folder / "wire")) == []


@pytest.mark.parametrize("judge", [one for one in ON_MAILS if one.name in (
    "email-package", "mail-parser", "mime-tools", "mblaze", "notmuch", "smtp")], ids=lambda one: one.name)  # fmt: skip
def test_a_judge_finds_nothing_in_messages_of_every_wire_form(judge, folder):
    assert judged(judge, samples.Sample.load(folder / "wire")) == []


def test_no_mail_is_clipped_and_what_is_left_out_is_counted(mails):
    sizes = {one.name: one.expected["encodedHTML"] for one in mails.messages}
    assert max(sizes.values()) <= MOST_ENCODED
    assert sizes["many-default-100000.eml"] > MOST_ENCODED * 0.8, "room for more was left"
    for message in mails.messages:
        expected = message.expected
        assert expected["items"] + expected["omitted"] == expected["total"], message.name
        text, html = samples.parts(message)
        assert text.count("\n* ") + text.startswith("* ") == expected["items"], message.name
        assert html.count("<h3") == expected["items"], message.name
        assert "https://example.org/unsubscribe?u=1" in html, f"{message.name} lost its footer"


def test_redacted_words_are_nowhere_in_a_message(mails):
    secret = json.loads((mails.folder / "expected.json").read_text("utf-8"))["secret"]
    found = mails.named("redacted").messages
    assert len(found) == 2
    for message in found:
        parsed = email.message_from_bytes(message.bytes, policy=email.policy.default)
        everything = [str(value) for value in parsed.values()] + list(samples.parts(message))
        assert not any(secret.lower() in one.lower() for one in everything), message.name
        assert all("Ana Ruiz" in one for one in samples.parts(message))


def test_a_line_of_json_says_what_the_message_says(mails):
    lines = (mails.folder / "messages.jsonl").read_bytes().splitlines()
    by_id = {one.expected["messageID"]: one for one in mails.messages}
    assert len(lines) == len(by_id)
    for line in map(json.loads, lines):
        message = by_id[line["messageID"]]
        expected = message.expected
        names = ["recipient", "to", "from", "subject", "messageID", "headers", "text", "html"]
        assert list(line) == names
        assert (line["to"], line["from"]) == (expected["to"]["address"], expected["from"]["address"])
        for name in ("subject", "text", "html"):
            assert line[name] == expected[name], (message.name, name)
        parsed = email.message_from_bytes(message.bytes, policy=email.policy.compat32)
        written = [[name, value.replace("\r\n", "").replace("\n", "")] for name, value in parsed.items()]
        assert line["headers"] == written[:-2], message.name


ACTIVE = set(
    "script iframe object embed applet form input button textarea select base link svg math audio video "
    "source frame frameset template dialog marquee".split()
)


def faults(html):
    """What a stranger's words made of a mail: elements, attributes and links that are not ours."""
    for element in html5lib.parse(html, namespaceHTMLElements=False).iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag in ACTIVE or element.tag.startswith("{"):
            yield f"<{element.tag}>"
        for name, value in element.attrib.items():
            if str(name).lower().startswith("on") or name == "srcdoc":
                yield f"{name}={value}"
            if name == "href" and not re.match(r"(https?://[^/\\]|mailto:.)", value):
                yield f"href={value}"
            if name in ("src", "background") and not value.startswith("https://"):
                yield f"{name}={value}"


def test_hostile_words_stay_words(mails):
    hostile = mails.named("hostile").messages
    assert len(hostile) >= 1
    for message in hostile:
        assert list(faults(samples.parts(message)[1])) == [], message.name
    control = samples.parts(hostile[0])[1]
    for broken in ("<script>1</script>", '<p onclick="x">a</p>', '<a href="javascript:x">a</a>'):
        assert list(faults(control.replace("<h1", broken + "<h1", 1)))


def test_titles_and_subjects_hold_nothing_that_mail_programs_make_links_of(mails):
    address = re.compile(r"[\w-]\.[a-z]{2}|\w@\w|://", re.IGNORECASE)
    for message in mails.named("hostile|parts").messages:
        tree = html5lib.parse(samples.parts(message)[1], namespaceHTMLElements=False)
        titles = ["".join(one.itertext()) for one in tree.iter("h3")]
        assert titles
        for text in [*titles, message.expected["subject"]]:
            assert not address.search(text), (message.name, text)
