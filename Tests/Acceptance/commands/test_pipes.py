"""A file that is a pipe can be read only once, and every command has all of it."""

import json
import os
import shutil
import subprocess

import pytest

from harness import BINARY, NOW, SAMPLE

MAIL = ["mail", str(SAMPLE / "notifications.json"), "--from", "a@x.example", "--first-days", "7", "--now", NOW]


def shell(command, *arguments, cwd, stdin=None):
    """Runs tidings in a shell, where `<(…)` is a pipe; `$@` are the arguments."""
    return subprocess.run(
        [shutil.which("bash"), "-c", command, BINARY, *arguments], cwd=cwd, input=stdin, capture_output=True, timeout=60)


@pytest.mark.parametrize("options", [["--preview", "maya-ortiz"], ["--recipient", "maya-ortiz", "-o", "box"]])
def test_recipients_come_through_a_pipe_also_for_one_of_them(tmp_path, options):
    people = SAMPLE / "recipients.json"
    plain = shell(f'"$0" "$@" --recipients "{people}"', *MAIL, *options[:3], *(["plain"] * (len(options) > 3)), cwd=tmp_path)
    run = shell(f'"$0" "$@" --recipients <(cat "{people}")', *MAIL, *options, cwd=tmp_path)
    assert run.returncode == plain.returncode == 0, run.stderr
    if len(options) == 2:
        assert run.stdout == plain.stdout != b""
    else:
        assert len(list((tmp_path / "box" / "new").iterdir())) == 1


def test_recipients_come_from_standard_input_also_for_one_of_them(tmp_path):
    people = (SAMPLE / "recipients.json").read_bytes()
    run = shell('"$0" "$@"', *MAIL, "--recipients", "/dev/stdin", "--preview", "maya-ortiz", cwd=tmp_path, stdin=people)
    assert run.returncode == 0 and b"Subject:" in run.stdout, run.stderr


@pytest.mark.parametrize("option", ["--recipients", "--state"])
def test_a_dash_is_standard_input_for_exports_only(tidings, tmp_path, option):
    run = tidings(*MAIL, option, "-", "-o", "box", cwd=tmp_path)
    assert run.status == 66
    assert "-: this must be a file" in run.errors and "/dev/stdin" in run.errors


def without_a_reader(*arguments, cwd):
    """A run whose messages nobody reads any more: its status."""
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        return subprocess.run([BINARY, *arguments], cwd=cwd, stdout=subprocess.DEVNULL, stderr=theirs, timeout=60).returncode
    finally:
        os.close(theirs)


@pytest.mark.parametrize("more", [[], ["--strict"], ["--max-messages", "1"], ["--nonsense"]])
def test_a_run_whose_messages_nobody_reads_does_what_it_does_anyway(tidings, tmp_path, more):
    rows = json.loads((SAMPLE / "notifications.json").read_text())
    rows.append({**rows[0], "id": "odd", "scheduled_for": "31 Marchember", "created_at": "31 Marchember"})
    (tmp_path / "export.json").write_text(json.dumps(rows))
    words = ["mail", "export.json", *MAIL[2:], "--recipients", SAMPLE / "recipients.json", *more]
    read = tidings(*words, "-o", "read", "--report", "read.json", cwd=tmp_path)
    assert read.status == {"": 3, "--strict": 65, "--max-messages": 65, "--nonsense": 64}[more[0] if more else ""], read.errors
    assert without_a_reader(*words, "-o", "box", "--report", "report.json", cwd=tmp_path) == read.status
    made = [sorted(path.name for path in (tmp_path / name).glob("new/*")) for name in ("read", "box")]
    assert len(made[0]) == len(made[1]) and bool(made[0]) == (not more)
    assert (tmp_path / "report.json").exists() == (tmp_path / "read.json").exists()
    if not more or more[0] == "--max-messages":
        success = [json.loads((tmp_path / name).read_text())["success"] for name in ("read.json", "report.json")]
        assert success[0] == success[1]
