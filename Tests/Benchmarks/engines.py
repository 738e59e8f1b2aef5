"""The part of the benchmark about engines."""

import json
import pathlib
import shutil
import subprocess

from measuring import measure
from pages import NOW

MAIL = ("--profile", "recruiting-compass", "--from", "digest@example.org", "--first-days", "40")


class Engines:
    def spark(self):
        """The Spark job over ten times the mails, in a session that is warm, beside a plain run."""
        what, goal = "Spark, two workers, second job of a session: its own CPU", "≤ 1.0 × the plain run"
        python = pathlib.Path(".build/spark-venv/bin/python")
        if not python.exists():
            return self.row(what, goal, "not measured (`Tests/run spark` installs Spark)")
        count = 10 * self.options.mails
        export, people = self.mailing(records=count)
        plain = [
            self.tidings, "mail", export, "--recipients", people, "--as", "jsonl", "--now", NOW,
            "-o", self.outbox, "--no-sync", *MAIL,
        ]  # fmt: skip
        shutil.rmtree(self.outbox, ignore_errors=True)
        cpu = measure(plain).cpu
        done = subprocess.run(
            [python, pathlib.Path(__file__).parent / "spark.py", "--records", export, "--recipients", people,
             "--tidings", pathlib.Path(self.tidings).resolve(), "--plain", self.outbox, "--now", NOW, "--", *MAIL],
            capture_output=True, text=True)  # fmt: skip
        if done.returncode != 0:
            raise SystemExit(f"the Spark job failed: {done.stderr[-2000:]}")
        figures = json.loads(done.stdout.splitlines()[-1])
        own = figures["jvm"] + figures["python"]
        self.row(
            f"{what}, {count:,} notifications", goal,
            f"{own / cpu:.2f} × (JVM {figures['jvm']:.1f} s, Python {figures['python']:.1f} s, "
            f"filters {figures['filters']:.1f} s; plain {cpu:.1f} s; {figures['messages']:,} messages alike)",
        )  # fmt: skip
