"""The Spark job over executors that are processes of their own: killed, doubled, and with a million records."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

pyspark = pytest.importorskip("pyspark", reason="skipped: no pyspark; Tests/run spark installs it")

import pyarrow.parquet  # noqa: E402
from test_spark import MAIL, NOW, ROOT, script, world  # noqa: E402, F401  (a fixture)

pytestmark = pytest.mark.skipif(
    os.environ.get("TIDINGS_LONG") != "1", reason="skipped: takes minutes; TIDINGS_LONG=1 Tests/run spark runs it")

JOB = ROOT / "Sources" / "Distribution" / "spark" / "tidings_job.py"
BIN = pathlib.Path(pyspark.__file__).parent / "bin"
ENVIRONMENT = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A master and two workers of one core each, with hosts of their own: Spark makes no copy of a task on one host."""
    folder, processes = tmp_path_factory.mktemp("cluster"), []

    def start(kind, log, *arguments):
        command = [BIN / "spark-class", f"org.apache.spark.deploy.{kind}", *arguments, "--webui-port", "0"]
        with open(folder / log, "wb") as file:
            processes.append(subprocess.Popen(list(map(str, command)), env=ENVIRONMENT, cwd=folder, stdout=file, stderr=file))

    def found(log, pattern):
        end = time.monotonic() + 60
        while not (match := re.search(pattern, (folder / log).read_text())):
            assert time.monotonic() < end, (folder / log).read_text()[-3000:]
            time.sleep(0.2)
        return match[1]

    start("master.Master", "master", "--host", "127.0.0.1", "--port", "0")
    master = found("master", r"Starting Spark master at (spark://\S+)")
    for number in (2, 3):
        start("worker.Worker", f"worker-{number}", "--host", f"127.0.0.{number}", "--cores", "1", "--memory", "1g",
              "--work-dir", folder / f"work-{number}", master)  # fmt: skip
        found(f"worker-{number}", "(Successfully registered)")
    yield master
    for process in reversed(processes):
        process.terminate()
        process.wait(timeout=30)


def submitted(master, world, tmp_path, filter, *settings):
    """A driver of its own."""
    settings = [part for setting in ("spark.ui.enabled=false", "spark.executor.memory=640m", *settings) for part in ("--conf", setting)]
    command = [
        BIN / "spark-submit", "--master", master, *settings, JOB, "--out", tmp_path / "s", "--now", NOW,
        "--records", world.path / "day-1.jsonl", "--recipients", world.path / "people.jsonl", "--tidings", filter,
        "--partitions", "4", "--", *MAIL]  # fmt: skip
    with open(tmp_path / "log", "wb") as log:
        return subprocess.Popen(list(map(str, command)), env=ENVIRONMENT, cwd=tmp_path, stdout=log, stderr=log)


def published(tmp_path):
    """The messages and outcomes that the one manifest names."""
    manifest = json.loads((tmp_path / "s" / "runs" / f"{NOW}.json").read_text())
    rows = pyarrow.parquet.read_table(manifest["attempt"]).to_pylist()
    messages = {row["recipient"]: row["message"] for row in rows if row["message"] is not None}
    assert len(rows) == len({row["recipient"] for row in rows})
    return messages, {row["recipient"]: row["outcome"] for row in rows}


def executor_of(pid):
    """The executor among a process's ancestors; None if it has none."""
    while pid > 1:
        try:
            if b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
            pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return None
    return None


def test_after_an_executor_is_killed_nothing_is_lost_and_nothing_comes_twice(cluster, world, tmp_path):
    # The first filter says who runs it, and waits to be killed with it.
    once = f'if mkdir {tmp_path}/first 2>/dev/null; then echo $$ > {tmp_path}/pid; sleep 60; exit 1; fi\nexec TIDINGS "$@"'
    driver = submitted(cluster, world, tmp_path, script(tmp_path / "filter", once))
    pid, end = tmp_path / "pid", time.monotonic() + 120
    while not (pid.exists() and pid.read_text().strip()):
        assert driver.poll() is None and time.monotonic() < end, (tmp_path / "log").read_text()[-3000:]
        time.sleep(0.1)
    executor = executor_of(int(pid.read_text()))
    assert executor
    os.kill(executor, signal.SIGKILL)
    assert driver.wait(timeout=300) == 0, (tmp_path / "log").read_text()[-3000:]
    assert "ExecutorLostFailure" in (tmp_path / "log").read_text() or "Lost executor" in (tmp_path / "log").read_text()
    assert published(tmp_path) == (world.plain[1], world.outcomes[1])


def test_a_speculative_copy_of_a_task_adds_nothing(cluster, world, tmp_path):
    # The first filter is slow, so that Spark begins a copy of its task elsewhere; each notes that it began.
    slow = f'echo x >> {tmp_path}/began; if mkdir {tmp_path}/first 2>/dev/null; then sleep 25; fi\nexec TIDINGS "$@"'
    driver = submitted(
        cluster, world, tmp_path, script(tmp_path / "filter", slow), "spark.speculation=true", "spark.speculation.interval=100ms",
        "spark.speculation.multiplier=1.1", "spark.speculation.quantile=0.25")  # fmt: skip
    assert driver.wait(timeout=300) == 0, (tmp_path / "log").read_text()[-3000:]
    assert len((tmp_path / "began").read_text().split()) > 4
    assert published(tmp_path) == (world.plain[1], world.outcomes[1])
