"""Rows of the benchmark: how fast the program begins, and how large it is."""

import os
import shutil

from measuring import Paired
from pages import NOW

# A nightly job of mails and pages.
JOB = """\
exports: {export}
recipients: {people}
base-url: https://example.org
mail:
  digest:
    from: digest@example.org
    outbox: outbox
    first-days: 40
inbox:
  folder: pages
"""


class Starting:
    """What `Benchmark` says of starts; `data`, `row`, `folder`, `options` and `tidings` are its own."""

    def start(self):
        """How long the program takes to begin, a digest of a hundred notifications, and a first run of a job."""
        export = self.data("small.jsonl", "--records", 100, "--recipients", 1)
        people = self.folder / "small-people.jsonl"
        mailing = self.data(
            "small-mails.jsonl", "--records", 100, "--recipients", 10, "--all-unread", "--days", 7, "--people", people,
        )  # fmt: skip
        job = self.folder / "job"

        def empty():
            """A folder with nothing in it but a job."""
            shutil.rmtree(job, ignore_errors=True)
            job.mkdir()
            (job / "tidings.yaml").write_text(JOB.format(export=mailing, people=people))
            os.sync()

        commands = {
            "version": [self.tidings, "--version"],
            "digest": [self.tidings, "digest", export, "--now", NOW],
            "first": [self.tidings, "build", job / "tidings.yaml", "--now", NOW],
        }
        results = Paired(commands, max(self.options.runs, 15), before=empty)
        for name, what, goal in (
            ("version", "start: `tidings --version`", 10),
            ("digest", "start: a digest of 100 notifications", 30),
            ("first", "start: a job's first run, 100 notifications to 10 mails and 10 pages", 60),
        ):
            cpu = results.median(name, "cpu") * 1000
            self.row(what, f"≤ {goal} ms", f"{results.median(name) * 1000:.1f} ms (CPU {cpu:.1f} ms)")

    def size(self):
        """The binary of the package, and how fast that one starts."""
        package = self.options.package
        if package is None:
            return
        self.row("size: the package's binary", "≤ 30 MB", f"{package.stat().st_size / 1e6:.1f} MB")
        results = Paired({"version": [package, "--version"]}, max(self.options.runs, 15))
        self.row("start: its `--version`", "≤ 10 ms", f"{results.median('version') * 1000:.1f} ms")
