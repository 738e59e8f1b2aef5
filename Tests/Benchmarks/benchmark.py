"""Runs the tool and its peers over the same data, in turn, as whole processes, and prints a table.

Times are medians of the counted runs; a ratio is the median of the ratios of paired runs, so that it
holds when the machine's speed drifts. Memory is the peak of anonymous resident memory, sampled.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

NOW = "2026-02-08T15:05:00Z"


class Measured:
    """What one run of a process took."""

    def __init__(self, wall, cpu, anonymous):
        self.wall, self.cpu, self.anonymous = wall, cpu, anonymous


def sample_memory(pid, peak):
    """Keeps the highest anonymous resident memory of a process in `peak[0]`, in bytes."""
    try:
        while True:
            for line in open(f"/proc/{pid}/status"):
                if line.startswith("RssAnon:"):
                    peak[0] = max(peak[0], int(line.split()[1]) * 1024)
            time.sleep(0.002)
    except (OSError, ProcessLookupError):
        return


def measure(command):
    import os

    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = [0]
    sampler = threading.Thread(target=sample_memory, args=(process.pid, peak))
    sampler.start()
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    sampler.join()
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        raise SystemExit(f"{command} failed: {errors.decode()}")
    return Measured(wall, usage.ru_utime + usage.ru_stime, peak[0])


def paired(commands, runs):
    """Runs the commands in turn, once to warm up; gives the measured runs of each."""
    results = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            measured = measure([str(part) for part in command])
            if turn:
                results[name].append(measured)
    return results


def median(results, name, what):
    return statistics.median(getattr(m, what) for m in results[name])


def ratio(results, name, peer, what):
    return statistics.median(
        getattr(a, what) / getattr(b, what) for a, b in zip(results[name], results[peer])
    )


class Benchmark:
    def __init__(self, options, folder):
        self.options, self.folder, self.rows = options, folder, []
        self.build = pathlib.Path(options.build)
        self.tidings = options.tidings

    def row(self, what, goal, measured):
        self.rows.append((what, goal, measured))
        print(f"| {what} | {goal} | {measured} |", flush=True)

    def data(self, name, *arguments):
        path = self.folder / name
        if not path.exists():
            subprocess.run([self.build / "generate", *map(str, arguments), "--output", path], check=True)
        return path

    def memory_bound(self, records):
        return 64 * 2**20 + 40 * records

    def reading(self):
        """`summary`, and the digest of one recipient, beside a bare walk of the file."""
        records = self.options.records
        export = self.data(
            "life.jsonl", "--records", records, "--recipients", self.options.recipients
        )
        with open(export, "rb") as file:
            recipient = file.readline().split(b'"user_id":"')[1].split(b'"')[0].decode()
        results = paired(
            {
                "walk": [self.build / "walk", export],
                "summary": [self.tidings, "summary", export, "--now", NOW],
                "digest": [self.tidings, "digest", export, "--recipient", recipient, "--now", NOW],
            },
            self.options.runs,
        )
        bound = self.memory_bound(records)
        size = export.stat().st_size / 1e6
        for name in ("summary", "digest"):
            what = f"`{name}`, {records:,} records, {size:,.0f} MB"
            self.row(
                f"{what}: time", "≤ 3 × a bare walk",
                f"{ratio(results, name, 'walk', 'wall'):.2f} × ({median(results, name, 'wall'):.2f} s, walk {median(results, 'walk', 'wall'):.2f} s)",
            )  # fmt: skip
            peak = max(m.anonymous for m in results[name])
            self.row(f"{what}: memory", f"≤ {bound / 2**20:.0f} MiB", f"{peak / 2**20:.0f} MiB")

    def duckdb(self):
        """`summary` beside DuckDB's group counts over the same JSON Lines."""
        export = self.data(
            "life.jsonl", "--records", self.options.records, "--recipients", self.options.recipients
        )
        query = (
            "import duckdb,sys; c=duckdb.connect(); t=f\"read_json_auto('{sys.argv[1]}')\"; "
            "c.execute(f'create table n as select type,priority,read_at,user_id,scheduled_for from {t}'); "
            "[print(c.execute(f'select {k},count(*),count(*) filter (read_at is null) from n group by all').fetchall()[:9]) "
            "for k in ('type','priority','user_id',\"scheduled_for::date\")]"
        )
        results = paired(
            {
                "summary": [self.tidings, "summary", export, "--now", NOW],
                "duckdb": [self.build / "venv/bin/python", "-c", query, export],
            },
            self.options.runs,
        )
        self.row(
            "`summary` beside DuckDB", "faster",
            f"{ratio(results, 'summary', 'duckdb', 'wall'):.2f} × ({median(results, 'duckdb', 'wall'):.2f} s)",
        )  # fmt: skip

    def mails(self):
        """Digest mails to one mbox, unsynced as the peers write it, beside the pipeline and the floor."""
        records = max(self.options.records // 10, 1000)
        people = self.folder / "people.jsonl"
        export = self.data(
            "mails.jsonl", "--records", records, "--recipients", records // 10, "--all-unread",
            "--days", 7, "--people", people,
        )  # fmt: skip

        def mail(theme):
            script = 'rm -rf "$0"; exec "$@" >/dev/null'
            outbox = self.folder / f"outbox-{theme}"
            return [
                "sh", "-c", script, outbox, self.tidings, "mail", export, "--recipients", people,
                "--from", "digest@example.org", "--as", "mbox", "--no-sync", "--first-days", 40,
                "--theme", theme, "--base-url", "https://example.org", "--now", NOW, "-o", outbox,
            ]  # fmt: skip

        commands = {
            "default": mail("default"),
            "lean": mail("lean"),
            "floor": [self.build / "floor", export, self.folder / "floor.mbox"],
            "python": [self.build / "venv/bin/python", pathlib.Path(__file__).parent / "pipeline.py", export, self.folder / "python.mbox"],
        }  # fmt: skip
        results = paired(commands, self.options.runs)
        for theme, goal, cpu_goal in (("default", 20, 2), ("lean", 30, 1.25)):
            seconds = median(results, theme, "wall")
            peak = max(m.anonymous for m in results[theme]) / 2**20
            what = f"mails of {records:,} notifications to mbox, `{theme}`"
            self.row(
                f"{what}: time", f"{goal} × faster than Python",
                f"{1 / ratio(results, theme, 'python', 'wall'):.1f} × ({seconds:.2f} s, Python {median(results, 'python', 'wall'):.1f} s)",
            )  # fmt: skip
            self.row(
                f"{what}: CPU", f"≤ {cpu_goal} × the floor",
                f"{ratio(results, theme, 'floor', 'cpu'):.2f} × (floor {median(results, 'floor', 'cpu'):.2f} s)",
            )  # fmt: skip
            self.row(f"{what}: memory", "", f"{peak:.0f} MiB")

    def start(self):
        """How long the program takes to begin, and a digest of a hundred notifications."""
        export = self.data("small.jsonl", "--records", 100, "--recipients", 1)
        results = paired(
            {
                "version": [self.tidings, "--version"],
                "digest": [self.tidings, "digest", export, "--now", NOW],
            },
            max(self.options.runs, 9),
        )
        self.row("`tidings --version`", "≤ 15 ms", f"{median(results, 'version', 'wall') * 1000:.1f} ms")
        self.row("a digest of 100", "≤ 40 ms", f"{median(results, 'digest', 'wall') * 1000:.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--tidings", required=True)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--recipients", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--keep", help="a folder for the data, kept for the next time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        benchmark = Benchmark(options, folder)
        print("| what | goal | measured |\n|---|---|---|")
        for name in options.only or ("start", "reading", "duckdb", "mails"):
            getattr(benchmark, name)()


main()
