"""Links by which a reader unsubscribes, changes how often mails come or mutes a type: in every part of a mail,
signed so that no link can be made of another, and checked as the manual says in five languages."""

import functools
import hashlib
import hmac
import html.parser
import json
import os
import re
import urllib.parse

import pytest

import link_checks
from filter_streams import END, ask, group
from harness import LANGUAGES, LONG, NOW, ROOT, parsed, record, run as tidings
from samples import unflowed

SECRET = "a secret of more than sixteen bytes"
UNSUBSCRIBE = "https://example.org/unsubscribe/{recipient}?s={signature}"
MANAGE = "https://example.org/emails?u={recipient}&s={signature}"
MUTE = "https://example.org/mute/{recipient}/{type}?s={signature}"
ODD = "user 1/é?&"
CLASS = "App\\Notifications\\Möbel & more"
PEOPLE = [{"id": ODD, "email": "odd@example.org"}] + [
    {"id": one, "email": f"{one}@example.org", "locale": one} for one in LANGUAGES
]
OWN = {"id": "own", "email": "own@example.org", "unsubscribeURL": "https://example.org/own/2"}


class Links(html.parser.HTMLParser):
    """The links of a page with their texts, in order."""

    def __init__(self, text):
        super().__init__()
        self.all, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.all.append([dict(attrs)["href"], ""])
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "a"

    def handle_data(self, data):
        if self.inside:
            self.all[-1][1] += data


def rows(person):
    """Three deadlines, two offers, one of a type whose key no URL can hold as it is."""
    types = ["deadline_alert"] * 3 + ["offer"] * 2 + [CLASS]
    return [
        record(n, id=f"{person}-{n}", user_id=person, type=one, read_at=None, priority="normal",
               scheduled_for=f"2026-02-08T1{n}:00:00Z")
        for n, one in enumerate(types)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def mail(tmp_path_factory):
    folder = tmp_path_factory.mktemp("links")
    (folder / "export.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for person in [*PEOPLE, OWN] for row in rows(person["id"])))
    (folder / "people.json").write_text(json.dumps([*PEOPLE, OWN]))

    def run(*arguments, urls=(), env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET}):
        urls = [part for url in urls for part in ("--manage-url", url)]
        return tidings("mail", folder / "export.jsonl", "--recipients", folder / "people.json", "--from", "digest@example.org",
                       "--profile", "recruiting-compass", "--first-days", "9", "--now", NOW, *urls, *arguments, env=env)  # fmt: skip

    run.folder = folder
    return run


def by_recipient(finished, folder):
    assert finished.status == 0, finished.errors
    (made,) = folder.glob("*.jsonl")
    return {one["recipient"]: one for one in map(json.loads, made.open())}


def parts(message):
    found = [message.get_body((kind,)).get_content() for kind in ("plain", "html")]
    return [one.replace("\r\n", "\n") for one in found]


def previewed(run, *arguments, **more):
    finished = run("--preview", *arguments, **more)
    assert finished.status == 0, finished.errors
    return parsed(finished.out)


def preview(run, *arguments, **more):
    return parts(previewed(run, *arguments, **more))


def link_to_unsubscribe(message):
    return message["List-Unsubscribe"].strip().strip("<>")


def links(page, prefix):
    return [(url, text) for url, text in Links(page).all if url.startswith(prefix)]


def signed(text, secret=SECRET.encode()):
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def catalogue(language):
    text = (ROOT / "Templates" / "catalogues" / f"{language}.yaml").read_text()
    section = re.search(r"^mail:\n(.*?)(?=^\S)", text, re.S | re.M)[1]
    return {key: re.search(rf'^  {key}: "?(.*?)"?$', section, re.M)[1] for key in ("manage", "mute")}


def test_a_link_to_unsubscribe_is_in_the_header_and_in_both_parts_unless_there_is_none(mail):
    message = previewed(mail, ODD, "--unsubscribe-url", UNSUBSCRIBE)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert all(link_to_unsubscribe(message) in part for part in parts(message))
    assert link_to_unsubscribe(previewed(mail, "own", "--unsubscribe-url", UNSUBSCRIBE)) == OWN["unsubscribeURL"]
    without = previewed(mail, ODD)
    assert without["List-Unsubscribe"] is None and without["List-Unsubscribe-Post"] is None


@pytest.mark.parametrize("secret", [SECRET.encode(), b"\xff\xfe" * 10, "é".encode() * 10, bytes(range(128, 160))])
def test_the_secret_is_the_bytes_of_the_variable_whatever_it_is_called_and_is_never_shown(mail, secret):
    option = ["--unsubscribe-url", UNSUBSCRIBE, "--unsubscribe-secret-env", "OUR_SECRET"]
    message = previewed(mail, ODD, *option, env={"OUR_SECRET": os.fsdecode(secret)})
    assert link_to_unsubscribe(message).rsplit("=", 1)[1] == signed(ODD, secret) and secret not in message.as_bytes()


@pytest.mark.parametrize("theme", ["default", "lean"])
def test_both_parts_have_the_same_links_in_the_readers_words(mail, tmp_path, theme):
    made = by_recipient(mail("-o", tmp_path, "--as", "jsonl", "--theme", theme, urls=[MANAGE, MUTE]), tmp_path)
    for language in LANGUAGES:
        plain, page = re.sub("[\u2066-\u2069]", "", unflowed(made[language]["text"])), made[language]["html"]
        words = catalogue(language)
        ((url, text),) = links(page, "https://example.org/emails?")
        assert text == words["manage"] and f"{words['manage']}: {url}\n" in plain
        mutes = links(page, "https://example.org/mute/")
        keys = [urllib.parse.urlsplit(url).path.split("/")[3] for url, _ in mutes]
        # Most first; nothing for a type that this mail does not show.
        assert keys[:2] == ["deadline_alert", "offer"] and len(keys) == 3
        assert f"\n{words['mute']}\n" + "".join(f"{text}: {url}\n" for url, text in mutes) in plain
        assert re.sub(r"\s", "", words["mute"]) in re.sub(r"\s|&nbsp;", "", page)


def test_each_url_makes_its_own_links_and_none_makes_none(mail):
    words = ("emails?", "/mute/", "Change how often", "Mute:")
    for urls, found in (([], ""), ([MANAGE], "M M "), ([MUTE], " M M"), ([MUTE, MANAGE], "MMMM")):
        for part in preview(mail, "en", urls=urls):
            shown = "".join("M" if word in part else " " for word in words)
            assert shown.strip() == found.strip() and shown == found.ljust(4), (urls, shown)


def test_what_a_link_is_for_is_signed_with_whom_it_is_for(mail):
    _, page = preview(mail, ODD, "--unsubscribe-url", UNSUBSCRIBE, urls=[MANAGE, MUTE])
    ((url, _),) = links(page, "https://example.org/emails?")
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
    assert query == {"u": [ODD], "s": [signed(ODD + "\n")]}
    for url, _ in (found := links(page, "https://example.org/mute/")):
        path, _, signature = url.removeprefix("https://example.org/mute/").partition("?s=")
        recipient, key = map(urllib.parse.unquote, path.split("/"))
        assert recipient == ODD and signature == signed(f"{recipient}\n{key}")
    assert "app%2Fnotifications%2Fm%C3%B6bel_%26_more" in found[-1][0]


def cases(mail):
    """Texts and signatures from the links of real mails, and what becomes of each when it is changed."""
    for person in (ODD, "en"):
        _, page = preview(mail, person, "--unsubscribe-url", UNSUBSCRIBE, urls=[MANAGE, MUTE])
        texts = []
        for url, _ in links(page, "https://example.org/"):
            pieces = urllib.parse.urlsplit(url)
            if "s=" not in pieces.query:
                continue
            query = urllib.parse.parse_qs(pieces.query)
            purpose, *path = [urllib.parse.unquote(one) for one in pieces.path.split("/")[1:]]
            text = {"unsubscribe": path, "emails": [query.get("u", [""])[0], ""], "mute": path}[purpose]
            texts.append(("\n".join(text), query["s"][0]))
        assert len(texts) == 5
        for text, signature in texts:
            yield (text, signature, SECRET), True
            # Of another link of the same mail: another type, another purpose.
            for _, other in texts:
                if other != signature:
                    yield (text, other, SECRET), False
            for changed in (text + "x", text.replace(person, "de", 1), text.split("\n")[0] + "\nevent", ""):
                yield (changed, signature, SECRET), False
            flipped = ("0" if signature[0] != "0" else "1") + signature[1:]
            for changed in (flipped, signature[:-1], signature + "0", signature.upper(), "", "é" * 64, "é" * 32):
                yield (text, changed, SECRET), False
            yield (text, signature, SECRET + "x"), False


known = functools.cache(lambda mail: list(cases(mail)))


# Swift's builds swift-crypto, which takes minutes.
@pytest.mark.parametrize("language", [pytest.param(one, marks=LONG if one == "swift" else ()) for one in link_checks.LANGUAGES])
def test_five_lines_tell_a_right_link_from_every_changed_one(mail, language, tmp_path):
    assert sum(expected for _, expected in known(mail)) == 10 and len(known(mail)) > 150
    told = link_checks.answers(language, tmp_path, [case for case, _ in known(mail)])
    assert [case for (case, expected), answer in zip(known(mail), told) if answer != expected] == []


UNSIGNED = [
    (["--unsubscribe-url", UNSUBSCRIBE], "", "is not set"),
    (["--unsubscribe-url", UNSUBSCRIBE], "short", "fewer than 16 bytes"),
    # What is not UTF-8 has so many bytes as the variable holds.
    (["--unsubscribe-url", UNSUBSCRIBE], os.fsdecode(b"\xff" * 8), "fewer than 16 bytes"),
    (["--unsubscribe-url", "https://example.org/{recipient}"], SECRET, "lacks {signature}"),
    (["--unsubscribe-url", "https://example.org/{signature}"], SECRET, "lacks {recipient}"),
    (["--unsubscribe-url", "http://example.org/{recipient}/{signature}"], SECRET, "https"),
    (["--unsubscribe-url", "mailto:leave@example.org?subject={recipient}{signature}"], SECRET, "https"),
    (["--unsubscribe-url", "https://exämple.org/{recipient}/{signature}"], SECRET, "https"),
    (["--unsubscribe-url", UNSUBSCRIBE + "&t={type}"], SECRET, "no value is called {type}"),
    (["--manage-url", MANAGE], "", "--manage-url needs a secret, and the environment variable"),
    (["--manage-url", "https://example.org/{recipient}/{tpye}/{signature}"], SECRET,
     "no value is called {tpye}: did you mean type? the choices are recipient, signature, type"),
    (["--manage-url", MANAGE, "--manage-url", MANAGE], SECRET, "at most one URL with {type}"),
    (["--manage-url", MUTE, "--manage-url", MANAGE, "--manage-url", MUTE], SECRET, "at most one URL with {type}"),
]  # fmt: skip


@pytest.mark.parametrize("option, secret, words", UNSIGNED)
def test_what_makes_no_good_link_is_refused_before_anything_is_mailed(mail, tmp_path, option, secret, words):
    run = mail("-o", tmp_path / "outbox", *option, env={"TIDINGS_UNSUBSCRIBE_SECRET": secret})
    told = re.sub(r"\n\s*", ": ", run.errors)
    assert run.status == 64 and words in told and (not secret or secret not in run.errors)
    assert not list((tmp_path / "outbox").glob("new/*"))


CONFIGURATION = """exports: export.jsonl
recipients: people.json
mail:
  digest: {from: digest@example.org, outbox: out, as: jsonl, first-days: 9}
"""


def test_a_configuration_file_makes_the_links_that_the_options_make(mail, tmp_path):
    env = {"LINK_SECRET": SECRET}
    page = mail.folder / "tidings.yaml"
    page.write_text(CONFIGURATION + f"manage: {{url: ['{MANAGE}', '{MUTE}'], secret-from: LINK_SECRET}}\n")
    missing = tidings("build", page, "--now", NOW)
    assert missing.status == 64 and "manage.url needs a secret" in missing.errors
    assert "manage.secret-from" in missing.errors and not (mail.folder / "out").exists()
    by_file = by_recipient(tidings("build", page, "--now", NOW, env=env), mail.folder / "out")
    option = ["-o", tmp_path, "--as", "jsonl", "--unsubscribe-secret-env", "LINK_SECRET"]
    by_option = by_recipient(mail(*option, urls=[MANAGE, MUTE], env=env), tmp_path)
    assert by_file == by_option and len(by_file) == len(PEOPLE) + 1
    # The last mail once more is the same.
    again = tidings("mail", "--config", page, "--preview", "en", "--now", NOW, env=env)
    assert again.status == 0 and json.loads(again.text)["html"] == by_file["en"]["html"], again.errors


def test_a_filter_makes_the_links_that_a_plain_run_makes(mail, tmp_path):
    options = ["--manage-url", MANAGE, "--manage-url", MUTE]
    stream = [*[group(person, rows(person["id"])) for person in sorted(PEOPLE, key=lambda one: one["id"])], END]
    answers = ask(stream, *options, env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET})
    assert len(answers.messages) == len(PEOPLE)
    option = ["-o", tmp_path, "--as", "jsonl", "--base-url", "https://app.example.org"]
    plain = by_recipient(mail(*option, urls=[MANAGE, MUTE]), tmp_path)
    assert {name: json.loads(one) for name, one in answers.messages.items()} == {one["id"]: plain[one["id"]] for one in PEOPLE}
    # Another secret gives other answers.
    other = ask(stream, *options, env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET + "x"})
    assert other.begin["fingerprint"] != answers.begin["fingerprint"]


def one_mail(folder, rows, *options):
    """The mail of the only recipient of these rows."""
    name = rows[0]["user_id"]
    (folder / "e.json").write_text(json.dumps(rows))
    (folder / "p.json").write_text(json.dumps([{"id": name, "email": "u@example.org"}]))
    run = tidings("mail", folder / "e.json", "--recipients", folder / "p.json", "--from", "a@example.org",
                  "--profile", "recruiting-compass", "--now", NOW, "--manage-url", MUTE, "--preview", name, *options,
                  env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET})  # fmt: skip
    assert run.status == 0, run.errors
    return run.out


def test_no_footer_is_too_long_for_a_mail(tmp_path):
    """Of 300 types, long ones among them, a mail links to fifteen; a key that no link can hold has none."""
    kinds = [f"kind {n} " + "é" * (n % 7 * 100) for n in range(300)]
    made = [record(n, id=str(n), user_id="u", type=one, read_at=None, scheduled_for="2026-02-08T10:00:00Z")
            for n, one in enumerate(kinds)]  # fmt: skip
    mail = one_mail(tmp_path, made, "--limit", "200")
    mutes = links(parts(parsed(mail))[1], "https://example.org/mute/")
    assert 0 < len(mutes) <= 15 and max(len(url) for url, _ in mutes) <= 900
    assert len(mail.rpartition(b"Content-Type: text/html")[2]) <= 100_000


def test_an_id_with_a_line_feed_has_no_signed_link(tmp_path):
    """Its signature to unsubscribe would be that of the first line's owner to mute the second line."""
    mail = one_mail(tmp_path, rows(name := "en\noffer"), "--unsubscribe-url", UNSUBSCRIBE)
    assert signed(name).encode() not in mail and b"https://example.org/" not in mail
