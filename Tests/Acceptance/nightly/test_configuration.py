"""`tidings.yaml`: what is wrong in it is said at once, with its place and what would be right."""

import re

import pytest

from nightly_job import DIGEST, job  # noqa: F401  (a fixture)


def test_init_replaces_no_file_unless_it_is_told_to(tidings, tmp_path):
    mine = tmp_path / "tidings.yaml"
    mine.write_text("mine")
    run = tidings("init", cwd=tmp_path)
    assert run.status == 73 and "--force" in run.errors and mine.read_text() == "mine"
    assert tidings("init", "--force", cwd=tmp_path).status == 0
    assert mine.read_text().startswith("# What")
    assert tidings("init", "nowhere/tidings.yaml", cwd=tmp_path).status == 73


FAULTS = [
    ("timezone: UTC\n" + DIGEST, 3, 1, "timezone", "did you mean time-zone?"),
    ("profile: romms\n" + DIGEST, 3, 10, "profile", "did you mean rooms?"),
    ("time-zone: Mars\n" + DIGEST, 3, 12, "time-zone", "IANA"),
    ("locale: '1'\n" + DIGEST, 3, 9, "locale", "pt-BR"),
    ("mail: {digest: {from: nobody, outbox: out}}\n", 3, 23, "mail.digest.from", "digest@example.org"),
    ("mail: {digest: {from: a@example.org}}\n", 3, 16, "mail.digest.outbox", "is missing"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, hour: 24}\n", 5, 45, "mail.b.hour", "0 to 23"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, hours: []}\n", 5, 46, "mail.b.hours", "an empty list is not one or more hours from 0 to 23"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, days: []}\n", 5, 45, "mail.b.days", "an empty list is not one or more of monday, tuesday"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, as: maildr}\n", 5, 43, "mail.b.as", "did you mean"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, max-age: 36}\n", 5, 48, "mail.b.max-age", "24h"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, priorities: urgently}\n", 5, 51, "mail.b.priorities", "high"),
    (DIGEST + "  b c: {from: b@example.org, outbox: b}\n", 5, 3, "mail.b c", "hyphens"),
    (DIGEST + "  b: {from: b@example.org, outbox: outbox}\n", 5, 36, "mail.b.outbox", "mail.digest.outbox"),
    (DIGEST + "images: no\n", 5, 9, "images", "true or false"),
    (DIGEST + "locale: de\nlocale: en\n", 6, 1, "locale", "occurs twice"),
    (DIGEST + "digest: {format: html}\n", 5, 9, "digest.folder", "is missing"),
    (DIGEST + "unsubscribe: {url: 'https://a.example/{signature}'}\n", 5, 14, "unsubscribe.secret-from", "missing"),
    (DIGEST + "brand: {accent: reddish}\n", 5, 17, "brand.accent", "#1d4ed8"),
    (DIGEST + "brand: {accent: }\n", 5, 9, "brand.accent", "in quotes"),
    (DIGEST + "profile: [rooms]\n", 5, 10, "profile", "must be a text, not a list"),
    (DIGEST + "base-url: app.example.org\n", 5, 11, "base-url", "rooms=https://rooms.example.org"),
    (DIGEST + "inbox-url: https://a.example/{user}\n", 5, 12, "inbox-url", "the choices are recipient, page"),
    (DIGEST + "brand: red\n", 5, 8, "brand", "must be a mapping, not a text"),
    (DIGEST + "brand: {nmae: x}\n", 5, 9, "brand.nmae", "did you mean name?"),
    (DIGEST + "brand: {logo: http://a.example/l.png}\n", 5, 15, "brand.logo", "is not an https URL"),
    (DIGEST + "unsubscribe: {secret-from: SECRET}\n", 5, 14, "unsubscribe.url", "is missing"),
    (DIGEST + "unsubscribe: {url: 'https://a/', secret-from: hunter2}\n", 5, 47, "unsubscribe.secret-from", "variable's name"),
    (DIGEST + "unsubscribe: {url: 'https://a/{type}', secret-from: S}\n", 5, 20, "unsubscribe.url", "the choices are recipient, signature"),
    (DIGEST + "manage: {url: 'https://a/{tpye}', secret-from: S}\n", 5, 15, "manage.url", "did you mean type?"),
    (DIGEST + "manage: {url: 'http://a/', secret-from: S}\n", 5, 15, "manage.url", "is not an https URL"),
    (DIGEST + "manage: {url: ['https://a/{type}', 'https://b/{type}'], secret-from: S}\n", 5, 15, "manage.url", "one without"),
    (DIGEST + "manage: {url: ['https://a/', 'https://b/'], secret-from: S}\n", 5, 15, "manage.url", "one without"),
    (DIGEST + "manage: {url: 'https://a/{type}'}\n", 5, 9, "manage.secret-from", "is missing"),
    (DIGEST + "manage: {secret-from: S}\n", 5, 9, "manage.url", "is missing"),
    (DIGEST + "digest: {folder: d, format: terminal}\n", 5, 29, "digest.format", "is not markdown, html, text or json"),
    (DIGEST + "digest: {folder: d, days: 0}\n", 5, 27, "digest.days", "from 1 to 3650"),
    (DIGEST + "report: ''\n", 5, 9, "report", "an empty text is not a path"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, first-days: 7d}\n", 5, 51, "mail.b.first-days", "from 1 to 3650"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, theme: pink}\n", 5, 46, "mail.b.theme", "is not default or lean"),
    (DIGEST + "  b: {from: b@example.org, outbox: b, priorities: [high, top]}\n", 5, 58, "mail.b.priorities", "top is not low"),
    (DIGEST + "a: &x b\n", 5, 4, "it", "write the value out in full"),
    ("", 1, 1, "mail, inbox, feeds or digest", "is missing"),
]


@pytest.mark.parametrize("yaml, line, column, key, advice", FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_is_named_by_line_column_and_key_with_what_would_be_right(job, yaml, line, column, key, advice):
    run = job(yaml)
    assert run.status == 64
    assert re.search(rf"tidings\.yaml:{line}:{column}: {re.escape(key)}[: ]", run.errors) and advice in run.errors
    assert "hunter2" not in run.errors, "what may be a secret is not repeated"
    assert sorted(p.name for p in job.folder.iterdir()) == ["notifications.json", "recipients.json", "tidings.yaml"]


def test_two_keys_that_exclude_each_other_are_said_with_one_remedy(job):
    run = job("mail: {digest: {from: a@example.org, outbox: o, hour: 7, hours: [8, 17]}}\n")
    assert run.status == 64
    assert "mail.digest.hours cannot be combined with hour\n" in run.errors, run.errors
    assert "keep one of the two" in run.errors and "change the value" not in run.errors


def test_all_faults_are_named_at_once_in_the_order_of_the_lines(job):
    run = job("owner: [a]\nimages: 1\nmail: {digest: {from: x, outbox: o, hour: y}}\n")
    places = re.findall(r"tidings\.yaml:(\d+):\d+: ([\w.-]+)", run.errors)
    assert places == [("3", "owner"), ("4", "images"), ("5", "mail.digest.from"), ("5", "mail.digest.hour")]


COLLISIONS = [
    ("inbox: {folder: ./outbox}\n", 5, "inbox.folder", "mail.digest.outbox"),
    ("digest: {folder: a/../outbox/}\n", 5, "digest.folder", "mail.digest.outbox"),
    ("inbox: {folder: p}\ndigest: {folder: q/..//p/.}\n", 6, "digest.folder", "inbox.folder"),
    ("  b: {from: b@example.org, outbox: ./outbox}\n", 5, "mail.b.outbox", "mail.digest.outbox"),
    ("report: outbox\n", 5, "report", "mail.digest.outbox"),
    ("inbox: {folder: p}\nmetrics: ./p\n", 6, "metrics", "inbox.folder"),
    ("report: a\nmetrics: x/../a\n", 6, "metrics", "report"),
    ("report: a\nrejected: ./a\n", 6, "rejected", "report"),
    ("  b: {from: b@example.org, outbox: b, ledger: l}\nrejected: l\n", 6, "rejected", "mail.b.ledger"),
    ("  b: {from: b@example.org, outbox: b, ledger: outbox}\n", 5, "mail.b.ledger", "mail.digest.outbox"),
    ("  b: {from: b@example.org, outbox: b, ledger: ./b}\n", 5, "mail.b.ledger", "mail.b.outbox"),
    ("report: outbox/tidings.ledger\n", 5, "report", "mail.digest"),
]


@pytest.mark.parametrize("yaml, line, key, other", COLLISIONS)
def test_every_output_has_a_place_of_its_own(job, yaml, line, key, other):
    run = job(DIGEST + yaml)
    assert run.status == 64
    (place,) = re.findall(r"tidings\.yaml:(\d+):\d+: ([\w.-]+): .*of its own", run.errors)
    assert place == (str(line), key) and other in run.errors.split(key, 1)[1]
    assert sorted(p.name for p in job.folder.iterdir()) == ["notifications.json", "recipients.json", "tidings.yaml"]


def test_places_written_from_the_root_and_from_the_folder_are_compared(job):
    run = job(DIGEST + f"inbox: {{folder: {job.folder}/outbox}}\n")
    assert run.status == 64 and "inbox.folder" in run.errors and "mail.digest.outbox" in run.errors


def test_outputs_that_only_resemble_each_other_are_none(job):
    yaml = DIGEST + "inbox: {folder: outbox2}\ndigest: {folder: a/outbox}\nreport: a/report\nmetrics: report\nrejected: ../%s/reports\n"
    (job.folder / "a").mkdir()
    assert job(yaml % job.folder.name).status == 0


def test_a_color_that_yaml_takes_for_a_comment_is_an_error_that_says_to_quote_it(job):
    run = job(DIGEST + "brand:\n  name: The Compass\n  accent: #ffdd00\n")
    assert run.status == 64 and re.search(r"tidings\.yaml:7:\d+: brand\.accent must be a color", run.errors), run.errors
    assert "in quotes" in run.errors and "comment" in run.errors
    assert job(DIGEST + 'brand:\n  accent: "#ffdd00"\n').status == 0
