"""The pages that `tidings inbox` writes for the browser tests, from exports made here."""

import datetime
import json
import random
import uuid

from harness import NOTIFICATIONS, NOW, ROOT, run

PEOPLE = ROOT / "Tests/Fixtures/sample/recipients.json"
PLACE = ["--now", NOW, "--time-zone", "America/New_York", "--base-url", "https://compass.example"]


def tidings(*arguments):
    finished = run(*arguments, timeout=600)
    assert finished.status == 0, finished.errors
    return finished


def page(folder, name, export, *options):
    """Writes the one page of an export, as a user would who is alone."""
    finished = tidings("inbox", export, *PLACE, *options)
    (folder / f"{name}.html").write_bytes(finished.out)


def sample(folder):
    """Everybody's pages of the sample, and the list of them."""
    tidings("inbox", NOTIFICATIONS, *PLACE, "-o", folder / "sample", "--plain-names", "--index", "--recipients", PEOPLE)


def many(folder, count):
    """A page of so many notifications that look like life: long ids, links, the sample's words."""
    rows, chance = json.loads(NOTIFICATIONS.read_text()), random.Random(7)
    now = datetime.datetime(2026, 2, 8, 15)
    export = folder / f"many-{count}.jsonl"
    with export.open("w") as file:
        for number in range(count):
            time = (now - datetime.timedelta(minutes=number * 37 % 40_000)).isoformat() + "Z"
            identity = lambda: str(uuid.UUID(int=chance.getrandbits(128)))
            file.write(json.dumps({
                **rows[number % len(rows)], "id": identity(), "user_id": "me", "scheduled_for": time,
                "created_at": time, "action_url": f"/coaches?highlight={identity()}",
                "read_at": None if number % 3 else time,
            }) + "\n")
    page(folder, f"many-{count}", export)


# Every field that a page shows is taken from the record as it is.
PROFILE = """
name: hostile-{form}
description: Hostile lines in every field
match:
  - must: [hostile_{form}]
    minimum: 1
fields:
  id: id
  recipient: user_id
  type: type
  title: title
  body: body
  priority: priority
  time: time
  link: link
  image: avatar
  actorName: actor
  actorAvatar: avatar
  subjectName: room
bodyFormat: {form}
"""


def hostile(folder, lines):
    """The pages of every hostile line as title, message, actor, link, room, type and id."""
    profiles = folder / "profiles"
    profiles.mkdir(exist_ok=True)
    now = datetime.datetime(2026, 2, 8, 15)
    for form in ("plain", "markdown", "html"):
        (profiles / f"hostile-{form}.yaml").write_text(PROFILE.format(form=form))
    for form in ("plain", "markdown", "html"):
        export = folder / f"hostile-{form}.jsonl"
        with export.open("w") as file:
            for number, line in enumerate(lines):
                file.write(json.dumps({
                    f"hostile_{form}": 1, "id": f"{number}:{line}", "user_id": lines[0] or "u", "type": line or "x",
                    "title": line, "body": line, "priority": ["high", "normal", "low"][number % 3],
                    "time": (now - datetime.timedelta(minutes=number)).isoformat() + "Z", "link": line,
                    "actor": line, "avatar": line, "room": line,
                }) + "\n")
        page(folder, f"written-{form}", export, "--profiles", profiles, "--images", "--profile", f"hostile-{form}")


def hostile_recipients(folder, lines):
    """The list of the pages of recipients whose ids and names are hostile lines."""
    lines = list(dict.fromkeys(line for line in lines if line))[::4]
    export, people = folder / "recipients.jsonl", folder / "people.json"
    export.write_text("".join(
        json.dumps({"id": "1", "user_id": line, "type": "offer", "title": "Title", "message": "m", "read_at": None,
                    "scheduled_for": NOW, "created_at": NOW}) + "\n" for line in lines
    ))
    people.write_text(json.dumps([{"id": line, "name": line} for line in lines if line.strip()]))
    finished = run("inbox", export, *PLACE, "-o", folder / "recipients", "--index", "--recipients", people, timeout=600)
    assert finished.status in (0, 3), finished.errors
