"""Links by which a reader changes how often mails come or mutes a type: in every part of a mail, signed so
that no link can be made of another, and checked as the manual says in five languages."""

import email
import email.policy
import hashlib
import hmac
import html.parser
import json
import re
import urllib.parse

import pytest

import link_checks
from filter_streams import END, ask, group
from harness import NOW, ROOT, record
from samples import unflowed

SECRET = "a secret of more than sixteen bytes"
UNSUBSCRIBE = "https://example.org/unsubscribe/{recipient}?s={signature}"
MANAGE = "https://example.org/emails?u={recipient}&s={signature}"
MUTE = "https://example.org/mute/{recipient}/{type}?s={signature}"
LANGUAGES = ("en", "de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar", "he", "ru")
THEMES = ("default", "lean")
ODD = "user 1/é?&"
CLASS = "App\\Notifications\\Möbel & more"
PEOPLE = [{"id": ODD, "email": "odd@example.org"}] + [
    {"id": one, "email": f"{one}@example.org", "locale": one} for one in LANGUAGES
]


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


@pytest.fixture
def mail(tidings, tmp_path):
    (tmp_path / "export.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for person in PEOPLE for row in rows(person["id"])))
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))

    def run(*arguments, urls=(), env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET}):
        urls = [part for url in urls for part in ("--manage-url", url)]
        return tidings(
            "mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--recipients",
            tmp_path / "people.json", "--profile", "recruiting-compass", "--first-days", "9", "--now", NOW,
            *urls, *arguments, env=env,
        )  # fmt: skip

    return run


def parts(data):
    message = email.message_from_bytes(data, policy=email.policy.default)
    found = [message.get_body((kind,)).get_content() for kind in ("plain", "html")]
    return [one.replace("\r\n", "\n") for one in found]


def preview(run, *arguments, **more):
    finished = run("--preview", *arguments, **more)
    assert finished.status == 0, finished.errors
    return parts(finished.out)


def links(page, prefix):
    return [(url, text) for url, text in Links(page).all if url.startswith(prefix)]


def signed(text, secret=SECRET):
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def catalogue(language):
    text = (ROOT / "Templates" / "catalogues" / f"{language}.yaml").read_text()
    section = re.search(r"^mail:\n(.*?)(?=^\S)", text, re.S | re.M)[1]
    return {key: re.search(rf'^  {key}: "?(.*?)"?$', section, re.M)[1] for key in ("manage", "mute")}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_parts_have_the_same_links_in_the_readers_words(mail, language, theme):
    plain, page = preview(mail, language, "--theme", theme, urls=[MANAGE, MUTE])
    plain = re.sub("[\u2066-\u2069]", "", unflowed(plain))
    words = catalogue(language)
    ((url, text),) = links(page, "https://example.org/emails?")
    assert text == words["manage"] and f"{words['manage']}: {url}\n" in plain
    mutes = links(page, "https://example.org/mute/")
    keys = [urllib.parse.urlsplit(url).path.split("/")[3] for url, _ in mutes]
    # Most first; nothing for a type that this mail does not show.
    assert keys[:2] == ["deadline_alert", "offer"] and len(keys) == 3
    block = "".join(f"{text}: {url}\n" for url, text in mutes)
    assert f"\n{words['mute']}\n{block}" in plain
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
            parsed = urllib.parse.urlsplit(url)
            if "s=" not in parsed.query:
                continue
            query = urllib.parse.parse_qs(parsed.query)
            purpose, *path = [urllib.parse.unquote(one) for one in parsed.path.split("/")[1:]]
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


@pytest.mark.parametrize("language", link_checks.LANGUAGES)
def test_five_lines_tell_a_right_link_from_every_changed_one(mail, language, tmp_path):
    known = list(cases(mail))
    assert sum(expected for _, expected in known) == 10 and len(known) > 150
    told = link_checks.answers(language, tmp_path, [case for case, _ in known])
    wrong = [case for (case, expected), answer in zip(known, told) if answer != expected]
    assert wrong == []


@pytest.mark.parametrize(
    "urls, secret, words",
    [
        ([MANAGE], "", "--manage-url needs a secret, and the environment variable"),
        (["https://example.org/{recipient}/{tpye}/{signature}"], SECRET,
         "no value is called {tpye}: did you mean type? the choices are recipient, signature, type"),
        ([MANAGE, MANAGE], SECRET, "at most one URL with {type}"),
        ([MUTE, MANAGE, MUTE], SECRET, "at most one URL with {type}"),
    ],
)  # fmt: skip
def test_what_makes_no_good_link_is_refused_before_anything_is_mailed(mail, tmp_path, urls, secret, words):
    run = mail("-o", tmp_path / "outbox", urls=urls, env={"TIDINGS_UNSUBSCRIBE_SECRET": secret})
    told = re.sub(r"\n\s*", ": ", run.errors)
    assert run.status == 64 and words in told and (not secret or secret not in run.errors)
    assert not list((tmp_path / "outbox").glob("new/*"))


def test_a_misspelt_placeholder_to_unsubscribe_is_refused_too(mail, tmp_path):
    run = mail("-o", tmp_path / "outbox", "--unsubscribe-url", UNSUBSCRIBE + "&t={type}")
    assert run.status == 64 and "no value is called {type}" in run.errors


CONFIGURATION = """exports: export.jsonl
recipients: people.json
mail:
  digest: {from: digest@example.org, outbox: out, as: jsonl, first-days: 9}
"""


def test_a_configuration_file_makes_the_links_that_the_options_make(mail, tidings, tmp_path):
    env = {"LINK_SECRET": SECRET}
    page = tmp_path / "tidings.yaml"
    url = f"['{MANAGE}', '{MUTE}']"
    page.write_text(CONFIGURATION + f"manage: {{url: {url}, secret-from: LINK_SECRET}}\n")
    missing = tidings("build", page, "--now", NOW)
    assert missing.status == 64 and "manage.url needs a secret" in missing.errors
    assert "manage.secret-from" in missing.errors and not (tmp_path / "out").exists()
    assert tidings("build", page, "--now", NOW, env=env).status == 0
    (made,) = (tmp_path / "out").glob("*.jsonl")
    by_file = {one["recipient"]: one["html"] for one in map(json.loads, made.open())}
    option = ["-o", tmp_path / "plain", "--as", "jsonl", "--unsubscribe-secret-env", "LINK_SECRET"]
    assert mail(*option, urls=[MANAGE, MUTE], env=env).status == 0
    (made,) = (tmp_path / "plain").glob("*.jsonl")
    by_option = {one["recipient"]: one["html"] for one in map(json.loads, made.open())}
    assert by_file == by_option and len(by_file) == len(PEOPLE)
    # The last mail once more is the same.
    again = tidings("mail", "--config", page, "--preview", "en", "--now", NOW, env=env)
    assert again.status == 0 and json.loads(again.text)["html"] == by_file["en"], again.errors


FAULTS = [
    ("{url: 'https://a.example/{tpye}', secret-from: S}", 15, "manage.url", "did you mean type?"),
    ("{url: 'http://a.example/', secret-from: S}", 15, "manage.url", "https://"),
    ("{url: ['https://a/{type}', 'https://b/{type}'], secret-from: S}", 15, "manage.url", "one without"),
    ("{url: 'https://a.example/{type}'}", 9, "manage.secret-from", "is missing"),
    ("{secret-from: S}", 9, "manage.url", "is missing"),
]


@pytest.mark.parametrize("manage, column, key, advice", FAULTS)
def test_a_fault_of_the_configuration_is_named_by_line_and_column(tidings, tmp_path, manage, column, key, advice):
    (tmp_path / "tidings.yaml").write_text(CONFIGURATION + f"manage: {manage}\n")
    run = tidings("build", tmp_path / "tidings.yaml", "--now", NOW)
    assert run.status == 64 and f"tidings.yaml:5:{column}: {key}" in run.errors and advice in run.errors


def test_a_filter_makes_the_links_that_a_plain_run_makes(mail):
    env = {"TIDINGS_UNSUBSCRIBE_SECRET": SECRET}
    options = ["--manage-url", MANAGE, "--manage-url", MUTE]
    stream = [*[group(person, rows(person["id"])) for person in sorted(PEOPLE, key=lambda one: one["id"])], END]
    answers = ask(stream, *options, env=env)
    assert len(answers.messages) == len(PEOPLE)
    for person in PEOPLE:
        _, page = preview(mail, person["id"], "--base-url", "https://app.example.org", urls=[MANAGE, MUTE])
        assert json.loads(answers.messages[person["id"]])["html"].split() == page.split()
    # Another secret gives other answers.
    other = ask(stream, *options, env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET + "x"})
    assert other.begin["fingerprint"] != answers.begin["fingerprint"]


def test_no_footer_is_too_long_for_a_mail(tidings, tmp_path):
    """Of 300 types, long ones among them, a mail links to fifteen; a key that no link can hold has none."""
    kinds = [f"kind {n} " + "é" * (n % 7 * 100) for n in range(300)]
    made = [record(n, id=str(n), user_id="u", type=one, read_at=None, scheduled_for="2026-02-08T10:00:00Z")
            for n, one in enumerate(kinds)]  # fmt: skip
    (tmp_path / "e.json").write_text(json.dumps(made))
    (tmp_path / "p.json").write_text(json.dumps([{"id": "u", "email": "u@example.org"}]))
    run = tidings("mail", tmp_path / "e.json", "--recipients", tmp_path / "p.json", "--from", "a@example.org",
                  "--profile", "recruiting-compass", "--limit", "200", "--now", NOW, "--manage-url", MUTE,
                  "--preview", "u", env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET})  # fmt: skip
    assert run.status == 0, run.errors
    mutes = links(parts(run.out)[1], "https://example.org/mute/")
    assert 0 < len(mutes) <= 15 and max(len(url) for url, _ in mutes) <= 900
    assert len(run.out.rpartition(b"Content-Type: text/html")[2]) <= 100_000


def test_an_id_with_a_line_feed_has_no_signed_link(tidings, tmp_path):
    """Its signature to unsubscribe would be that of the first line's owner to mute the second line."""
    name = "en\noffer"
    (tmp_path / "e.json").write_text(json.dumps(rows(name)))
    (tmp_path / "p.json").write_text(json.dumps([{"id": name, "email": "u@example.org"}]))
    run = tidings("mail", tmp_path / "e.json", "--recipients", tmp_path / "p.json", "--from", "a@example.org",
                  "--profile", "recruiting-compass", "--now", NOW, "--manage-url", MUTE, "--unsubscribe-url",
                  UNSUBSCRIBE, "--preview", name, env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET})  # fmt: skip
    assert run.status == 0, run.errors
    assert signed(name).encode() not in run.out and b"https://example.org/" not in run.out
