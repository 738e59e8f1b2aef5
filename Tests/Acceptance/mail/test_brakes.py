"""What stops a run before its first message or page, and what a run that was refused leaves behind."""

import fcntl
import json
import os

import pytest

from braked_job import CONFIGURATION, DAY1, DAY2, PEOPLE, build, files, folder, mail, rows, write  # noqa: F401  (fixtures)
from harness import schema_faults


def mails(folder):
    # A first run that is refused makes no outbox.
    return sorted(path.name for path in (folder / "outbox/new").glob("*"))


def refused(folder, run, word, report="report.json", metrics="tidings.prom", status=65):
    """The run was refused with a sentence, which report and metrics have as well."""
    assert run.status == status and word in run.errors, run.errors
    document = json.loads((folder / report).read_text())
    assert schema_faults(document, "report") == []
    assert document["success"] is False and word in document["failure"]
    assert "tidings_job_success 0" in (folder / metrics).read_text()
    return document


# Exports without records.


def test_exports_without_records_stop_a_run_where_there_were_some(mail, folder):
    empty = "[]"
    (folder / "export.json").write_text(empty)
    assert mail().status == 0, "there were none before"
    write(folder, rows(30))
    assert mail(now="2026-02-08T16:05:00Z").status == 0
    before = files(folder, "outbox")
    (folder / "export.json").write_text(empty)
    run = mail("--quiet", "--report", "report.json", "--metrics", "tidings.prom", now=DAY2)
    refused(folder, run, "no records")
    assert {k: v for k, v in files(folder, "outbox").items() if "ledger" not in k} == {
        k: v for k, v in before.items() if "ledger" not in k
    }
    assert mail("--force", now=DAY2).status == 0
    # What was looked at once is what there is.
    assert mail(now="2026-02-10T15:05:00Z").status == 0


def test_one_export_of_several_without_records_stops_a_run(mail, folder):
    write(folder, rows(10), "a.json")
    write(folder, rows(10, prefix="m"), "b.json")
    assert mail(exports=("a.json", "b.json")).status == 0
    write(folder, [], "b.json")
    write(folder, rows(20, day=9, prefix="o"), "a.json")
    run = mail(now=DAY2, exports=("a.json", "b.json"))
    assert run.status == 65 and "b.json has no records" in run.errors
    # A run for one recipient says nothing of the others, and neither asks nor answers.
    assert mail("--recipient", "user-1", now=DAY2, exports=("a.json", "b.json")).status == 0
    assert mail(now=DAY2, exports=("a.json", "b.json")).status == 65


def test_a_run_for_one_recipient_is_not_what_is_usual(mail, folder):
    write(folder, rows(300, people=150))
    assert mail("--recipient", "user-1").status == 0
    assert mail(now="2026-02-08T15:06:00Z").status == 0
    assert len(mails(folder)) == 150


def test_recipients_whose_ids_have_all_changed_stop_a_run(mail, folder):
    write(folder, rows(40, people=20))
    assert mail().status == 0
    changed = [{**row, "user_id": "u" + row["user_id"]} for row in rows(40, people=20)]
    write(folder, changed)
    people = [{**person, "id": "u" + person["id"]} for person in PEOPLE]
    (folder / "people.json").write_text(json.dumps(people))
    run = mail(now=DAY2)
    assert run.status == 65 and "none of the 20 recipients" in run.errors
    write(folder, changed[1:] + rows(1))
    assert mail(now=DAY2).status == 0, "somebody is known"


OWN = """name: shop
fields: {id: id, recipient: user_id, type: type, title: title, time: created_at}
"""


@pytest.mark.parametrize("joined, selected", [
    ({"profile": "shop"}, ()), ({"also": {"shop": "user-1"}}, ("--recipient", "user-1")),
], ids=["profile", "also"])  # fmt: skip
def test_what_was_mailed_under_one_profile_is_not_mailed_again_under_another(mail, folder, joined, selected):
    orders = [{"id": n, "user_id": "user-1", "type": "order", "title": f"Order {n}",
               "created_at": f"2026-02-08T10:0{n}:00Z"} for n in range(4)]  # fmt: skip
    write(folder, orders[:3])
    assert mail().status == 0 and len(mails(folder)) == 1
    (folder / "shop.yaml").write_text(OWN)
    (folder / "people.json").write_text(json.dumps([{**PEOPLE[1], **joined}]))
    write(folder, orders)
    run = mail("--profiles", "shop.yaml", "--profile", "shop", *selected, now=DAY2)
    assert run.status == 65 and "mailed under the profile export would be mailed again" in run.errors, run.errors
    assert len(mails(folder)) == 1
    # With the name of the one that read them, the new order alone is mailed.
    (folder / "shop.yaml").write_text(OWN.replace("shop", "export"))
    (folder / "people.json").write_text(json.dumps(PEOPLE[:2]))
    run = mail("--profiles", "shop.yaml", "--profile", "export", *selected, now=DAY2)
    assert run.status == 0 and "· 1 notification\n" in run.text and len(mails(folder)) == 2, run.errors


def test_a_system_that_is_gone_stops_nothing_of_another_that_numbers_alike(mail, folder):
    def orders(count, field):
        return [{"id": n, field: "user-1", "type": "order", "title": f"{field} {n}",
                 "created_at": f"2026-02-08T10:0{n}:00Z"} for n in range(count)]  # fmt: skip
    (folder / "own").mkdir()
    for name, field in ("shop", "buyer_id"), ("depot", "picker_id"):
        (folder / f"own/{name}.yaml").write_text(
            OWN.replace("shop", name).replace("user_id", field) + f"match: {{must: [{field}], score: {{{field}: 50}}}}\n")
    (folder / "people.json").write_text(json.dumps([{**PEOPLE[1], "profile": "shop", "also": {"depot": "user-1"}}]))
    own = ("--profiles", "own")
    (folder / "depot.json").write_text(json.dumps(orders(5, "picker_id")))
    write(folder, orders(2, "buyer_id"))
    run = mail(*own, exports=("export.json", "depot.json"))
    assert run.status == 0 and "7 notifications" in run.text, run.errors
    write(folder, orders(4, "buyer_id"))
    run = mail(*own, now=DAY2)
    assert run.status == 0 and "2 notifications" in run.text, run.errors


# Too many messages.


@pytest.mark.parametrize(("first", "second", "status"), [(10, 100, 0), (10, 101, 65), (30, 150, 0), (30, 151, 65)])
def test_from_the_second_run_on_five_times_the_largest_and_more_than_100_is_too_much(
    mail, folder, first, second, status
):
    write(folder, rows(first, people=first))
    assert mail().status == 0 and len(mails(folder)) == first
    write(folder, rows(second, people=second, day=9, prefix="m"))
    run = mail(now=DAY2)
    assert run.status == status, run.errors
    if status:
        assert (
            f"there would be {second} messages, more than five times the largest run of the 35 days before the "
            f"last mails ({first}), and more than 100") in run.errors
        assert len(mails(folder)) == first
        assert mail("--force", now=DAY2).status == 0 and len(mails(folder)) == first + second


@pytest.mark.parametrize(("people", "said"), [
    (1, "there would be 1 message, more than --max-messages 0"),
    (2, "there would be 2 messages, more than --max-messages 0"),
])
def test_one_message_too_many_is_one(mail, folder, people, said):
    write(folder, rows(people, people=people))
    run = mail("--max-messages", "0")
    assert run.status == 65 and f"{said}\n" in run.errors
    assert ("look at it with" in run.errors) == (people == 1)


# A clock that is ahead.


def test_a_clock_far_ahead_of_the_exports_stops_a_run(mail, build, folder):
    write(folder, rows(30))
    run = mail("--report", "report.json", "--metrics", "tidings.prom", "-q", now="2036-02-08T15:05:00Z")
    refused(folder, run, "the clock may be wrong")
    assert "max-ahead in the configuration file" in run.errors
    assert mails(folder) == []
    refused(folder, build("-q", now="2036-02-08T15:05:00Z"), "the clock may be wrong")
    assert not (folder / "pages").exists() and not (folder / "digests").exists()
    # Nothing has happened: the right time is still right.
    assert build().status == 0 and len(mails(folder)) == 7


def test_an_app_that_is_silent_over_a_weekend_stops_nothing(mail, folder):
    write(folder, rows(30))
    for day in range(8, 16):
        assert mail(now=f"2026-02-{day:02d}T15:05:00Z").status == 0
    assert mail(now="2026-02-17T15:06:00Z").status == 65, "and a host that was down meanwhile does"
    assert mail("--max-ahead", "3d", now="2026-02-17T15:06:00Z").status == 0
    assert mail("--max-ahead", "often", now="2026-02-17T15:06:00Z").status == 64


def test_a_configuration_file_says_how_far_ahead_the_clock_may_be(build, folder):
    write(folder, rows(30))
    assert build(now="2026-02-12T15:05:00Z").status == 65
    (folder / "tidings.yaml").write_text(CONFIGURATION.replace("first-days: 9", "first-days: 9, max-ahead: 5d"))
    assert build(now="2026-02-12T15:05:00Z").status == 0


# Nothing of a build is written before everything was looked at.


def test_a_brake_on_mails_stops_the_pages_too(build, folder):
    write(folder, rows(30))
    assert build().status == 0
    before = [files(folder, name) for name in ("pages", "digests")]
    write(folder, rows(200, people=200, day=9, prefix="m"))
    document = refused(folder, build("-q", now=DAY2), "five times")
    assert [entry["stream"] for entry in document["refused"]] == ["digest"]
    assert [files(folder, name) for name in ("pages", "digests")] == before


def test_a_clock_behind_the_last_run_stops_the_pages_too(build, folder):
    write(folder, rows(30))
    assert build(now=DAY2).status == 0
    before = files(folder, "pages")
    write(folder, rows(60))
    run = build(now=DAY1)
    refused(folder, run, "the last run was at 2026-02-09T15:05:00Z")
    assert "--force goes on" in run.errors
    assert files(folder, "pages") == before


# Every refusal is in the report.


def test_every_refusal_writes_report_and_metrics_and_says_so(mail, tidings, folder):
    out = ("--report", "report.json", "--metrics", "tidings.prom", "--quiet")

    def check(run, status, word):
        refused(folder, run, word, status=status)
        (folder / "report.json").unlink()
        (folder / "tidings.prom").unlink()

    check(mail(*out), 66, "export.json")
    (folder / "export.json").write_bytes(json.dumps(rows(30)).encode()[:-30])
    check(mail(*out), 65, "incomplete")
    write(folder, rows(30))
    check(mail(*out, "--max-messages", "3"), 65, "--max-messages 3")
    check(mail(*out, "--max-age", "1h"), 65, "2026-02-08T10:29:00Z")
    check(mail(*out, "--suppress", "nowhere.txt"), 66, "nowhere.txt")
    write(folder, [*rows(30), {"id": 1}])
    check(mail(*out, "--strict"), 65, "export.json")
    write(folder, rows(30))
    check(mail(*out, "--profile", "nobody"), 64, "nobody")
    (folder / "file").write_text("")
    check(mail(*out, "--ledger", "nowhere/ledger"), 73, "nowhere")
    assert mail(*out).status == 0
    document = json.loads((folder / "report.json").read_text())
    assert document["success"] is True and "failure" not in document
    assert "tidings_job_success 1" in (folder / "tidings.prom").read_text()
    ledger = folder / "outbox/tidings.ledger"
    whole = ledger.read_bytes()
    ledger.write_bytes(b"x" * 5000)
    check(mail(*out), 65, "tidings.ledger")
    ledger.write_bytes(whole)


def test_a_dry_run_that_is_refused_leaves_the_metrics_alone(mail, folder):
    run = mail("--report", "report.json", "--metrics", "tidings.prom", "--dry-run")
    assert run.status == 66 and not (folder / "tidings.prom").exists()
    assert json.loads((folder / "report.json").read_text())["dryRun"] is True


def test_a_run_beside_another_is_in_the_report(mail, folder):
    write(folder, rows(30))
    assert mail().status == 0
    with open(folder / "outbox/tidings.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = mail("--report", "report.json", "--metrics", "tidings.prom", "-q")
        refused(folder, run, "another run", status=75)
    assert mail(now=DAY2).status == 0


# No output takes the place of another file of the run.


@pytest.mark.parametrize(("ledger", "targets"), [
    ("outbox/tidings.ledger", [
        ("--report", "outbox/tidings.ledger"), ("--report", "outbox/tidings.ledger-wal"),
        ("--metrics", "outbox/tidings.lock"), ("--rejected", "outbox/new/x.eml"),
        ("--report", "outbox/anything"), ("--report", "hard"), ("--metrics", "hard"),
        ("--rejected", "outbox/../outbox/tidings.ledger"), ("--report", "link/tidings.ledger"),
        ("--report", "people.json"), ("--metrics", "./export.json"), ("--rejected", "stop.txt"), ("--report", "marks.json"),
    ]),
    ("books", [("--report", "books"), ("--metrics", "books-wal"), ("--rejected", "books.lock"), ("--report", "books-shm")]),
], ids=["inside", "elsewhere"])  # fmt: skip
def test_no_output_takes_the_place_of_another_file_of_the_run(mail, folder, ledger, targets):
    write(folder, rows(3))
    (folder / "stop.txt").write_text("nobody@example.org\n")
    (folder / "marks.json").write_text('{"schema": "tidings.state/1", "marks": []}')
    arguments = ["--suppress", "stop.txt", "--state", "marks.json", *(["--ledger", ledger] if ledger == "books" else [])]

    def refuse(targets):
        for option, target in targets:
            run = mail(option, target, *arguments)
            assert run.status in (64, 73) and target in run.errors, (target, run.errors)

    # The first run has none of its files yet.
    refuse(one for one in targets if not one[1].startswith(("link", "hard")))
    assert mail(*arguments).status == 0
    (folder / "link").symlink_to("outbox")
    os.link(folder / ledger, folder / "hard")
    before = files(folder, ".")
    refuse(targets)
    assert files(folder, ".") == before
    assert mail(*arguments).status == 0
