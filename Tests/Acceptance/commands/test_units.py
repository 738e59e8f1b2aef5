"""The units of systemd and the line of cron, as the manual installs them."""

import pathlib
import re
import subprocess

from console_blocks import commands
from harness import BINARY, MANUAL, ROOT, need

DISTRIBUTION = ROOT / "Sources" / "Distribution"


def units(folder):
    """The unit files with programs that are there."""
    for unit in (DISTRIBUTION / "systemd").iterdir():
        text = unit.read_text().replace("/usr/bin/tidings", str(BINARY))
        text = text.replace("/usr/share/tidings/send-maildir", str(DISTRIBUTION / "sending" / "send-maildir"))
        (folder / unit.name).write_text(text)
    return sorted(folder.glob("tidings*"))


def verify(files):
    need("systemd-analyze")
    return subprocess.run(["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True)


def test_systemd_accepts_the_units(tmp_path):
    run = verify(units(tmp_path))
    assert run.returncode == 0 and run.stderr == "", run.stderr


def test_the_judge_of_units_refuses_a_bad_one(tmp_path):
    files = units(tmp_path)
    timer = tmp_path / "tidings.timer"
    timer.write_text(timer.read_text().replace("*-*-* *:05:00", "whenever"))
    run = verify(files)
    assert run.returncode != 0 or run.stderr


def test_cron_and_systemd_start_the_same_job_every_hour():
    lines = [
        line.split(maxsplit=6)
        for line in (DISTRIBUTION / "cron" / "tidings").read_text().splitlines()
        if re.match(r"[\d*]", line)
    ]
    build, often = ([*line[:5]] for line in lines)
    assert build[1:] == ["*"] * 4 and build[0].isdigit() and often[0].startswith("*/")
    commands = [" ".join(line[6:]) for line in lines]
    service = (DISTRIBUTION / "systemd" / "tidings.service").read_text()
    sending = (DISTRIBUTION / "systemd" / "tidings-send.service").read_text()
    # The journal takes what cron would mail each hour.
    job = lines[0][6].replace(" --quiet", "")
    # Nothing is sent, and nobody told so every five minutes, before there is an outbox.
    condition, send = lines[1][6].split(" || ")
    assert condition == "[ ! -d /var/lib/tidings/outbox ]"
    assert "ConditionPathIsDirectory=/var/lib/tidings/outbox" in sending
    assert f"ExecStart={job}" in service and f"ExecStart={send}" in sending
    assert commands[0] in (MANUAL / "nightly-run.md").read_text()


def test_the_paths_of_cron_and_systemd_are_those_that_the_manual_installs():
    page = (MANUAL / "nightly-run.md").read_text()
    files = [*(DISTRIBUTION / "systemd").iterdir(), DISTRIBUTION / "cron" / "tidings"]
    found = set(re.findall(r"/(?:usr|etc|var)/[\w./-]*tidings[\w./-]*", "".join(map(pathlib.Path.read_text, files))))
    assert "/usr/share/tidings/send-maildir" in found
    installed = re.sub(r"^\S+/copy-manual\.py (\S+)$", r"\1/symptoms.md \1/sending.md", page, flags=re.M)
    assert {path for path in found if path not in installed} <= {"/var/lib/tidings/outbox"}
    for source in re.findall(r"^install .*?(Sources/\S+)", page, re.M):
        assert list(ROOT.glob(source)), source
