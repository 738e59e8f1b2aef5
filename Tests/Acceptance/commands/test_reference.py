"""The manual's reference is what the program makes of itself, and has everything that runs show."""

import functools
import json
import re
import subprocess

import pytest

from harness import BINARY, NOW, ROOT, SAMPLE, record, run

SCRIPT = ROOT / "Sources" / "Distribution" / "reference"
PAGES = ROOT / "Sources" / "Distribution" / "Manual" / "reference"
EXPORT = SAMPLE / "notifications.json"


def chapters(page):
    """The tables of a page by their heading: rows of cells without backquotes."""
    found = {}
    for part in re.split(r"^#+ ", (PAGES / f"{page}.md").read_text(), flags=re.M)[1:]:
        title, _, text = part.partition("\n")
        rows = re.findall(r"^\| (.*) \|$", text, re.M)
        cells = [[cell.strip(" `") for cell in re.split(r"(?<!\\)\|", row)] for row in rows if not row.startswith("---")]
        found[title.replace("`", "")] = cells
    return found


def keys(page, title):
    return [row[0] for row in chapters(page)[title][1:]]


def test_the_pages_are_what_the_program_makes(tmp_path):
    subprocess.run([SCRIPT, BINARY, tmp_path], check=True)
    made = {path.name: path.read_text() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text() for path in PAGES.iterdir()}
    assert sorted(made) == sorted(kept)
    for name, text in made.items():
        assert text == kept[name], f"{name} is old: record it anew by {SCRIPT} {BINARY}"


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_links_and_anchors_lead_somewhere(page):
    for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text()):
        target = PAGES / path if path else page
        headings = re.findall(r"^#+ (.*)$", target.read_text(), re.M)
        assert not anchor or anchor in {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


# Commands


@functools.cache
def helps(path=()):
    """The help of every command that the help of another one names."""
    text = run(*path, "--help-all").text
    listed = text.partition("\nSUBCOMMANDS:\n")[2].partition("\n\n")[0]
    names = [name for name in re.findall(r"^  ([a-z-]+)", listed, re.M) if name != "help"]
    return [(path, text), *(found for name in names for found in helps((*path, name)))]


def test_every_command_and_option_of_the_help_is_there():
    text = (PAGES / "commands.md").read_text()
    known = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", text, re.M))
    names = lambda text: set(re.findall(r"(?<![\w-])--?[a-z][\w-]*|<[^>]+>", text))  # noqa: E731
    table = lambda text: re.findall(r"^\| (`.*?) \| ", text, re.M)  # noqa: E731
    several = {re.search(r"--[\w-]+|<[^>]+>", row)[0]: names(row) for row in table(known.pop("Options of several commands"))}
    others = {path: re.findall("`(.*?)`", "".join(re.findall(r"^And (.*)$", part, re.M))) for path, part in known.items()}
    found = helps()
    assert len(found) > 20
    for path, text in found[1:]:
        part = " ".join(("tidings", *path))
        spelled = {name for row in table(known[part]) for name in names(row)}.union(*(several[name] for name in others[part]))
        options = text.partition("\nUSAGE:")[2]
        shown = {name for line in re.findall(r"^  (-.*)$", options, re.M)
                 for name in re.findall(r"(?:^|[ /,])(--?[a-z][\w-]*)", line.partition("   ")[0])}  # fmt: skip
        assert shown - {"-h", "--help", "--version"} <= spelled, path
    assert {name for listed in others.values() for name in listed} == set(several)
    assert {" ".join(("tidings", *path)) for path, _ in found[1:]} == set(known)


def test_the_help_is_one_screen_and_says_where_the_rest_is():
    for path, whole in helps():
        text = run(*path, "--help").text
        lines = text.splitlines()
        assert len(lines) <= 40 and max(map(len, lines)) <= 80, path
        options = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", text, re.M)
        every = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", whole))
        assert len(options) <= 25 and set(options) <= every, path
        known = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", whole, re.M)) - {"--help"}
        assert (f"{' '.join(('tidings', *path))} --help-all" in text) == (known > set(options)), path
        assert run("help", *path).text == text


def test_the_hidden_command_is_in_no_help_and_no_suggestion():
    assert "reference" not in run("--help").text + run("--help-all").text + run("xyzzy").errors
    assert run("reference", "metrics").text == (PAGES / "metrics.md").read_text()


# Files that users write: an unknown key gets the list of those that there are.


def choices(text):
    """The keys that the last fault names."""
    return text.rpartition("the choices are ")[2].strip().split(", ")


@pytest.mark.parametrize("title", [title for title in chapters("configuration") if "reference" not in title])
def test_an_unknown_key_of_the_configuration_gets_the_keys_of_the_page(tidings, tmp_path, title):
    sections = [] if title == "The file" else title.split(".")
    lines = [f"{'  ' * depth}{name}:" for depth, name in enumerate(sections)]
    (tmp_path / "tidings.yaml").write_text("\n".join([*lines, "  " * len(sections) + "xyzzy: 1"]) + "\n")
    said = tidings("build", cwd=tmp_path)
    assert said.status == 64
    (fault,) = [words for words in said.errors.split("tidings: ") if "there is no such key" in words]
    assert choices(fault) == keys("configuration", title)


@pytest.mark.parametrize(
    "title", ["The profile", "match", "records", "fields", "read", "badges", "thumbnails", "items", "rewrite",
              "marks", "marks.sql", "marks.requests", "preferences", "types.NAME", "actions.NAME", "joins.NAME"])  # fmt: skip
def test_an_unknown_key_of_a_profile_gets_the_keys_of_the_page(tidings, tmp_path, title):
    sections = [] if title == "The profile" else title.split(".")
    lines = [f"{'  ' * depth}{name}:" for depth, name in enumerate(sections)] + ["  " * len(sections) + "xyzzy: 1"]
    if title != "fields":
        lines.insert(0, "fields: {id: id, time: at}")
    (tmp_path / "shop.yaml").write_text("\n".join(["name: shop", *lines]) + "\n")
    said = tidings("check", EXPORT, "--profiles", "shop.yaml", cwd=tmp_path)
    assert said.status == 64 and "there is no such key" in said.errors
    known = keys("profiles", title)
    # One more at the end is an old spelling, which is read but not documented.
    assert choices(said.errors)[: len(known)] == known and len(choices(said.errors)) <= len(known) + 1


@pytest.mark.parametrize("key", [row[0] for row in chapters("profiles")["collapse"][1:] if row[1].startswith("Required. ")])
def test_a_required_key_of_a_profile_is_missed(tidings, tmp_path, key):
    given = {"types": "[a]", "same": "[type]", "within": "5m"}
    rule = ", ".join(f"{name}: {value}" for name, value in given.items() if name != key)
    (tmp_path / "shop.yaml").write_text(f"name: shop\nfields: {{id: id, time: at}}\ncollapse: [{{{rule}}}]\n")
    said = tidings("check", EXPORT, "--profiles", "shop.yaml", cwd=tmp_path)
    assert said.status == 64 and f"collapse.{key} is missing" in said.errors


def also_written(meaning):
    return re.findall(r"`([^`]+)`", meaning.partition("Also written ")[2].partition(" Example: ")[0])


def test_every_spelling_of_a_field_of_recipients_is_read(tidings, tmp_path):
    rows = chapters("recipients")["Recipient reference"][1:]
    # What is not false says nothing there.
    spellings = [(row[0], name) for row in rows if row[0] != "subscribed" for name in [row[0], *also_written(row[2])]]
    people = [{"id": "somebody"}]
    for number, (field, name) in enumerate(spellings):
        # No field may be a list of such.
        value = [{"a": 1}]
        for part in reversed(name.split(".")):
            value = {part: value}
        people.append(value if field == "id" else {"id": f"p{number}", **value})
    (tmp_path / "people.json").write_text(json.dumps(people))
    report = tmp_path / "report.json"
    tidings(
        "mail", EXPORT, "--recipients", "people.json", "--from", "d@example.org", "--now", NOW, "-o", "outbox",
        "--report", report, "--dry-run", cwd=tmp_path)  # fmt: skip
    rejected = json.loads(report.read_text())["rejectedRecipients"] if report.exists() else []
    assert len(spellings) > 50 and len(rejected) == len(spellings)
    for (field, _), reason in zip(spellings, rejected):
        assert f": {field}" in reason, reason


def test_every_template_is_there_and_its_keys_are_where_the_page_says(tidings):
    page = (PAGES / "templates.md").read_text()
    paths = tidings("templates", "list").text.split()
    assert len(paths) > 30 and all(f"`{path}`" in page for path in paths)
    assert "`tidings templates keys`" in page
    printed = tidings("templates", "keys").text
    assert all(f"`{path}`" in printed for path in keys("templates", "Documents"))


# What runs write.

# A recipient for each outcome of a second run, two hours after the first one.
WISHES = {
    "handed over": {"hour": 16},
    "already handed over": {},
    "nothing new": {"hour": 16, "typesOff": ["offer"]},
    "not due": {"typesOff": ["offer"]},
    "quiet hours": {"hour": 16, "quietHours": "15:30-18:00"},
    "never": {"hour": 16, "frequency": "never"},
    "paused": {"hour": 16, "pausedUntil": "2026-03-01"},
    "unsubscribed": {"hour": 16, "unsubscribed": True},
    "suppressed": {"hour": 16, "email": "gone@example.org"},
    "no address": {"hour": 16, "email": None},
    "bad address": {"hour": 16, "email": "no address"},
    "failed": {"hour": 99},
}
JOB = """exports: export.jsonl
recipients: people.json
suppress: suppressed.txt
report: report.json
metrics: tidings.prom
inbox: {folder: pages}
feeds: {folder: feeds}
digest: {folder: digests, format: json}
mail: {digest: {from: digest@example.org, outbox: outbox, first-days: 9}}
"""


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    """A folder in which a job of everything has run twice."""
    folder = tmp_path_factory.mktemp("job")
    people = [{"id": name, "email": f"{name.replace(' ', '.')}@example.org", **wish} for name, wish in WISHES.items()]
    rows = [record(n, user_id=person["id"], type="offer", read_at=None) for n, person in enumerate(people)]
    (folder / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "people.json").write_text(json.dumps(people))
    (folder / "suppressed.txt").write_text("gone@example.org\n")
    (folder / "tidings.yaml").write_text(JOB)
    for now in ("2026-02-08T14:05:00Z", "2026-02-08T16:05:00Z"):
        done = run("build", "--now", now, cwd=folder)
        assert done.status == 3, done.errors
    return folder


def test_the_page_has_every_metric_with_its_type_labels_and_help(job):
    rows = chapters("metrics")["Metric reference"][1:]
    lines = (job / "tidings.prom").read_text().splitlines()
    helps = dict(line.split(" ", 3)[2:] for line in lines if line.startswith("# HELP"))
    types = dict(line.split(" ", 3)[2:] for line in lines if line.startswith("# TYPE"))
    assert [row[0] for row in rows] == list(helps)
    for name, labels, meaning in rows:
        assert ("gauge", meaning) == (types[name], helps[name])
        samples = [line for line in lines if re.match(rf"{name}[{{ ]", line)]
        assert samples, name
        for sample in samples:
            assert re.findall(r'(\w+)="', sample) == re.findall(r"\w+", labels), sample


def test_the_page_has_every_outcome_and_every_rule(job):
    metrics = (job / "tidings.prom").read_text()
    listed = keys("outcomes", "Outcomes")
    (stream,) = json.loads((job / "report.json").read_text())["runs"]
    assert {one["recipient"]: one["outcome"] for one in stream["outcomes"]} == {name: name for name in listed}
    assert re.findall(r'recipients{.*outcome="(.*)"}', metrics) == listed
    rules = keys("outcomes", "Notifications that are left out")
    assert re.findall(r'rule="(.*)"}', metrics) == rules and set(stream["leftOut"]) <= set(rules)
    schema = json.loads((ROOT / "Templates/schemas/report.schema.json").read_text())
    properties = schema["properties"]["runs"]["items"]["properties"]
    assert properties["counts"]["propertyNames"]["enum"] == listed
    assert properties["leftOut"]["propertyNames"]["enum"] == rules
    mails = json.loads((ROOT / "Templates/schemas/why.schema.json").read_text())["properties"]["streams"]["items"]
    place = mails["properties"]["decisions"]["items"]["properties"]["mail"]["properties"]["place"]
    assert place["enum"] == keys("outcomes", "Where a mail is")


def test_the_ledger_closes_the_slots_that_the_page_says(job):
    closing = {row[0]: row[2] == "yes" for row in chapters("outcomes")["Outcomes"][1:]}
    for name, closes in closing.items():
        decisions = run("ledger", "why", "outbox", name, "--format", "json", cwd=job).json["streams"][0]["decisions"]
        last = [one for one in decisions if one["outcome"] == name]
        assert all(("slot" in one) == closes for one in last) and (last or not closes), name


# Exit statuses


def test_the_page_has_the_statuses_of_the_help_and_of_runs(tidings, tmp_path):
    listed = keys("exit-statuses", "Exit statuses")
    assert re.findall(r"^ +(\d+) +\w", tidings("--help-all").text.partition("EXIT STATUS")[2], re.M) == listed
    (tmp_path / "empty.json").write_text("")
    broken = json.dumps({key: value for key, value in record(1).items() if key != "id"})
    (tmp_path / "broken.jsonl").write_text(json.dumps(record(2)) + "\n" + broken + "\n")
    expected = {
        "0": ["summary", EXPORT], "3": ["summary", "broken.jsonl"], "64": ["summary", EXPORT, "--xyzzy"],
        "65": ["summary", "empty.json"], "66": ["summary", "nothing.json"], "73": ["init", "nowhere/tidings.yaml"],
    }  # fmt: skip
    assert {status: str(tidings(*words, cwd=tmp_path).status) for status, words in expected.items()} == {
        status: status for status in expected}  # fmt: skip
    with open("/dev/full", "wb") as full:
        assert subprocess.run([BINARY, "summary", EXPORT], stdout=full, stderr=subprocess.DEVNULL).returncode == 74
    assert {*expected, "74"} <= set(listed)


def test_an_option_that_is_listed_is_one_of_the_command(tmp_path):
    for path, page in helps():
        listed = set(re.findall(r"^  (?:-\w, )?--(?:no-)?([a-z-]+)\S*( <)?", page, re.M))
        words = [f"--{name}{'=x' if value else ''}" for name, value in listed if name not in ("help", "help-all", "version")]
        # Names are read before values are judged: whatever is unknown first, is named.
        assert "has no option --xyzzy" in run(*path, *words, "--xyzzy", cwd=tmp_path).errors, (path, words)
