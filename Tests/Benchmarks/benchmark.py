"""Runs the tool and its peers over the same data, in turn, as whole processes, and prints a table.

Times are medians of the counted runs. Memory is the peak of anonymous resident memory, sampled.
"""

import argparse
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from engines import Engines
from growth import Growth
from measuring import Paired
from pages import MIB, NOW, Pages
from starting import Starting

DUCKDB = """
import duckdb, sys
c = duckdb.connect()
c.execute(f"create table n as select type,priority,read_at,user_id,scheduled_for from read_json_auto('{sys.argv[1]}')")
for key in ("type", "priority", "user_id", "scheduled_for::date"):
    query = f"select {key},count(*),count(*) filter (read_at is null) from n group by all"
    print(c.execute(query).fetchall()[:9])
"""


class Benchmark(Pages, Engines, Growth, Starting):
    def __init__(self, options, folder):
        self.options, self.folder, self.rows = options, folder, []
        self.build, self.tidings = pathlib.Path(options.build), options.tidings
        self.python = [self.build / "venv/bin/python"]

    def row(self, what, goal, measured):
        self.rows.append(f"| {what} | {goal} | {measured} |")
        print(self.rows[-1], flush=True)

    # Data

    def data(self, name, *arguments):
        path = self.folder / name
        if not path.exists():
            command = [self.build / "generate", *map(str, arguments), "--output", path]
            subprocess.run(command, check=True)
        return path

    def life(self, form="jsonl", records=None):
        records = records or self.options.records
        recipients = max(1, records // 10)
        name = f"life-{records}.{form}"
        return self.data(name, "--records", records, "--recipients", recipients, "--as", form)

    def mailing(self, form="jsonl", records=None):
        """All unread within a week, ten for a recipient on average, and their addresses."""
        records = records or self.options.mails
        people = self.folder / f"people-{records}.jsonl"
        export = self.data(
            f"mails-{records}.{form}", "--records", records, "--recipients", records // 10,
            "--all-unread", "--days", 7, "--people", people, "--as", form)  # fmt: skip
        return export, people

    # Commands

    def summary(self, export, *more):
        return [self.tidings, "summary", export, "--now", NOW, *more]

    def mail(self, theme="default", form="jsonl", outbox="mbox", *more):
        export, people = self.mailing(form)
        return [
            self.tidings, "mail", export, "--recipients", people, "--from", "digest@example.org",
            "--as", outbox, "--first-days", 40, "--theme", theme, "--base-url",
            "https://example.org", "--now", NOW, "-o", self.outbox, *more,
        ]  # fmt: skip

    @property
    def outbox(self):
        return self.folder / "outbox"

    def paired_mails(self, commands, runs=None, aside=False):
        """`aside` keeps the outboxes until all runs are done: ext4 takes five times as long for a new
        file while it passes over thousands that were removed just before."""
        used = self.folder / "used"
        used.mkdir()

        def empty():
            if self.outbox.exists() and aside:
                self.outbox.rename(used / str(len(list(used.iterdir()))))
            shutil.rmtree(self.outbox, ignore_errors=True)
            # What the one before left unwritten is not for the next one to wait for.
            os.sync()

        results = Paired(commands, runs or self.options.runs, before=empty)
        empty()
        shutil.rmtree(used)
        return results

    # Rows

    def reading(self):
        """`summary` beside DuckDB's group counts and a bare walk of the file, and one digest."""
        export = self.life()
        with open(export, "rb") as file:
            recipient = file.readline().split(b'"user_id":"')[1].split(b'"')[0].decode()
        commands = {
            "walk": [self.build / "walk", export],
            "summary": self.summary(export),
            "digest": [self.tidings, "digest", export, "--recipient", recipient, "--now", NOW],
            "duckdb": [*self.python, "-c", DUCKDB, export],
        }
        results = Paired(commands, self.options.runs)
        what = f"`summary` of {self.options.records:,} records, {export.stat().st_size / 1e6:,.0f} MB"
        seconds = {name: results.median(name) for name in commands}
        self.row(
            what, "faster than DuckDB",
            f"{results.ratio('duckdb', 'summary'):.1f} × faster ({seconds['summary']:.2f} s, DuckDB {seconds['duckdb']:.2f} s)",
        )  # fmt: skip
        for name, what in (("summary", what), ("digest", "a digest of one of its recipients")):
            self.row(
                what, "≤ 1.5 × a bare walk on one core",
                f"{results.ratio(name, 'walk'):.2f} × (walk {seconds['walk']:.2f} s; CPU {results.ratio(name, 'walk', 'cpu'):.2f} ×)",
            )  # fmt: skip

    def growth(self):
        """Ten times the records; 7 GB, and so only with --large."""
        if not self.options.large:
            return self.row("growth: 10 × the records", "≤ 10.5 × the time", "not measured (`--large`)")
        records = self.options.records
        many = self.life(records=10 * records)
        commands = {"one": self.summary(self.life()), "ten": self.summary(many)}
        results = Paired(commands, min(self.options.runs, 3))
        self.row(
            f"growth: `summary` of {10 * records:,} records", "≤ 10.5 × the time",
            f"{results.ratio('ten', 'one'):.2f} × ({results.median('ten'):.1f} s)")  # fmt: skip
        self.memory_row(f"memory: `summary` of {10 * records:,} records", 10 * records, 0, results, "ten")

    def memory_row(self, what, records, shown, results, name):
        bound = 64 + 40 * records / MIB + 2.5 * shown / 1024
        self.row(what, f"≤ {bound:.0f} MiB", f"{results.memory(name) / MIB:.0f} MiB")

    def memory(self):
        """In every form, from standard input, and for a recipient with very many."""
        records, many = self.options.records, 100_000
        one = self.data("one.jsonl", "--records", many, "--recipients", 1)
        small = {"TIDINGS_BENCHMARK_MEMORY": str(256 * MIB), "LD_PRELOAD": str(self.build / "small.so")}
        commands = {
            "JSON Lines": self.summary(self.life()),
            "a JSON array": self.summary(self.life("array")),
            "SQLite": self.summary(self.life("sqlite")),
            "standard input": {"command": self.summary("-"), "reads": self.life()},
        }
        rest = {
            "one": [self.tidings, "digest", one, "--now", NOW],
            "mail": self.mail("default", "jsonl", "mbox", "--no-sync"),
            "small": {"command": self.mail("default", "jsonl", "mbox", "--no-sync"), "environment": small},
        }
        results = self.paired_mails({**commands, **rest}, 1)
        for form in commands:
            self.memory_row(f"memory: `summary` of {records:,} records, {form}", records, 0, results, form)
        self.memory_row(f"memory: a digest of one recipient's {many:,}", many, 1000, results, "one")
        mails = self.options.mails
        # 512 recipients are in flight at a time.
        self.memory_row(f"memory: mails of {mails:,} notifications", mails, 5120, results, "mail")
        what = f"the same on a machine of 256 MiB (read sequentially, {results.ratio('small', 'mail'):.2f} × the time)"
        self.memory_row(what, mails, 5120, results, "small")

    def mails(self):
        """Digest mails to one mbox, unsynced as the peers write it."""
        export, _ = self.mailing()
        pipeline = pathlib.Path(__file__).parent / "pipeline.py"
        commands = {
            "default": self.mail("default", "jsonl", "mbox", "--no-sync"),
            "lean": self.mail("lean", "jsonl", "mbox", "--no-sync"),
            "floor": [self.build / "floor", export, self.folder / "floor.mbox"],
            "python": [*self.python, pipeline, export, self.folder / "python.mbox"],
        }
        results = self.paired_mails(commands)
        count = self.options.mails
        for theme, faster, most in (("default", 20, 2), ("lean", 30, 1.25)):
            what = f"mails of {count:,} notifications to {count // 10:,}, mbox, `{theme}`"
            self.row(
                f"{what}: time", f"{faster} × faster than Python",
                f"{results.ratio('python', theme):.1f} × ({results.median(theme):.2f} s, Python {results.median('python'):.1f} s)",
            )  # fmt: skip
            self.row(
                f"{what}: CPU", f"≤ {most} × the floor",
                f"{results.ratio(theme, 'floor', 'cpu'):.2f} × (floor {results.median('floor', 'cpu'):.2f} s)",
            )  # fmt: skip

    def outboxes(self):
        """The same mails to a Maildir, from SQLite, and on one core."""
        mbox = self.mail("default", "jsonl", "mbox", "--no-sync")
        results = self.paired_mails({"mbox": mbox, "maildir": self.mail("default", "jsonl", "maildir")}, aside=True)
        self.row("mails to a Maildir, ledger and sync", "≤ 1.5 × the mbox", f"{results.ratio('maildir', 'mbox'):.2f} ×")
        commands = {
            "mbox": mbox,
            "sqlite": self.mail("default", "sqlite", "mbox", "--no-sync"),
            "one core": self.mail("default", "jsonl", "mbox", "--no-sync", "--jobs", 1),
            "read": self.summary(self.mailing()[0]),
            "read on one": self.summary(self.mailing()[0], "--jobs", 1),
        }
        results = self.paired_mails(commands)
        self.row("mails from SQLite", "≤ 1.25 × JSON Lines", f"{results.ratio('sqlite', 'mbox'):.2f} ×")
        one = results.median("one core") - results.median("read on one")
        both = results.median("mbox") - results.median("read")
        self.row(f"rendering on {os.cpu_count()} cores", "≥ 1.8 × faster than on one", f"{one / both:.2f} ×")


ALL = (
    "start", "size", "reading", "growth", "dimensions", "memory", "mails", "outboxes", "page", "pages", "together", "long_mailboxes",
    "spark",
)  # fmt: skip


def machine():
    name = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{name.group(1).strip() if name else 'unknown'}, {os.cpu_count()} cores, {memory:.0f} GiB"


def write_manual(table):
    """Puts the table between its markers in the manual."""
    page = pathlib.Path("Sources/Distribution/Manual/speed.md")
    parts = re.split(r"(?<=<!-- benchmark -->\n).*(?=<!-- /benchmark -->)", page.read_text(), flags=re.S)
    if len(parts) != 2:
        raise SystemExit(f"{page} has no <!-- benchmark --> and <!-- /benchmark -->")
    page.write_text(parts[0] + table + parts[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--tidings", required=True)
    parser.add_argument("--package", type=pathlib.Path, help="the binary of the package")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--mails", type=int, default=100_000, help="notifications that mails are made of")
    parser.add_argument("--pages", type=int, default=20_000, help="recipients who have a page")
    parser.add_argument("--large", action="store_true", help="also ten times the records")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=ALL)
    parser.add_argument("--keep", help="a folder for the data, kept for the next time")
    parser.add_argument("--manual", action="store_true", help="write the table into the manual")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        benchmark = Benchmark(options, folder)
        print("| what | goal | measured |\n|---|---|---|")
        for name in options.only or ALL:
            getattr(benchmark, name)()
    head = f"Measured on {datetime.date.today()}: {machine()}.\n\n| what | goal | measured |\n|---|---|---|\n"
    if options.manual:
        write_manual(head + "\n".join(benchmark.rows) + "\n")


main()
