"""What the app exports of its life: the rows and people that are there at a dump."""

import bisect
import json

from world import COMPASS, TYPES


def write(folder, people, rows, dump):
    """Writes the exports as they are at a time, and the files beside them; answers the exports."""
    paths = []
    for profile in TYPES:
        lines = [row.line(dump) for row in rows if row.profile == profile and row.is_there(dump)]
        (folder / f"{profile}.jsonl").write_text("".join(line + "\n" for line in lines))
        if lines or profile == COMPASS:
            paths.append(folder / f"{profile}.jsonl")
    write_people(folder, people)
    return paths


def write_people(folder, people):
    (folder / "people.jsonl").write_text("".join(json.dumps(person.entry()) + "\n" for person in people))
    suppressed = [person.email for person in people if person.suppressed and person.email]
    (folder / "suppress.txt").write_text("".join(f"{email}\n" for email in [*suppressed, "gone@example.org"]))


class Exports:
    """The files beside a run, kept as they are at one time after the other."""

    def __init__(self, life, folder):
        self.life, self.folder = life, folder
        self.lines = {profile: {} for profile in TYPES}
        self.changes = sorted(((when, number) for number, row in enumerate(life.rows) for when in row.changes))
        self.next = 0
        self.people_at = None
        self.people_changes = sorted({when for member in life.members for when in member.changes})

    def paths(self):
        return [self.folder / f"{profile}.jsonl" for profile in TYPES]

    def write(self, dump, is_doubled=False):
        """Writes the exports of a time, which may lie before that of those written last."""
        lines = self._lines(dump)
        for path, held in zip(self.paths(), lines.values()):
            text = "\n".join(held.values())
            if is_doubled:
                # Copies from before stand before or behind, and all good ones a second time.
                rows = [row for token in held if (row := self._row(token))]
                older = "\n".join(
                    row.older_line(dump) for row in rows
                    if row.profile != COMPASS or row.rewritten and row.rewritten <= dump or row.is_read(dump))
                text = "\n".join([older, text, text] if dump % 2 else [text, text, older])
            path.write_text(text + "\n" if text else "[]")
        return self.paths()

    def _row(self, token):
        if not hasattr(self, "by_token"):
            self.by_token = {row.token: row for row in self.life.rows}
        return self.by_token[token]

    def _lines(self, dump):
        changes, rows = self.changes, self.life.rows
        if self.next and changes[self.next - 1][0] > dump:
            return {
                profile: {row.token: row.line(dump) for row in rows if row.profile == profile and row.is_there(dump)}
                for profile in TYPES}
        while self.next < len(changes) and changes[self.next][0] <= dump:
            row = rows[changes[self.next][1]]
            if row.is_there(dump):
                self.lines[row.profile][row.token] = row.line(dump)
            else:
                self.lines[row.profile].pop(row.token, None)
            self.next += 1
        return self.lines

    def people(self, wall):
        return [member.at(wall) for member in self.life.members if member.is_there(wall)]

    def tear_people(self, wall, kept):
        """Writes a list of a few people for one run."""
        few = self.people(wall)[:kept]
        (self.folder / "people.jsonl").write_text("".join(json.dumps(person.entry()) + "\n" for person in few))
        self.people_at = None
        return {person.id for person in few}

    def cut(self, paths):
        """Cuts exports off at a line end; answers how many good records are left, without copies."""
        tokens = set()
        for path in paths:
            lines = path.read_text().splitlines()
            lines = lines[: len(lines) * 3 // 10 + 1]
            path.write_text("\n".join(lines) + "\n")
            for line in lines if lines != ["[]"] else ():
                record = json.loads(line)
                if "Marchember" not in line:
                    tokens.add((path.name, record.get("title", record.get("message")).split()[-1]))
        return len(tokens)

    @staticmethod
    def spoil(fate, chance, paths):
        if fate == "torn":
            path = chance.choice([path for path in paths if path.stat().st_size > 100] or paths)
            path.write_bytes(path.read_bytes()[:-20])
        elif fate == "no bytes":
            chance.choice(paths).write_bytes(b"")
        elif fate == "one empty":
            chance.choice(paths).write_text("[]")
        elif fate == "empty":
            for path in paths:
                path.write_text("[]")
        elif fate == "twice":
            return [*paths, paths[0]]
        return paths

    def write_people(self, wall):
        """Writes the recipients and the suppressed addresses where they have changed."""
        at = bisect.bisect_right(self.people_changes, wall)
        if at == self.people_at:
            return
        self.people_at = at
        write_people(self.folder, self.people(wall))
