"""Compares drafted profiles with the bundled ones, field by field, on the fixtures of the project."""

import json
import re
import sqlite3

import pytest

from harness import ROOT

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")

FIXTURES = ROOT / "Tests" / "Fixtures"
# Several systems in one file, or a profile of another name.
OTHERS = {"mixed", "sample", "generic"}


def fixtures():
    """Each fixture with the profile that is taken away."""
    files = []
    for folder in sorted(FIXTURES.iterdir()):
        if folder.name in OTHERS:
            continue
        files += [f for f in sorted(folder.iterdir()) if f.suffix in (".json", ".jsonl", ".sql")]
    return files


def profile_of(tidings, file):
    """The bundled profile that is taken away."""
    run = tidings("check", file, "--format", "json")
    assert run.status in (0, 3), run.errors
    name = run.json["sources"][0].get("profile")
    return name if tidings("profiles", "show", name).status == 0 else None


def snake(name):
    return re.sub(r"[_-]", "", name).lower()


def step(value, name):
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            value = json.loads(value)
        except ValueError:
            return None
    if isinstance(value, dict):
        return next((v for k, v in value.items() if snake(k) == snake(name)), None)
    return None


def at(record, path):
    for part in path.split("."):
        name, *indexes = re.split(r"[\[\]]+", part.rstrip("]"))
        record = step(record, name)
        for index in indexes:
            record = record[int(index)] if isinstance(record, list) and len(record) > int(index) else None
    return None if record in ("", {}, []) else record


def paths_of(value):
    """The plain paths of a field; None if it is said in another way."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(v, str) and re.fullmatch(r"[\w$.\[\]-]+", v) for v in values):
        return None
    return values


def value_of(record, paths):
    return next((v for v in (at(record, p) for p in paths) if v is not None), None)


def typed(value):
    """A value of Firestore's REST API as plain JSON."""
    (kind, inner), *_ = value.items()
    if kind == "mapValue":
        return {k: typed(v) for k, v in inner.get("fields", {}).items()}
    if kind == "arrayValue":
        return [typed(v) for v in inner.get("values", [])]
    return inner


def records_of(file, sample):
    """The records as the draft's note about their place says, found here without it."""
    if file.suffix == ".sql":
        connection = sqlite3.connect(":memory:")
        connection.executescript(file.read_text())
        connection.row_factory = sqlite3.Row
        table = sample.get("records", {}).get("table")
        return [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]
    text, found, decoder = file.read_text(), [], json.JSONDecoder()
    while text.strip():
        value, end = decoder.raw_decode(text.strip())
        text = text.strip()[end:]
        for name in filter(None, sample.get("records", {}).get("path", "").split(".")):
            value = [v for e in value for v in e.get(name, [])] if isinstance(value, list) else value.get(name, [])
        if isinstance(value, dict) and all(isinstance(v, dict) for v in value.values()):
            value = [{"id": k, **v} for k, v in value.items()]
        found += value if isinstance(value, list) else [value]
    rest = [{"id": r["name"].split("/")[-1], **{k: typed(v) for k, v in r["fields"].items()}} if "fields" in r and "name" in r else r for r in found]
    where = sample.get("where", {})
    return [r for r in rest if all(r.get(k) == v for k, v in where.items())]


def as_input(file, folder):
    """A fixture as a file that the tool reads: scripts become databases."""
    if file.suffix != ".sql":
        return file
    path = folder / (file.stem + ".db")
    if path.exists():
        return path
    connection = sqlite3.connect(path)
    connection.executescript(file.read_text())
    connection.commit()
    connection.close()
    return path


def drafted(tidings, file):
    run = tidings("profiles", "draft", file)
    assert run.status in (0, 3), run.errors
    return run, yaml.safe_load(run.text)


def judged(tidings, file, folder):
    """The fields that are right in every record, all that are right, and the wrong ones with what each says."""
    profile = profile_of(tidings, as_input(file, folder))
    if profile is None:
        return [], [], []
    truth = yaml.safe_load(tidings("profiles", "show", profile).text)
    _, draft = drafted(tidings, as_input(file, folder))
    records = records_of(file, draft)
    exact, right, wrong = [], [], []

    # Paths that the profile knows by a name of its own, or an address that it makes of one path alone.
    values = [paths_of(v) or [] for v in truth.get("values", {}).values()]
    links = truth.get("link", [])
    for rule in links if isinstance(links, list) else [links]:
        if isinstance(rule, str) and re.fullmatch(r"\{\w+\}", rule):
            values.append(paths_of(truth.get("values", {}).get(rule[1:-1], "")) or [])

    def judge(name, expected, found):
        # Which of two versions is the later one matters to exports that hold both.
        if expected is None or name == "updatedAt" and found is None:
            return
        known = [v for v in values if found and set(found) & set(v)]
        if found and known and (not expected or name == "link"):
            right.append((name, expected, found))
            return
        # What hardly any record has, no draft can know.
        has = sum(value_of(r, expected) is not None for r in records)
        if expected and not found and has * 10 < len(records):
            return
        pairs = [(value_of(r, expected), value_of(r, found or [])) for r in records]
        pairs = [p for p in pairs if p != (None, None)]
        if not pairs or all(p[0] is None for p in pairs) and not found:
            return
        same = sum(a == b for a, b in pairs) * 20 >= len(pairs) * 19
        # What fills in where the field is missing may differ.
        is_it = bool(found) and any(snake(found[0]) == snake(path) for path in expected)
        (exact if same else right if is_it else wrong).append((name, expected, found))

    fields = draft["fields"]
    for name, value in truth["fields"].items():
        # An id that only the key or the document's name tells is one in both.
        judge(name, paths_of(value), paths_of(fields[name]) if name in fields else None)
    for name in set(fields) - set(truth["fields"]):
        # Titles and texts made by patterns cannot be compared with a path.
        if name not in truth:
            judge(name, [], paths_of(fields[name]))
    marks = [[m["path"] if isinstance(m, dict) else m for m in (p.get("read") or [] if isinstance(p.get("read"), list) else [p["read"]] if p.get("read") else [])] for p in (truth, draft)]
    judge("read", marks[0], marks[1])
    return exact, exact + right, wrong
