"""`tidings init` asks on a terminal, and what it writes runs as it is."""

import json
import os
import shutil
import subprocess

import pytest
import yaml
from harness import BINARY, NOW, SAMPLE, need_namespaces
from terminals import on_terminal, seen_on


def asked(folder, answers, *words):
    """A run on a terminal, with what a person types."""
    process, ours = on_terminal("init", *words, streams=["stdin", "stderr"], stdout=subprocess.PIPE, cwd=folder)
    os.write(ours, answers)
    out, _ = process.communicate(timeout=60)
    return process.returncode, out.decode(), seen_on(ours)


def test_a_job_of_five_answers_runs_as_it_is(tidings, tmp_path):
    data, job = tmp_path / "data", tmp_path / "job"
    shutil.copytree(SAMPLE, data)
    job.mkdir()
    status, out, shown = asked(
        job, b"../nowhere.json\n../data/notifications.json\n../data/recipients.json\nnobody\nclub@example.org\n"
        b"Ana's \"Club\"\nmails\n")  # fmt: skip
    assert status == 0 and "tidings.yaml is written; try" in out
    assert "There is no ../nowhere.json yet; say it again" in shown and shown.count("From which address") == 2
    assert "nobody is no address; write it alone" in shown
    written = yaml.safe_load((job / "tidings.yaml").read_text())
    assert written["brand"] == {"name": "Ana's \"Club\""}
    assert written["mail"]["digest"]["from"] == "club@example.org"
    run = tidings("build", "tidings.yaml", "--now", NOW, cwd=job)
    assert run.status == 0 and "handed over" in run.text, run.errors
    mail = next((job / "mails/new").iterdir()).read_text()
    assert "club@example.org" in mail and "Club" in mail


@pytest.mark.parametrize("name", ["app #2", "x: y", "a - 'b'", "naïve"])
def test_a_folder_of_any_name_has_a_job_that_runs(tidings, tmp_path, name):
    folder = tmp_path / name
    shutil.copytree(SAMPLE, folder)
    (folder / "tidings.yaml").unlink()
    assert tidings("init", cwd=folder).status == 0
    run = tidings("build", "--dry-run", "--now", NOW, cwd=folder)
    assert run.status == 0 and not (folder / "outbox").exists(), run.errors


def test_nothing_but_line_ends_are_the_defaults(tidings, tmp_path):
    (tmp_path / "notifications.json").write_text(json.dumps([]))
    status, out, shown = asked(tmp_path, b"\n" * 5)
    assert status == 0 and "[nothing to set it later]" in shown and "tidings.yaml is written: set from, then try" in out
    written = yaml.safe_load((tmp_path / "tidings.yaml").read_text())
    assert set(written) == {"exports", "mail"}
    # Whoever is root starts jobs from elsewhere.
    root = f"{tmp_path}/" if os.geteuid() == 0 else ""
    assert written["exports"] == root + "notifications.json"
    assert written["mail"]["digest"] == {"from": "digest@example.org", "outbox": root + "outbox"}
    run = tidings("check", "--config", "tidings.yaml", cwd=tmp_path)
    assert run.status == 3 and "from: digest@example.org is an example, and nobody's" in run.text


def test_a_profile_of_one_s_own_in_the_folder_is_the_job_s(tmp_path):
    (tmp_path / "notifications.json").write_text("[]")
    (tmp_path / "shop.yaml").write_text("name: shop\nfields: {id: nr, time: at, title: text}\n")
    (tmp_path / "other.yaml").write_text("a: b\n")
    status, _, shown = asked(tmp_path, b"\n" * 6)
    assert status == 0 and "Which profile of your own" in shown
    written = yaml.safe_load((tmp_path / "tidings.yaml").read_text())
    assert written["profiles"].split("/")[-1] == "shop.yaml"
    # Profiles are looked for where the questions are answered, whatever folder the job is in.
    (tmp_path / "sub").mkdir()
    assert asked(tmp_path, b"\n" * 6, "sub/job.yaml")[0] == 0
    written = yaml.safe_load((tmp_path / "sub/job.yaml").read_text())
    assert written["profiles"] == f"{tmp_path}/shop.yaml"


def test_a_file_that_is_not_there_yet_is_taken_when_it_is_said_twice(tmp_path):
    status, _, shown = asked(tmp_path, b"later.json\nlater.json\n\n\n\n\n")
    written = yaml.safe_load((tmp_path / "tidings.yaml").read_text())
    assert status == 0 and shown.count("There is no later.json yet") == 1
    assert written["exports"].split("/")[-1] == "later.json"


def test_an_answer_is_about_the_folder_that_one_is_in(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "notifications.json").write_text("[]")
    status, _, _ = asked(tmp_path, b"notifications.json\n\n\n\nmails\n", "etc/job.yaml")
    written = yaml.safe_load((tmp_path / "etc/job.yaml").read_text())
    assert status == 0 and written["exports"] == f"{tmp_path}/notifications.json"
    assert written["mail"]["digest"]["outbox"] == f"{tmp_path}/mails"


def test_the_job_of_the_package_is_where_its_units_look(tidings):
    """Root's, in a file system of its own."""
    need_namespaces()
    script = f"""
        mount -t tmpfs none /etc; mount -t tmpfs -o size=256k none /var/lib; mkdir /etc/tidings /var/lib/tidings
        cd /; {BINARY} init /etc/tidings/tidings.yaml; grep -n suppress: /etc/tidings/tidings.yaml
        echo "# none" >/var/lib/tidings/suppressed.txt; cp {SAMPLE}/notifications.json /var/lib/tidings
        {BINARY} init --force /etc/tidings/tidings.yaml
        sed -i s/digest@example.org/digest@compass.example/ /etc/tidings/tidings.yaml
        cat /etc/tidings/tidings.yaml; {BINARY} check --config /etc/tidings/tidings.yaml --now {NOW} >&2 || exit
        cat /dev/zero >/var/lib/zeros; {BINARY} check --config /etc/tidings/tidings.yaml --now {NOW} >&2"""
    done = subprocess.run(["unshare", "-Urm", "sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "/var/lib/tidings/outbox: no run of digest yet" in done.stderr, done.stderr
    assert done.stderr.count("/var/lib/tidings: the disk is full; free some space") == 1
    assert "#suppress: /var/lib/tidings/suppressed.txt" in done.stdout
    written = yaml.safe_load(done.stdout[done.stdout.rindex("# What `tidings build`") :])
    assert (written["exports"], written["suppress"]) == tuple(
        f"/var/lib/tidings/{name}" for name in ("notifications.json", "suppressed.txt"))  # fmt: skip
    assert written["mail"]["digest"]["outbox"] == "/var/lib/tidings/outbox"


def test_a_group_is_completed_with_the_options_of_the_command_that_it_stands_for(tidings):
    words = tidings("reference", "bash").text
    offered = subprocess.run(
        ["bash", "-c", words + "COMP_WORDS=(tidings ledger --f); COMP_CWORD=2; _tidings; echo ${COMPREPLY[@]}"],
        capture_output=True, text=True, check=True)  # fmt: skip
    status = tidings("ledger", "status", "--help-all").text
    assert "--format" in offered.stdout and all(option in status for option in offered.stdout.split())
