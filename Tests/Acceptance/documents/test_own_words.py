"""One's own words that could have no effect, or would blank a document, are refused with their place."""

import pytest

from harness import NOTIFICATIONS, NOW

COMMANDS = {
    "check": ["templates", "check", "mine"],
    "digest": ["digest", NOTIFICATIONS, "--recipient", "maya-ortiz", "--now", NOW, "--templates", "mine"],
}
FAULTS = [
    (
        'section:\n  todayy: "x"\n', "en.yaml:2:3: section.todayy: there is no such key",
        "did you mean section.today? the keys of section are earlier, today, urgent, yesterday",
    ),
    ('section:\n  today: "{"\n', "en.yaml:2:10: section.today: a { is never closed (byte 0)", ""),
    ('zzz: {a: "x"}\n', "en.yaml:1:7: zzz.a: there is no such key", "the groups are change, count, digest, inbox, informal, "),
    ('zones: {EST: "x"}\n', "en.yaml:1:9: zones.EST: there is no such key", "time, type, zone"),
    ('zone: "x"\n', "en.yaml:1:1: zone: this must be a map of keys", "compare it with"),
    ('informal: "x"\n', "en.yaml:1:1: informal: this must be a map of keys", "compare it with"),
    ('informal:\n  mail: {raeson: "x"}\n', "en.yaml:2:10: informal.mail.raeson: there is no such key", "did you mean mail.reason?"),
    ('count: "x"\n', "en.yaml:1:1: count: this must be a map of keys", "compare it with"),
    ('count: {new: ""}\n', "en.yaml:1:9: count.new: the text is empty", "compare it with"),
    ('count: {days: {one: x, other: " "}}\n', "en.yaml:1:9: count.days: the text is empty", "compare it with"),
    (
        'section: {today: "x {cuont}"}\n',
        "en.yaml:1:11: section.today: {cuont} is not a value here; this message takes no values", "compare it with",
    ),
    (
        'count: {new: "{cuont}"}\n', "en.yaml:1:9: count.new: {cuont} is not a value here; the values are {count}",
        "compare it with",
    ),
    ('count: {new: "many"}\n', "en.yaml:1:9: count.new: {count} is missing, so that nothing says how many", "compare it with"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("words", "message", "advice"), FAULTS)
def test_words_without_effect_are_refused(tidings, tmp_path, command, words, message, advice):
    file = tmp_path / "mine" / "catalogues" / "en.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(words)
    run = tidings(*COMMANDS[command], cwd=tmp_path)
    assert run.status == 64 and run.out == b""
    said = " ".join(run.errors.split())
    assert message in said and advice in said, run.errors


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("path", ["digest/item.md", "catalogues/de.yaml"])
def test_a_template_of_no_bytes_is_refused(tidings, tmp_path, command, path):
    file = tmp_path / "mine" / path
    file.parent.mkdir(parents=True)
    file.write_bytes(b"")
    run = tidings(*COMMANDS[command], cwd=tmp_path)
    assert run.status == 64 and f"{path}: the file is empty" in run.errors
    file.write_text("\n")
    assert tidings(*COMMANDS[command], cwd=tmp_path).status == 0


def test_any_abbreviation_of_a_zone_may_have_a_word(tidings, tmp_path):
    file = tmp_path / "mine" / "catalogues" / "de.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("zone: {EST: OZ}\n")
    run = tidings(*COMMANDS["check"], cwd=tmp_path)
    assert run.status == 0, run.errors
