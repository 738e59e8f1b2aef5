"""What keeps mails from being made, or makes wrong ones, is said by every run, a quiet one too."""

import json

import pytest

from harness import NOW
from nightly_job import DIGEST, job  # noqa: F401  (a fixture)


def stream(limits):
    return DIGEST.replace("first-days: 9", f"first-days: 9, {limits}")


@pytest.mark.parametrize(("limits", "sentence"), [
    ("where: metadata.sorce=web", "where of the stream digest: no record has a value of metadata.sorce"),
    ("types: [ofer]", "types of the stream digest: no notification and no profile has the type ofer; did you mean offer?"),
])  # fmt: skip
def test_a_quiet_run_says_that_a_stream_mails_nothing_for_a_typo(job, limits, sentence):
    run = job(stream(limits), "--quiet", "--report", "r.json")
    assert run.status == 0 and sentence in run.errors
    assert any(sentence in warning for warning in json.loads((job.folder / "r.json").read_text())["warnings"])


def test_a_quiet_run_leaves_out_a_type_among_others_that_are_known(job):
    run = job(stream("types: [offer, ofer]"), "--quiet")
    assert run.status == 0 and run.errors == ""
    assert "has the type ofer" in job(stream("types: [offer, ofer]")).errors


def test_an_empty_export_says_nothing_of_a_streams_names(job):
    (job.folder / "notifications.json").write_text("[]")
    run = job(stream("types: [ofer], where: metadata.sorce=web"), "--quiet")
    assert run.status == 0 and run.errors == ""


@pytest.mark.parametrize("command", ["build", "mail"])
def test_a_run_stops_where_the_recipients_file_has_none_of_the_exports_ids(job, tidings, command):
    """Nobody was mailed, exit 0, from the first night on."""
    people = [{"id": f"USER-{n}", "email": f"u{n}@example.org"} for n in range(7)]
    (job.folder / "recipients.json").write_text(json.dumps(people))
    for status, force in [(65, []), (0, ["--force"])]:
        if command == "build":
            run = job(DIGEST, "--quiet", *force)
        else:
            run = tidings("mail", "notifications.json", "--recipients", "recipients.json", "--from", "d@example.org",
                          "--now", NOW, "-o", "outbox", "--quiet", *force, cwd=job.folder)  # fmt: skip
        assert run.status == status, run.errors
        assert "recipients.json: nobody in it is one of the exports' recipients, so none of these is mailed" in run.errors
        assert "such as user-0, the file such as USER-0" in run.errors
        assert ("--force goes on anyway" in run.errors) is (status == 65)


def test_one_id_that_both_have_is_enough(job):
    people = [{"id": "user-3", "email": "u@example.org"}, {"id": "USER-0", "email": "v@example.org"}]
    (job.folder / "recipients.json").write_text(json.dumps(people))
    assert job(DIGEST, "--quiet").errors == ""


PROFILE = """name: acme
match: {must: [id, created_at]}
fields: {id: id, recipient: user_id, title: title, time: created_at, deleted: gone, mailed: emailed}
read: seen
"""


@pytest.mark.parametrize("command", ["summary", "build"])
def test_values_that_are_neither_yes_nor_no_are_said(job, tidings, command):
    rows = [
        {"id": n, "user_id": f"user-{n % 7}", "title": "a", "created_at": "2026-02-08T04:00:00Z", "seen": seen,
         "gone": gone, "emailed": "geschickt"}
        for n, (seen, gone) in enumerate([("ja", "no"), ("X", "weg"), (True, ""), ("", None), (None, 0)])
    ]  # fmt: skip
    (job.folder / "acme.yaml").write_text(PROFILE)
    (job.folder / "notifications.json").write_text(json.dumps(rows))
    if command == "build":
        run = job("profiles: acme.yaml\n" + DIGEST, "--quiet", "--report", "r.json")
        warnings = json.loads((job.folder / "r.json").read_text())["warnings"]
    else:
        run = tidings("summary", "notifications.json", "--profiles", "acme.yaml", cwd=job.folder)
        warnings = run.errors.splitlines()
    assert run.status == 0
    for sentence in (
        "2 records have a value of read that is not yes, no or a time, so they count as unread; tidings check names",
        "1 record has a value of deleted that is not yes, no or a time, so it counts as not deleted;",
        "5 records have a value of mailed that is not yes, no or a time, so they count as not mailed;",
    ):
        assert sentence in run.errors and any(sentence in warning for warning in warnings)
    checked = tidings("check", "notifications.json", "--profiles", "acme.yaml", cwd=job.folder)
    assert "2 values of read are not yes, no or a time, so these records count as unread: ja (1), x (1)" in checked.text
    assert "1 value of deleted is not yes, no or a time, so these records count as not deleted: weg (1)" in checked.text
    assert "5 values of mailed are not" in checked.text and "geschickt (5)" in checked.text


def test_a_preview_before_the_first_run_lacks_the_link_to_the_inbox_and_says_so(job, tidings):
    job("base-url: https://a.example\ninbox-url: 'https://a.example/inbox/{page}'\ninbox: {folder: pages}\n" + DIGEST, "--dry-run")
    for command in (["mail", "--preview", "user-1"], ["digest", "--recipient", "user-1"]):
        run = tidings(command[0], "--config", "tidings.yaml", *command[1:], "--now", NOW, cwd=job.folder)
        assert run.status == 0, run.errors
        assert "pages: there are no pages yet, so the link to the inbox is left out" in run.errors
        assert b"{page}" not in run.out and b"a.example/inbox/" not in run.out
    sent = tidings("mail", "--config", "tidings.yaml", "--now", NOW, "-o", "outbox", cwd=job.folder)
    assert sent.status == 66 and "write them first: tidings build tidings.yaml" in sent.errors
    assert job().status == 0
    shown = tidings("mail", "--config", "tidings.yaml", "--preview", "user-1", "--now", NOW, cwd=job.folder)
    assert shown.status == 0 and shown.errors == "" and b"a.example/inbox/" in shown.out


def test_a_profile_of_ones_own_on_a_running_job_says_whose_ids_the_file_has(job):
    rows = [{"id": n, "user_id": f"user-{n % 7}", "title": "a", "created_at": "2026-02-08T04:00:00Z"} for n in range(14)]
    (job.folder / "notifications.json").write_text(json.dumps(rows))
    assert job(DIGEST).status == 0
    (job.folder / "acme.yaml").write_text(PROFILE)
    run = job("profiles: acme.yaml\n" + DIGEST, "--quiet", now="2026-02-09T15:05:00Z")
    assert "user-0 has the profile acme in the exports and notifications in the file: write profile: acme for each recipient" in run.errors
