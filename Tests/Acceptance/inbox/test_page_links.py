"""Links that lead to pages nobody can guess, and languages that nobody has words for."""

import contextlib
import json
import re
import sqlite3

import pytest

from harness import NOW, ROOT, parsed, record
from test_next_days import opened

PEOPLE = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(7)]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(record(n, read_at=None)) + "\n" for n in range(7)))
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    return tmp_path


def build(tidings, folder, inbox, url="https://inbox.example.org/{page}", *arguments):
    (folder / "job.yaml").write_text(
        f"exports: export.jsonl\nrecipients: people.json\ninbox-url: {url}\n{inbox}"
        "mail:\n  digest: {from: digest@example.org, outbox: outbox, first-days: 9}\nreport: report.json\n")
    return tidings("build", folder / "job.yaml", "--now", NOW, *arguments)


def links(message):
    """The pages to which a mail leads."""
    whole = parsed(message)
    text = whole.get_body(("plain",)).get_content() + whole.get_body(("html",)).get_content()
    return set(re.findall(r"https://inbox\.example\.org/([^\s\"<>)]+)", text))


def assert_every_mail_leads_to_its_page(folder, messages):
    assert len(messages) == 7
    for message in messages:
        to = parsed(message)["To"]
        (page,) = links(message)
        html = (folder / "pages" / page).read_text()
        number = int(re.search(r"user(\d)@", to)[1])
        assert f"Title {number}" in html
        assert not any(f"Title {other}" in html for other in range(7) if other != number)


@pytest.mark.parametrize("plain", ["false", "true"])
def test_a_job_s_mails_lead_to_the_pages_that_it_makes(tidings, folder, plain):
    run = build(tidings, folder, f"inbox: {{folder: pages, plain-names: {plain}}}\n")
    assert run.status == 0, run.errors
    messages = [p.read_bytes() for p in (folder / "outbox" / "new").iterdir()]
    assert_every_mail_leads_to_its_page(folder, messages)
    assert all((page == "user-1.html") == (plain == "true") for m in messages for page in links(m) if b"user1@" in m)


@pytest.mark.parametrize("plain", [[], ["--plain-names"]], ids=["secret", "plain"])
def test_mails_lead_to_the_pages_of_a_folder(tidings, folder, plain):
    people = ["--recipients", folder / "people.json", "--now", NOW]
    assert tidings("inbox", folder / "export.jsonl", *people, "-o", folder / "pages", *plain).status == 0
    run = tidings(
        "mail", folder / "export.jsonl", *people, "--from", "digest@example.org", "--first-days", "9",
        "--inbox-url", "https://inbox.example.org/{page}", "--inbox-folder", folder / "pages", "-o", folder / "outbox",
    )  # fmt: skip
    assert run.status == 0, run.errors
    assert_every_mail_leads_to_its_page(folder, [p.read_bytes() for p in (folder / "outbox" / "new").iterdir()])
    digest = tidings(
        "digest", folder / "export.jsonl", *people, "--recipient", "user-3", "--format", "html",
        "--inbox-url", "https://inbox.example.org/{page}", "--inbox-folder", folder / "pages")  # fmt: skip
    (page,) = set(re.findall(r"https://inbox\.example\.org/([^\s\"<>)]+)", digest.text))
    assert "Title 3" in (folder / "pages" / page).read_text()


@pytest.mark.parametrize("pages, documents", [([], ["--recipients", "people.json"]), (["--recipients", "people.json"], [])],
                         ids=["pages without people", "pages with people"])  # fmt: skip
@pytest.mark.parametrize("plain", [[], ["--plain-names"]], ids=["secret", "plain"])
def test_the_owner_s_page_is_found_with_and_without_a_recipients_file(tidings, folder, pages, documents, plain):
    rows = [record(n, user_id=["user-3", None][n % 2], read_at=None) for n in range(7)]
    (folder / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "people.json").write_text(json.dumps(PEOPLE[3:4]))
    owner = ["--owner", "user-3", "--now", NOW]
    made = tidings("inbox", "export.jsonl", *owner, *pages, "-o", "pages", *plain, cwd=folder)
    assert made.status == 0, made.errors
    url = ["--inbox-url", "https://inbox.example.org/{page}", "--inbox-folder", "pages"]
    digest = tidings("digest", "export.jsonl", *owner, *documents, *url, "--recipient", "user-3", "--format", "html",
                     "--days", "30", "--limit", "1", cwd=folder)  # fmt: skip
    mail = tidings("mail", "export.jsonl", *owner, "--recipients", "people.json", *url, "--from", "digest@example.org",
                   "--first-days", "30", "--preview", "user-3", cwd=folder)  # fmt: skip
    (page,) = links(mail.out)
    assert set(re.findall(r"https://inbox\.example\.org/([^\s\"<>)]+)", digest.text)) == {page}
    assert "Title 3" in (folder / "pages" / page).read_text()


@pytest.mark.parametrize("command", ["mail", "digest"])
def test_a_page_without_a_folder_is_a_usage_error(tidings, folder, command):
    url = ["--inbox-url", "https://inbox.example.org/{page}"]
    mail = ["--from", "digest@example.org", "-o", folder / "outbox"] if command == "mail" else []
    run = tidings(command, folder / "export.jsonl", *mail, *url)
    assert run.status == 64 and "{page}" in run.errors and "--inbox-folder" in run.errors
    run = tidings(command, folder / "export.jsonl", *mail, *url, "--inbox-folder", folder / "nowhere")
    assert run.status == 66 and "no pages" in run.errors
    assert build(tidings, folder, "").status == 64
    assert not list(folder.glob("outbox/new/*")) and not (folder / "nowhere").exists()


@pytest.mark.parametrize("command, url", [
    ("mail", "javascript:alert(1)"), ("mail", "inbox/{recipient}"), ("mail", "https://"), ("mail", "https://inbox.example.org/ {recipient}"),
    ("mail", "https:///{recipient}"), ("digest", "javascript:alert(1)"), ("feed", "inbox/{recipient}"),
])  # fmt: skip
def test_an_inbox_is_on_the_web(tidings, folder, command, url):
    mail = ["--from", "digest@example.org"] if command == "mail" else []
    run = tidings(command, "export.jsonl", *mail, "--inbox-url", url, "--now", NOW, "-o", "made", cwd=folder)
    assert run.status == 64 and f"--inbox-url: {url} is not an http or https URL such as https://app.example.org" in run.errors
    assert not (folder / "made").exists()


def test_a_dry_run_makes_no_key(tidings, folder):
    assert build(tidings, folder, "inbox: {folder: pages}\n", "https://inbox.example.org/{page}", "--dry-run").status == 0
    assert not (folder / "pages").exists()


def speaking(folder, *locales):
    people = [{**person, **({"locale": locale} if locale else {})} for person, locale in zip(PEOPLE, locales)]
    (folder / "people.json").write_text(json.dumps(people))


def warnings(folder):
    return json.loads((folder / "report.json").read_text())["warnings"]


def test_a_language_without_words_is_a_line_of_the_report(tidings, folder):
    speaking(folder, "tlh", "de", "tlh", "pt-BR-x-none", "xx-Latn", None, None)
    run = build(tidings, folder, "inbox: {folder: pages}\n", "https://inbox.example.org/{recipient}")
    assert run.status == 0, run.errors
    about = [line for line in warnings(folder) if "catalogue" in line]
    assert "there is no catalogue for tlh, so 2 recipients get English" in about
    assert "there is no catalogue for xx-Latn, so 1 recipient gets English" in about
    assert not any(" de;" in line for line in about)
    assert all(line in run.errors for line in about)


def test_so_is_the_language_of_the_run(tidings, folder):
    run = tidings(
        "mail", folder / "export.jsonl", "--recipients", folder / "people.json", "--from", "digest@example.org",
        "--locale", "tlh", "--now", NOW, "-o", folder / "outbox", "--report", folder / "report.json")  # fmt: skip
    (line,) = [line for line in warnings(folder) if "catalogue" in line]
    assert line.startswith("there is no catalogue for tlh, so English is used; the catalogues are en, ar, de, ")
    assert run.errors.count("no catalogue for tlh") == 1


def test_so_are_the_languages_of_an_export_s_own_people(tidings, folder):
    document = {"data": [record(n, read_at=None) for n in range(7)],
                "users": [{**person, "locale": "tlh"} for person in PEOPLE]}  # fmt: skip
    (folder / "own.json").write_text(json.dumps(document))
    tidings("mail", folder / "own.json", "--from", "digest@example.org", "--now", NOW, "-o", folder / "outbox",
            "--report", folder / "report.json")  # fmt: skip
    assert "there is no catalogue for tlh, so 7 recipients get English" in warnings(folder)


@pytest.mark.parametrize("command", [["digest", "--format", "json"], ["inbox", "-o", "pages"]])
def test_pages_and_digests_say_it_on_standard_error(tidings, folder, command):
    speaking(folder, "tlh", "de")
    run = tidings(command[0], folder / "export.jsonl", *command[1:], "--recipients", folder / "people.json",
                  "--now", NOW, cwd=folder)  # fmt: skip
    assert run.status == 0 and run.errors.count("no catalogue for tlh, so 1 recipient gets English") == 1


def test_no_document_leads_to_the_page_of_an_owner_with_the_same_id(tidings, folder):
    """Whose id it is in another export is somebody else, unless a recipients file says otherwise."""
    rows = [record(n, user_id=None, read_at=None) for n in range(3)]
    (folder / "mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    made = tidings("inbox", "mine.jsonl", "--owner", "user-3", "--now", NOW, "-o", "pages", cwd=folder)
    assert made.status == 0, made.errors
    (page,) = [path.name for path in (folder / "pages").glob("*.html")]
    rows = [record(n, user_id="user-3", read_at=None) for n in range(3)]
    (folder / "theirs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    url = ["--inbox-url", "https://inbox.example.org/{page}", "--inbox-folder", "pages"]
    digest = tidings("digest", "theirs.jsonl", *url, "--now", NOW, "--recipient", "user-3", "--format", "html",
                     "--days", "30", "--limit", "1", cwd=folder)  # fmt: skip
    assert digest.status == 0 and "https://inbox.example.org/" in digest.text and page not in digest.text


def test_an_owner_has_no_part_in_the_page_of_the_same_id_in_another_system(tidings, folder):
    """Neither a link to it, nor the page itself."""
    theirs = ROOT / "Tests/Fixtures/foodshare/user_notifications.json"
    made = tidings("inbox", theirs, "--now", NOW, "-o", "pages", cwd=folder)
    assert made.status == 0, made.errors
    with contextlib.closing(sqlite3.connect(folder / "pages/.tidings-pages")) as table:
        page, owner = table.execute("SELECT stem || '.html', recipient FROM files").fetchone()
    rows = [record(n, user_id=None, read_at=None) for n in range(3)]
    (folder / "mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    mine = ["mine.jsonl", "--owner", owner, "--now", NOW]
    url = ["--inbox-url", "https://inbox.example.org/{page}", "--inbox-folder", "pages"]
    digest = tidings("digest", *mine, *url, "--format", "html", "--days", "30", "--limit", "1", cwd=folder)
    assert digest.status == 0 and "https://inbox.example.org/" in digest.text and page not in digest.text
    assert tidings("inbox", *mine, "-o", "pages", cwd=folder).status == 0
    assert "Title" not in (folder / "pages" / page).read_text()


SECRET = {"TIDINGS_UNSUBSCRIBE_SECRET": "a secret of more than sixteen bytes"}
MUTE = "manage: {url: 'https://example.org/mute/{recipient}/{type}?s={signature}', secret-from: TIDINGS_UNSUBSCRIBE_SECRET}\n"


def muting(tidings, folder, secret=SECRET, manage=MUTE):
    """The page of user-1 that a job with a link to mute each type makes."""
    (folder / "job.yaml").write_text(
        f"exports: export.jsonl\nrecipients: people.json\n{manage}inbox: {{folder: pages, plain-names: true}}\n"
        "mail:\n  digest: {from: digest@example.org, outbox: outbox, first-days: 9}\nreport: report.json\n")
    done = tidings("build", folder / "job.yaml", "--now", NOW, env=secret)
    assert done.status == 0, done.errors
    return (folder / "pages" / "user-1.html").read_text()


def test_a_page_has_the_links_to_mute_that_the_mail_has_and_is_made_anew_when_they_change(tidings, folder):
    first = muting(tidings, folder)
    mail = next(path.read_bytes() for path in (folder / "outbox" / "new").iterdir() if b"user1@" in path.read_bytes())
    text = parsed(mail).get_body(("html",)).get_content()
    links = re.findall(r'href="(https://example\.org/mute/[^"]*)"', first)
    assert links == re.findall(r'href="(https://example\.org/mute/[^"]*)"', text) and len(links) == 1
    assert muting(tidings, folder) == first
    other = muting(tidings, folder, {"TIDINGS_UNSUBSCRIBE_SECRET": "another secret of sixteen bytes"})
    assert links[0].split("=")[0] in other and links[0] not in other
    moved = muting(tidings, folder, manage=MUTE.replace("example.org", "example.com"))
    assert links[0].replace("example.org", "example.com") in moved
    assert "/mute/" not in muting(tidings, folder, manage="")


def test_pages_alone_are_signed_too_or_not_made(tidings, folder):
    page = muting(tidings, folder)
    (link,) = re.findall(r'href="(https://example\.org/mute/[^"]*)"', page)
    arguments = ["inbox", "--config", folder / "job.yaml", "--now", NOW, "--recipient", "user-1"]
    alone = tidings(*arguments, env=SECRET)
    assert alone.status == 0 and link in alone.text, alone.errors
    refused = tidings(*arguments, env={})
    assert refused.status == 64 and "TIDINGS_UNSUBSCRIBE_SECRET is not set" in refused.errors


def test_an_opened_row_can_mute_its_type_and_no_other(tidings, folder, chromium):
    records = [record(n, id=f"n-{n}", user_id="user-1", type=one, read_at=None, scheduled_for=f"2026-02-08T1{n}:00:00Z")
               for n, one in enumerate(["offer", "deadline_alert", "offer"])]  # fmt: skip
    (folder / "export.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    muting(tidings, folder)
    page = opened(chromium, folder / "pages" / "user-1.html", NOW)
    assert page.locator("footer #mutes a").count() == 2 and page.locator(".c a", has_text="Mute").count() == 0
    for row in page.locator(".c").all():
        row.locator("summary time").click()
        link = row.locator(".k a", has_text="Mute: ")
        link.wait_for()
        assert link.count() == 1
        kind = "offer" if "Offer" in link.inner_text() else "deadline_alert"
        assert f"/mute/user-1/{kind}?s=" in link.get_attribute("href")
    assert {link.inner_text() for link in page.locator(".c .k a", has_text="Mute").all()} == {
        "Mute: Offers", "Mute: Deadlines",
    }  # fmt: skip
    assert page.failures == []
    plain = opened(chromium, folder / "pages" / "user-1.html", NOW, js=False)
    assert "Mute: Offers\u00a0· Deadlines" in plain.locator("footer").inner_text()
