"""Judges drafts of files of which the truth is known: by field, and by whose notifications the digests hold."""

import collections
import concurrent.futures

import yaml

from harness import run

ROLES = {"id": "id", "recipient": "recipient", "actor": ("actorName", "actorId"), "type": "type", "title": "title", "body": "body", "priority": "priority", "time": "time", "link": "link"}


def first(value):
    """The first path of a value."""
    while isinstance(value, list):
        value = value[0] if value else None
    return value


def said(draft, role):
    """What a draft says of a role, as the truth has it."""
    if role == "read":
        marks = draft.get("read") or []
        mark = first(marks if isinstance(marks, list) else [marks])
        if mark is None:
            return None
        if isinstance(mark, str):
            return (mark, "boolean")
        kind = ("equals", mark["equals"]) if "equals" in mark else mark.get("as", "boolean")
        return (mark["path"], kind)
    names = ROLES[role]
    for name in (names,) if isinstance(names, str) else names:
        value = first(draft["fields"].get(name))
        if value is not None:
            return value
    return None


def is_right(role, truth, found):
    for wanted in truth:
        if role == "read" and wanted and found and wanted[0] == "@key" and "@key" in str(found[0]):
            return True
        if isinstance(wanted, tuple) and role == "read":
            if found and plain(found[0]) == wanted[0]:
                kind, equal = wanted[1], found[1]
                if kind == equal or isinstance(kind, tuple) and isinstance(equal, tuple) and kind[1] in first_words(equal[1]):
                    return True
                # A time that is there or not reads as a boolean too.
                if kind == "time" and equal == "boolean":
                    return True
        elif isinstance(wanted, tuple):
            form = found.get("format", "") if isinstance(found, dict) else ""
            days = form.find("d") < form.find("M")
            if isinstance(found, dict) and plain(found["path"]) == wanted[0] and form and days == (wanted[1] == "german"):
                return True
        elif plain(found) == wanted or role == "actor" and wanted and plain(found) in (wanted, "@" + str(wanted)):
            return True
    return False


def first_words(words):
    return words if isinstance(words, list) else [words]


def plain(path):
    return path["path"].replace("'", "") if isinstance(path, dict) and "path" in path else path.replace("'", "") if isinstance(path, str) else path


def judged(case, folder):
    """By role whether it is right (None where nothing is to say), and whether somebody is lost in silence."""
    folder.mkdir(parents=True)
    for name, data in case.files.items():
        (folder / name).write_bytes(data) if isinstance(data, bytes) else (folder / name).write_text(data)
    draft = run("profiles", "draft", *case.files, cwd=folder)
    (folder / "draft.yaml").write_text(draft.text)
    fields, notes = {}, []
    try:
        profile = yaml.safe_load(draft.text) or {}
        profile["fields"]
    except (yaml.YAMLError, KeyError, TypeError):
        profile = {"fields": {}}
    for role, truth in case.truth.items():
        found = said(profile, role)
        if truth == [None] and found is None:
            continue
        fields[role] = is_right(role, truth, found)
        if not fields[role]:
            notes.append(f"{role}: {found}, not {truth[0]}")
    asked = "recipient:" in "\n".join(line for line in draft.text.splitlines() if line.strip().startswith("# recipient:"))
    silent = False
    if draft.status == 0 and profile["fields"]:
        got = people_of(folder, case)
        wanted = {who: len(texts) for who, texts in case.people.items()}
        # Nobody is lost where it is asked, or where nothing is read.
        silent = got is not None and got != wanted and not asked
    if silent:
        notes.append("in silence")
    return fields, notes, silent, draft.status


def people_of(folder, case):
    """How many notifications each person gets; None if nothing is read."""
    names = list(case.files)
    digest = run("digest", *names, "--profiles", "draft.yaml", "--now", "2026-03-01T00:00:00Z", "--days", "4000", "--format", "json", "--limit", "100000", cwd=folder)
    if digest.status not in (0, 3):
        return None
    return {
        one["recipient"]["id"]: sum(len(item["ids"]) for part in one["sections"] for item in part["items"])
        for one in digest.digests}


def evaluate(cases, folder):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda case: judged(case, folder / case.name), cases))


def table(cases, results):
    """The figures, as lines to print."""
    right, of = collections.Counter(), collections.Counter()
    for fields, *_ in results:
        for role, is_right in fields.items():
            of[role] += 1
            right[role] += is_right
    lines = [f"{role:10} {right[role]:4} of {of[role]:4}  {right[role] / of[role]:6.1%}" for role in sorted(of)]
    wrong = [sum(not ok for ok in fields.values()) for fields, *_ in results]
    total = len(results)
    figures = {
        "fields": sum(right.values()) / sum(of.values()), "recipient": right["recipient"] / max(of["recipient"], 1),
        "unedited": sum(n == 0 for n in wrong) / total, "three lines": sum(n <= 3 for n in wrong) / total,
        "silent": sum(silent for _, _, silent, _ in results),
    }  # fmt: skip
    forms = collections.defaultdict(list)
    for case, (fields, *_) in zip(cases, results):
        forms[case.form] += list(fields.values())
    lines += [f"{form:10} {sum(ok):4} of {len(ok):4}  {sum(ok) / len(ok):6.1%}" for form, ok in sorted(forms.items())]
    lines += [f"{name:12} {value:.1%}" if isinstance(value, float) else f"{name:12} {value}" for name, value in figures.items()]
    return figures, lines
