"""A file that is a pipe can be read only once, and every command has all of it."""

import shutil
import subprocess

import pytest

from harness import BINARY, NOW, ROOT

SAMPLE = ROOT / "Tests" / "Fixtures" / "sample"
MAIL = ["mail", str(SAMPLE / "notifications.json"), "--from", "a@x.example", "--first-days", "7", "--now", NOW]


def shell(command, *arguments, cwd, stdin=None):
    """Runs tidings in a shell, where `<(…)` is a pipe; `$@` are the arguments."""
    return subprocess.run(
        [shutil.which("bash"), "-c", command, BINARY, *arguments], cwd=cwd, input=stdin, capture_output=True, timeout=60
    )


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
