"""What a job makes is what the commands of the same names make of the same export."""

import json

import pytest
from harness import NOW, ROOT, SHARED, database, record


def tree(folder):
    """The documents of a folder; what it remembers of them is its own."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and not p.name.startswith(".")}


def compare(tidings, folder, export):
    common = ("--now", NOW, "--base-url", "https://app.example.org")
    commands = {
        "pages": ("inbox", export, "-o", folder / "inbox", "--plain-names", *common),
        "feeds": ("feed", export, "-o", folder / "feed", "--plain-names", *common),
        "digests": ("digest", export, "-o", folder / "digest", "--format", "html", *common),
    }
    (folder / "tidings.yaml").write_text(
        f"exports: {json.dumps(str(export))}\nbase-url: https://app.example.org\n"
        "inbox: {folder: pages, plain-names: true}\nfeeds: {folder: feeds, plain-names: true}\n"
        "digest: {folder: digests, format: html}\n")
    job = tidings("build", "--now", NOW, cwd=folder)
    assert job.status == 0, job.errors
    for name, command in commands.items():
        run = tidings(*command, cwd=folder)
        assert run.status == 0, run.errors
        assert tree(folder / name) == tree(folder / command[0]), name


def test_a_job_names_people_as_the_commands_do(tidings, tmp_path):
    rows = [record(number) for number in range(20)]
    people = [{"id": f"user-{n}", "email": f"u{n}@example.org", "full_name": f"Person {n}"} for n in range(7)]
    compare(tidings, tmp_path, database(tmp_path / "app.sqlite", notifications=rows, users=people))
    page = (tmp_path / "pages" / "user-1.html").read_text()
    assert "Person 1" in page


SAMPLES = ["fitness-groups/export.json", "generic/export.csv", "foodshare/history.json", "sample/notifications.json"]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_job_makes_what_the_commands_make(tidings, tmp_path, sample):
    compare(tidings, tmp_path, ROOT / "Tests/Fixtures" / sample)


@pytest.mark.skipif(not (SHARED / "data/trials").is_dir(), reason="no trials")
@pytest.mark.parametrize("trial", ["foodshare/server.sqlite", "recruiting-compass/compass.sqlite"])
def test_a_job_makes_what_the_commands_make_of_a_database(tidings, tmp_path, trial):
    compare(tidings, tmp_path, SHARED / "data/trials" / trial)
