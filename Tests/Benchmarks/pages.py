"""The part of the benchmark about inbox pages and long mailboxes."""

import os
import pathlib
import re
import shutil
import subprocess

from measuring import measure

NOW = "2026-02-08T15:05:00Z"
MIB = 2**20


class Pages:
    def page(self):
        """The inbox page in Chromium, by the acceptance test of its speed."""
        python = pathlib.Path(".build/acceptance-venv/bin/python")
        what, goal = "inbox page of 10,000: first view, then a filter or a key", "≤ 1 s, ≤ 100 ms"
        if not python.exists():
            return self.row(what, goal, "not measured (`Tests/run setup`)")
        folder = pathlib.Path(self.tidings).resolve().parent
        output = subprocess.run(
            [python, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "Tests/Acceptance/inbox/test_speed.py"],
            env={**os.environ, "TIDINGS_JUDGES": "all", "PATH": f"{folder}:{os.environ['PATH']}"}, capture_output=True, text=True,
        ).stdout  # fmt: skip
        views = [int(ms) for ms in re.findall(r"first paint (\d+) ms", output)]
        actions = [int(ms) for ms in re.findall(r"main thread +(\d+) ms", output)]
        if not views or not actions:
            raise SystemExit(f"the test of the inbox page measured nothing:\n{output}")
        self.row(what, goal, f"{max(views) / 1000:.2f} s, {max(actions)} ms of its main thread")

    def pages(self):
        """A folder of pages, made and made again: with nothing changed, one recipient in a hundred, all."""
        recipients = self.options.pages
        export = self.data(f"pages-{recipients}.jsonl", "--records", 10 * recipients, "--recipients", recipients)
        one, every = (self.changed(export, name, share) for name, share in (("one", 100), ("all", 1)))
        folder = self.folder / "pages"

        def inbox(exported):
            return measure([self.tidings, "inbox", exported, "--now", NOW, "-o", folder])

        first, later = [], {"nothing": [], "1 % of them": [], "all of them": []}
        for _ in range(min(self.options.runs, 3)):
            shutil.rmtree(folder, ignore_errors=True)
            first.append(inbox(export))
            for name, exported in zip(later, (export, one, every)):
                later[name].append(inbox(exported))
        cpu = min(run.cpu for run in first)
        what = f"`inbox` of {recipients:,} pages"
        self.row(f"{what}: first run, CPU", "-", f"{cpu:.1f} s")
        for name, runs in later.items():
            goal = "≤ 0.5 × the first" if name == "nothing" else "-"
            self.row(f"{what}: second run, {name} changed, CPU", goal, f"{min(run.cpu for run in runs) / cpu:.2f} ×")
        # Four tasks' notifications are in flight.
        bound = 64 + 40 * 10 * recipients / MIB + 2.5 * 8000 / 1024
        peak = max(run.memory for run in first + sum(later.values(), []))
        self.row(f"memory: {what}", f"≤ {bound:.0f} MiB", f"{peak / MIB:.0f} MiB")

    def together(self):
        """One job that makes mails, pages and feeds, beside one that makes the mails alone."""
        export, people = (path.resolve() for path in self.mailing())
        output = self.outbox.resolve()
        mails = (
            f"exports: {export}\nrecipients: {people}\nbase-url: https://example.org\n"
            f"mail:\n  digest: {{from: digest@example.org, outbox: {output}/mails, first-days: 40}}\n"
        )  # fmt: skip
        rest = f"inbox: {{folder: {output}/pages}}\nfeeds: {{folder: {output}/feeds}}\n"
        commands = {}
        for name, configuration in ("mails", mails), ("all", mails + rest):
            path = self.folder / f"{name}.yaml"
            path.write_text(configuration)
            commands[name] = [self.tidings, "build", path, "--now", NOW]
        results = self.paired_mails(commands, aside=True)
        self.row(
            f"one job: mails, pages and feeds of {self.options.mails:,} notifications", "≤ 1.5 × the mails alone",
            f"{results.ratio('all', 'mails'):.2f} × ({results.median('all'):.1f} s; CPU {results.ratio('all', 'mails', 'cpu'):.2f} ×)",
        )  # fmt: skip

    def changed(self, export, name, share):
        """The export with other titles for one recipient in `share`."""
        path = self.folder / f"{export.stem}-{name}.jsonl"
        if not path.exists():
            with open(export, "rb") as old, open(path, "wb") as new:
                for line in old:
                    user = line.split(b'"user_id":"')[1].split(b'"')[0]
                    is_chosen = int(user.replace(b"-", b""), 16) % share == 0
                    new.write(line.replace(b'"title":"', b'"title":"New: ') if is_chosen else line)
        return path

    def long_mailboxes(self):
        """People who have very many: what they are shown takes memory, and the rest next to none."""
        one = self.data("long.jsonl", "--records", 300_000, "--recipients", 1, "--days", 36_500)
        many = self.data("crowd.jsonl", "--records", 950_000, "--recipients", 95)
        with open(one, "rb") as file:
            user = file.readline().split(b'"user_id":"')[1].split(b'"')[0].decode()
        people = self.folder / "long-people.json"
        people.write_text(f'[{{"id": "{user}", "email": "a@example.org"}}]')
        outbox, folder = self.folder / "long-outbox", self.folder / "crowd"
        for path in outbox, folder:
            shutil.rmtree(path, ignore_errors=True)
        mail = [self.tidings, "mail", one, "--recipients", people, "--from", "a@example.org", "--brand", "A"]
        for what, goal, command in (
            ("mail of one person's 300,000, some 200 of them due", 90, [*mail, "--first-days", 1, "-o", outbox]),
            ("`inbox` of 95 people with 10,000 each", 150, [self.tidings, "inbox", many, "-o", folder]),
            ("a digest of one person's 300,000", 78, [self.tidings, "digest", one, "--since", "1900-01-01"]),
        ):
            peak = measure([*command, "--now", NOW]).memory
            self.row(f"memory: {what}", f"≤ {goal} MiB", f"{peak / MIB:.0f} MiB")
