"""Where a run writes: never over one of its inputs, whatever way a path is spelled, and nothing at all when it is refused."""

import os

import pytest

from four_people import LATER, folder, mail  # noqa: F401  (fixtures)
from harness import NOW


def entries(folder):
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


# No document takes the place of an input.


@pytest.mark.parametrize(("command", "name"), [
    (["digest", "--format", "json"], "user-1.json"), (["inbox", "--plain-names"], "user-1.html"),
    (["inbox", "--index"], "index.html"),
])  # fmt: skip
@pytest.mark.parametrize("role", ["export", "--recipients", "--state"])
def test_no_document_replaces_an_input_in_the_same_folder(tidings, folder, command, name, role):
    place = folder / "place"
    place.mkdir()
    content = {
        "export": (folder / "export.json").read_bytes(), "--recipients": (folder / "people.json").read_bytes(),
        "--state": b'{"schema": "tidings.state/1", "marks": []}',
    }[role]  # fmt: skip
    (place / name).write_bytes(content)
    source = [place / name] if role == "export" else [folder / "export.json", role, place / name]
    # An input that a link leads to is the same input.
    (folder / "link").symlink_to(place / name)
    for arguments in (source, [folder / "link" if a == place / name else a for a in source]):
        run = tidings(*command, *arguments, "--now", NOW, "-o", place)
        assert run.status == 64 and name in run.errors, run.errors
        assert entries(place) == {name: content}


def test_no_page_or_digest_of_a_job_replaces_an_input(tidings, folder):
    for place, name, output in (
        ("pages", "user-1.html", "inbox: {folder: pages, plain-names: true}"),
        ("digests", "user-1.json", "digest: {folder: digests, format: json}"),
    ):
        (folder / place).mkdir()
        (folder / place / name).write_bytes((folder / "export.json").read_bytes())
        (folder / "tidings.yaml").write_text(f"exports: [{place}/{name}]\n{output}\n")
        before = entries(folder)
        run = tidings("build", "--now", NOW, cwd=folder)
        assert run.status == 64 and name in run.errors, run.errors
        assert entries(folder) == before


@pytest.mark.parametrize("option", ["--templates", "--profiles", "--inbox-folder"])
@pytest.mark.parametrize("place", ["own/x", "own/sub/../x"])
def test_nothing_is_written_into_a_folder_that_is_read(mail, folder, option, place):
    (folder / "own" / "sub").mkdir(parents=True)
    pages = ["--inbox-url", "https://app.example.org/{page}"] if option == "--inbox-folder" else []
    run = mail(option, folder / "own", *pages, "--report", folder / place)
    assert run.status == 64 and option in run.errors, run.errors
    run = mail(option, folder / "own", *pages, outbox=folder / "own")
    assert run.status == 64 and option in run.errors, run.errors
    assert not (folder / "own" / "x").exists() and entries(folder / "own") == {"sub": None}


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_nothing_is_written_beside_a_database_that_is_read(mail, folder, end):
    run = mail("--report", folder / f"people.json{end}")
    assert run.status == 64 and "--recipients" in run.errors, run.errors


def test_new_files_whose_names_differ_by_case_alone_are_one(mail, folder):
    run = mail("--report", "Out", "--metrics", "out")
    assert run.status == 64 and "--metrics" in run.errors, run.errors
    assert mail("--report", "outR", "--metrics", "outM").status == 0


@pytest.mark.parametrize("command", [["mark", "--as", "read", "--id", "n-1"], ["mark", "--as", "read", "--all"]])
def test_marks_do_not_replace_what_they_are_about(tidings, folder, command):
    export = folder / "export.json"
    before = export.read_bytes()
    for state in (export, "./export.json"):
        run = tidings("state", *command, export, "--state", state, "--now", NOW, cwd=folder)
        assert run.status == 64 and "--state" in run.errors, run.errors
    assert export.read_bytes() == before


def test_templates_are_copied_out_all_or_none(tidings, folder):
    (folder / "own" / "inbox").mkdir(parents=True)
    name = next(line for line in tidings("templates", "list").text.splitlines() if line.startswith("inbox/"))
    (folder / "own" / name).write_text("mine")
    run = tidings("templates", "eject", "-o", folder / "own")
    assert run.status == 73 and name in run.errors
    assert entries(folder / "own") == {"inbox": None, name: b"mine"}


# A path means the same however it is spelled.


@pytest.mark.parametrize("spelling", ["{}", "{}/", "{}//", "./{}", "{}/.", "x/../{}", "./x/.././{}//"])
@pytest.mark.parametrize("is_new", [True, False])
def test_an_outbox_is_the_same_however_its_path_is_spelled(mail, tidings, folder, spelling, is_new):
    (folder / "x").mkdir()
    if not is_new:
        assert mail(outbox=folder / "outbox").status == 0
    path = spelling.format("outbox")
    if path.endswith("/.") and is_new:
        (folder / "outbox").mkdir()
    before = entries(folder)
    run = mail("--dry-run", outbox=path)
    assert run.status == 0, run.errors
    assert entries(folder) == before
    run = mail(outbox=path, now=LATER)
    assert run.status == 0, run.errors
    assert len(os.listdir(folder / "outbox/new")) == 4
    assert "4 mails wait" in tidings("ledger", "status", path, cwd=folder).text


def test_an_outbox_may_be_the_present_folder_or_the_one_above(mail, tidings, folder):
    for path, inside in ((".", "a"), ("./", "b"), ("..", "c/d"), ("../", "e/f"), ("../.", "g/h")):
        cwd = folder / inside
        cwd.mkdir(parents=True)
        outbox = cwd
        if path.startswith(".."):
            # Nothing else may be in a new outbox.
            cwd = cwd / "new"
            cwd.mkdir()
        run = mail("--dry-run", outbox=path, cwd=cwd)
        assert run.status == 0, run.errors
        run = mail(outbox=path, cwd=cwd)
        assert run.status == 0, run.errors
        assert len(os.listdir(outbox / "new")) == 4
        assert tidings("ledger", "status", path, cwd=cwd).status == 0


@pytest.mark.parametrize("command", [["inbox", "--plain-names"], ["digest", "--format", "html"]])
@pytest.mark.parametrize("path", ["out/", "./out//", "out/.", "."])
def test_a_folder_of_documents_is_the_same_however_its_path_is_spelled(tidings, folder, command, path):
    (folder / "out").mkdir()
    cwd = folder / "out" if path == "." else folder
    run = tidings(*command, folder / "export.json", "--now", NOW, "-o", path, cwd=cwd)
    assert run.status == 0, run.errors
    assert (folder / "out" / "user-1.html").exists()


@pytest.mark.parametrize("ledger", ["outbox/books", "./outbox/books", "outbox//books", "x/../outbox/books"])
def test_a_ledger_of_another_name_may_be_in_the_outbox(mail, folder, ledger):
    (folder / "x").mkdir()
    (folder / "outbox").mkdir()
    for now in (NOW, LATER):
        run = mail("--ledger", ledger, now=now)
        assert run.status == 0, run.errors


# What is refused leaves nothing behind.


REFUSALS = {
    "missing": (["--report", "report.json"], "nowhere.json", 66),
    "empty": ([], "empty.json", 65),
    "too many": (["--max-messages", "3"], "export.json", 65),
    "too old": (["--max-age", "1h"], "export.json", 65),
    "no stop list": (["--suppress", "nowhere"], "export.json", 66),
    "no recipients": (["--recipients", "nowhere"], "export.json", 66),
}


@pytest.mark.parametrize("place", ["outbox", "a/b/outbox", "there", "maildir"])
@pytest.mark.parametrize("ledger", [[], ["--ledger", "books"]])
def test_a_run_that_is_refused_creates_nothing(mail, folder, place, ledger):
    (folder / "empty.json").write_text("")
    (folder / "there").mkdir()
    for name in ("new", "cur", "tmp"):
        (folder / "maildir" / name).mkdir(parents=True)
    before = entries(folder)
    for arguments, export, status in REFUSALS.values():
        run = mail(*arguments, *ledger, export=export, outbox=place)
        assert run.status == status, run.errors
        after = entries(folder)
        assert after.pop("report.json", None) is not None or "--report" not in arguments
        assert after == before
    # And nothing of it stands in the way of the first run that goes through.
    assert mail(*ledger, outbox=place).status == 0
    kept = entries(folder).keys()
    for arguments, export, _ in REFUSALS.values() if place == "outbox" else []:
        mail(*arguments, *ledger, export=export, outbox=place, now=LATER)
        assert entries(folder).keys() == kept


def test_a_job_that_is_refused_creates_nothing(tidings, folder):
    (folder / "empty.json").write_text("")
    yaml = (
        "exports: [{}]\nrecipients: people.json\ninbox: {{folder: pages}}\ndigest: {{folder: digests}}\nmail:\n"
        "  digest: {{from: digest@example.org, outbox: outbox, first-days: 9}}\n"
        "  few: {{from: few@example.org, outbox: few, first-days: 9, max-messages: {}}}\n"
    )
    for export, most, status in (("nowhere.json", 9, 66), ("empty.json", 9, 65), ("export.json", 3, 65)):
        (folder / "tidings.yaml").write_text(yaml.format(export, most))
        before = entries(folder)
        assert tidings("build", "--now", NOW, cwd=folder).status == status
        assert entries(folder) == before


@pytest.mark.parametrize("command", [["inbox"], ["digest"]])
@pytest.mark.parametrize("arguments", [["nowhere.json"], ["empty.json"], ["export.json", "--recipient", "nobody"]])
def test_documents_that_are_refused_make_no_folder(tidings, folder, command, arguments):
    (folder / "empty.json").write_text("")
    before = entries(folder)
    assert tidings(*command, *arguments, "--now", NOW, "-o", "out", cwd=folder).status in (64, 65, 66)
    assert entries(folder) == before


@pytest.mark.parametrize("command", [["inbox"], ["feed"], ["digest"], ["templates", "gallery"]], ids=" ".join)
def test_no_documents_are_written_to_an_outbox(mail, tidings, folder, command):
    assert mail(outbox=folder / "outbox").status == 0
    (folder / "link").symlink_to(folder / "outbox")
    before = entries(folder)
    for place in ("outbox", "outbox/pages", "outbox/new", "link/pages", "outbox/."):
        run = tidings(*command, "export.json", "--now", NOW, "-o", place, cwd=folder)
        assert run.status == 64 and "is inside an outbox" in run.errors and "choose another folder" in run.errors, run.errors
        assert entries(folder) == before
    assert tidings(*command, "export.json", "--now", NOW, "-o", "made", cwd=folder).status == 0


def test_no_file_or_folder_is_called_as_standard_output_is(mail, tidings, folder):
    assert mail().status == 0
    before = entries(folder)
    for command in (
        ["digest", "export.json", "-o"], ["inbox", "export.json", "-o"], ["feed", "export.json", "-o"], ["templates", "gallery", "-o"],
        ["mail", "export.json", "--from", "a@example.org", "-o", "box", "--report"], ["summary", "export.json", "--rejected"],
        ["mail", "export.json", "--from", "a@example.org", "-o", "box", "--metrics"],
        ["mail", "export.json", "--from", "a@example.org", "-o", "box", "--ledger"], ["templates", "eject", "-o"],
        ["state", "mark", "--as", "read", "export.json", "--all", "--state"], ["init"],
    ):  # fmt: skip
        run = tidings(*command, "-", cwd=folder)
        assert run.status == 64 and "-: standard output cannot stand for it" in run.errors, run.errors
        assert entries(folder) == before
