"""The digest mail, judged by readers that are not ours.

The built program makes mails of every kind from exports that stand in `exports.py`: one item and
100,000, ten scripts, ten locales, both themes, the five systems, hostile words in every field.
`Tests/run` has every judge see a few of them; `Tests/run judges` (TIDINGS_JUDGES=all) all. Before a judge is
believed it must refuse messages that are broken on purpose. TIDINGS_MAILS names a folder of other mails (.eml), which
they judge instead, with what was put into them, if an expected.json beside them tells it.
"""

import email
import email.policy
import json
import mailbox
import os
import pathlib
import re
import time

import html5lib
import pytest

import caniemail
import exports
import feed
import fields
import markup
import parsers
import readers
import samples
import transport
from harness import ALL, BINARY, ROOT, SHARED, parsed

MOST_ENCODED = 100_000
MOST_LINES = 15
# What Tests/run shows the judges.
CORE = r"^(english|typical-ar|social-(en|de)-lean|scripts-ar-lean|empty-de|many-300|dots|hostile.*)\.eml"
# What slow judges see of all mails; all others see every mail.
SAMPLED = {
    "nu-html": r"english|typical|social|redacted|empty-en|many-(2|300)\b|hostile-\d?[05]\b",
    "axe": r"english|typical|social-(en|ar)|empty|many-2\b|scripts-ar|hostile-1[23]\b|lendair|rooms",
    "spamassassin": r"english|typical|empty-(ja|he)|scripts-en|many-300|social-en|hostile-3\b",
    "dkim": r"english|typical|scripts|social|hostile-\d\b",
    "lynx": r"^(?!hostile)|hostile-\d?[05]\b|hostile-rooms-\d?[05]\b",
    # The hostile mails' lines are wider than it lays out, and it moves their cells.
    "w3m": r"^(?!hostile)",
    "caniemail": r"^(?!hostile)|hostile-\d?[05]\b",
}
# And what they see of those of Tests/run.
SAMPLED_CORE = {
    "nu-html": r"english|typical|social|hostile-0\b",
    "axe": r"english\b|typical-ar|hostile-rooms-1-",
    "spamassassin": r"english|social",
}
JUDGES = (*parsers.JUDGES, *readers.JUDGES, *transport.JUDGES, *markup.JUDGES, *caniemail.JUDGES)
OTHERS = os.environ.get("TIDINGS_MAILS")


def hostile_texts():
    """The lines of the shared data; every fiftieth of them for Tests/run."""
    folder = SHARED / "data" / "hostile"
    if not folder.is_dir():
        return None
    texts = json.loads((folder / "naughty-strings.json").read_text("utf-8"))
    texts += (folder / "xss-payloads.txt").read_text("utf-8").splitlines()
    return texts if ALL else texts[::50]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """All mails, dated near the clock as SpamAssassin wants them."""
    if OTHERS:
        return pathlib.Path(OTHERS)
    if not BINARY.exists():
        pytest.fail(f"{BINARY} is not there: run Tests/run release first")
    root, now = tmp_path_factory.mktemp("mails"), int(time.time())
    lean = {"suffix": "-lean", "options": ("--theme", "lean", "--stream", "lean")}
    everyday = list(exports.everyday(now))
    feed.make(BINARY, root, everyday, now)
    feed.make(BINARY, root, everyday, now, **lean)
    if ALL:
        feed.make(BINARY, root, list(exports.huge(now)), now)
        feed.make(BINARY, root, [exports.Kind("many-3000", exports.Records(now).many(3000))], now, **lean)
        feed.make_fixtures(BINARY, root, ROOT / "Tests" / "Fixtures")
    if texts := hostile_texts():
        kinds = list(exports.hostile(now, texts))
        brand = "".join(texts[40:48]).replace("\0", "")
        # What a URL cannot have is refused.
        logo = "https://logo.example.org/" + "".join(sign for sign in brand if "!" <= sign <= "~")
        more = ("--address", brand, "--logo", logo, "--accent", "#ffee00")
        feed.make(BINARY, root, kinds[::2], now, brand=brand, options=more)
        feed.make(BINARY, root, kinds[1::2], now, brand=brand, **lean)
    feed.make_headers(BINARY, root, now, 20_000 if ALL else 600)
    feed.make_domains(BINARY, root, now, 5_000 if ALL else 300)
    return root


@pytest.fixture(scope="session")
def mails(folder):
    sample = samples.Sample.load(folder)
    if OTHERS:
        return sample
    assert all(message.expected for message in sample.messages)
    assert len(sample.messages) > 40, "too few mails to judge"
    return sample


def judged(judge, sample):
    try:
        return samples.run_controls(judge, sample) or judge.judge(sample)
    except samples.Missing as missing:
        pytest.skip(f"skipped: needs {missing}")


@pytest.mark.parametrize("judge", JUDGES, ids=lambda one: one.name)
def test_a_judge_finds_nothing_in_mails_of_every_kind(judge, mails):
    patterns = [SAMPLED.get(judge.name)] + ([] if ALL else [CORE, SAMPLED_CORE.get(judge.name)])
    for pattern in [] if OTHERS else filter(None, patterns):
        mails = mails.named(pattern)
        assert mails.messages
    assert judged(judge, mails) == []


@pytest.mark.parametrize("judge", fields.JUDGES, ids=lambda one: one.name)
def test_random_fields_and_domains_are_read_as_they_were_written(judge, folder):
    assert judged(judge, samples.Sample.load(folder)) == []


def test_the_manual_has_those_fields_signed_that_a_judge_signs():
    """Each mail of that judge has those to unsubscribe, and verifies no more when a signed one is changed."""
    page = (ROOT / "Sources" / "Distribution" / "Manual" / "signing-and-unsubscribing.md").read_text()
    (configured,) = re.findall(r"^SignHeaders (.*)$", page, re.M)
    assert configured.split(",") == samples.SIGNED


def test_no_mail_is_clipped_and_what_is_left_out_is_counted(mails):
    sizes = {one.name: one.expected["encodedHTML"] for one in mails.messages}
    assert max(sizes.values()) <= MOST_ENCODED
    for message in mails.named(r"^(english|typical|scripts|many|dots)").messages:
        text, html = samples.parts(message)
        text = samples.unflowed(text)
        items = len(re.findall("\n\u200f?\\S.*\u00a0·\u00a0", text))
        assert html.count("<h3") == items, message.name
        # The title of a single one is the heading.
        items = items or message.expected["total"] == 1
        assert "https://example.org/unsubscribe?u=" in html, f"{message.name} lost its footer"
        # The Arabic mails count in words that this does not know.
        if message.expected["locale"] == "en":
            omitted = sum(int(one.replace(",", "")) for one in re.findall(r"\n(?:and )?([\d,]+) more", text))
            assert items <= MOST_LINES + (items == message.expected["total"]), message.name
            assert items + omitted == message.expected["total"], message.name


def test_every_form_of_an_outbox_holds_the_same_mails(tmp_path):
    now = int(time.time())
    one = feed.Feed(BINARY, tmp_path, now)
    exports.write([kind for kind in exports.everyday(now) if kind.name != "many-300"], tmp_path)
    wanted = sorted(one.messages().values())
    one.run("-o", "maildir", "--as", "maildir")
    assert sorted(path.read_bytes() for path in (tmp_path / "maildir" / "new").iterdir()) == wanted
    one.run("-o", "mbox", "--as", "mbox")
    (path,) = (tmp_path / "mbox").glob("*.mbox")
    found = mailbox.mbox(path)
    stripped = sorted(data.replace(b"\r\n", b"\n").rstrip(b"\n") for data in wanted)
    quoted = (re.sub(rb"(?m)^>(>*From )", rb"\1", found.get_bytes(key)) for key in found.keys())
    assert sorted(data.replace(b"\r\n", b"\n").rstrip(b"\n") for data in quoted) == stripped
    preview = one.run("--preview", "dots")
    assert preview.stdout in wanted


def test_redacted_words_are_nowhere_in_a_message(mails):
    found = mails.named("redacted").messages
    assert len(found) == 2
    for message in found:
        everything = [str(value) for value in parsed(message.bytes).values()] + list(samples.parts(message))
        assert not any(exports.SECRET.lower() in one.lower() for one in everything), message.name
        assert all("Ana Ruiz" in one for one in samples.parts(message))


def test_a_line_of_json_says_what_the_message_says(tmp_path):
    now = int(time.time())
    one = feed.Feed(BINARY, tmp_path, now)
    exports.write(list(exports.everyday(now)), tmp_path)
    lines, messages = one.lines(), one.messages()
    names = ["recipient", "to", "from", "subject", "messageID", "headers", "text", "html"]
    for line in lines.values():
        assert list(line) == names
        data = messages[line["messageID"]].decode()
        headers = email.message_from_string(data, policy=email.policy.compat32)
        written = [[name, value.replace("\r\n", "").replace("\n", "")] for name, value in headers.items()]
        assert line["headers"] == written[:-2]
        if line["recipient"] != "smtputf8":
            assert all(value.isascii() for _, value in line["headers"])


def test_an_address_that_needs_smtputf8_is_reported_as_such(tmp_path):
    now = int(time.time())
    one = feed.Feed(BINARY, tmp_path, now)
    exports.write([kind for kind in exports.everyday(now) if kind.name in ("dots", "smtputf8")], tmp_path)
    run = one.run("-o", "out", "--as", "eml", "--report", "report.json")
    (outcomes,) = [run["outcomes"] for run in json.loads((tmp_path / "report.json").read_text())["runs"]]
    assert {one["recipient"] for one in outcomes if one.get("needsSMTPUTF8")} == {"smtputf8"}
    assert "smtputf8: their address needs a server that supports SMTPUTF8" in run.stderr.decode()


ACTIVE = set(
    "script iframe object embed applet form input button textarea select base link svg math audio video "
    "source frame frameset template dialog marquee".split())


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
    if not hostile:
        pytest.skip(f"skipped: no hostile test data at {SHARED}")
    for message in hostile:
        assert list(faults(samples.parts(message)[1])) == [], message.name
    control = samples.parts(hostile[0])[1]
    for broken in ("<script>1</script>", '<p onclick="x">a</p>', '<a href="javascript:x">a</a>'):
        assert list(faults(control.replace("<h1", broken + "<h1", 1)))


def test_titles_and_subjects_hold_nothing_that_mail_programs_make_links_of(mails):
    address = re.compile(r"[\w-]\.[a-z]{2}|\w@\w|://", re.IGNORECASE)
    for message in mails.named("hostile|social").messages:
        tree = html5lib.parse(samples.parts(message)[1], namespaceHTMLElements=False)
        titles = ["".join(one.itertext()) for one in tree.iter("h3")]
        assert titles
        for text in [*titles, message.expected["subject"]]:
            assert not address.search(text), (message.name, text)
