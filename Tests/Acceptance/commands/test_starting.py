"""What the program is started with: its arguments, whatever /proc says, and a configuration that attacks it."""

import subprocess

import pytest
from harness import BINARY, NOTIFICATIONS


def without_proc(*words):
    """Runs the program where /proc is an empty folder, as in some containers."""
    try:
        script = 'mount -t tmpfs none /proc && exec "$@"'
        command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(BINARY)]
        finished = subprocess.run([*command, *map(str, words)], capture_output=True, text=True, timeout=120)
    except FileNotFoundError:
        pytest.skip("skipped: there is no unshare")
    if finished.stderr.startswith("unshare:") or "mount:" in finished.stderr:
        pytest.skip(f"skipped: no namespaces here: {finished.stderr}")
    return finished


@pytest.mark.parametrize("words", [["summary", "--no-such-option"], ["summary", NOTIFICATIONS], ["--version"], []])
def test_without_proc_no_command_passes_for_one_that_succeeded(words):
    """It printed its help and succeeded: nothing was mailed, and cron was content. Later some runs ended
    with SIGILL: libdispatch ends the process where it cannot open a worker's /proc/PID/stat."""
    for _ in range(6):
        run = without_proc(*words)
        assert run.returncode == 71 and "/proc cannot be read" in run.stderr, run


@pytest.mark.parametrize("text", [
    ("? " * 400 + "a\n") * 250, "".join("? " * 400 + f"a{number}\n" for number in range(250)),
    "a: b 'c\n" + ("? " * 400 + "a\n") * 250, "a: " + "[" * 5000 + "\n", "- " * 5000 + "a\n",
], ids=["one key", "many keys", "behind a quote", "brackets", "hyphens"])  # fmt: skip
def test_a_configuration_that_nests_too_deeply_is_refused_at_once(tidings, tmp_path, text):
    """Each level cost as much as all below it: 200 KB took 25 seconds."""
    config = tmp_path / "tidings.yaml"
    config.write_text(text)
    for words in (["build", config], ["digest", "--config", config, NOTIFICATIONS]):
        run = tidings(*words, timeout=20)
        assert run.status == 64
        assert "nests too deeply" in run.errors
    profiles = tmp_path / "profiles"
    profiles.mkdir()
    (profiles / "own.yaml").write_text(text)
    assert "nests too deeply" in tidings("check", NOTIFICATIONS, "--profiles", profiles, timeout=20).errors
