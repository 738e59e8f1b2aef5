"""One's own templates and words: taken out, changed, checked, used."""

import re

import pytest

from harness import NOTIFICATIONS, NOW


def digest(tidings, form, *arguments):
    run = tidings("digest", NOTIFICATIONS, "--recipient", "maya-ortiz", "--now", NOW, "--format", form, *arguments)
    assert run.status == 0, run.errors
    return run.text


def eject(tidings, folder, path):
    run = tidings("templates", "eject", path, "-o", folder)
    assert run.status == 0, run.errors
    return folder / path


FORMS = ["markdown", "html", "text"]


@pytest.mark.parametrize("form", FORMS)
def test_ejecting_alone_changes_nothing(tidings, tmp_path, form):
    run = tidings("templates", "eject", "-o", tmp_path)
    assert run.status == 0, run.errors
    assert tidings("templates", "check", tmp_path).status == 0
    assert digest(tidings, form, "--templates", tmp_path) == digest(tidings, form)


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_template_and_a_changed_string_change_just_that(tidings, tmp_path, form):
    before = digest(tidings, form)
    template = eject(tidings, tmp_path, "digest/digest.md")
    template.write_text(template.read_text().replace("# {{headline}}", "# Hello: {{headline}}", 1))
    words = tmp_path / "catalogues" / "en.yaml"
    words.parent.mkdir()
    words.write_text("section:\n  yesterday: The day before\n")
    after = digest(tidings, form, "--templates", tmp_path)
    assert after != before
    undone = after.replace("Hello: ", "").replace("The day before", "Yesterday")
    # A heading's underline is as long as the heading.
    def plain(text):
        return re.sub(r"^[=-]+$", "", text, flags=re.M)

    assert plain(undone) == plain(before)


def test_an_unknown_key_is_named_with_file_line_and_the_keys_there_are(tidings, tmp_path):
    template = eject(tidings, tmp_path, "digest/item.md")
    template.write_text(template.read_text() + "\n{{titel}}\n")
    run = tidings("templates", "check", tmp_path)
    assert run.status == 64
    assert re.search(r"digest/item\.md:\d+:\d+: there is no key titel", run.errors)
    assert "did you mean title?" in run.errors and "bodyMarkdown" in run.errors


def test_a_misspelt_file_is_an_error(tidings, tmp_path):
    (tmp_path / "digest").mkdir()
    (tmp_path / "digest" / "itme.md").write_text("x")
    run = tidings("templates", "check", tmp_path)
    assert run.status == 64 and "itme.md" in run.errors


def test_a_catalogue_adds_a_language(tidings, tmp_path):
    (tmp_path / "catalogues").mkdir()
    (tmp_path / "catalogues" / "nl.yaml").write_text("section: {urgent: Dringend, today: Vandaag}\n")
    assert tidings("templates", "check", tmp_path).status == 0
    text = digest(tidings, "text", "--locale", "nl", "--templates", tmp_path)
    assert "Vandaag · " in text and "Today" not in text
    # What it does not say is said in English.
    assert "Yesterday · " in text


@pytest.mark.parametrize("name", ["catalogues/dutch.yaml", "catalogues/zz-garbage_tag.yaml", "catalogues/NL.yaml", "catalogues/nl.yml", "catalogues/more/nl.yaml"])
def test_a_catalogue_with_another_name_is_an_error(tidings, tmp_path, name):
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text("section: {today: Vandaag}\n")
    run = tidings("templates", "check", tmp_path)
    assert run.status == 64 and name in run.errors


def test_every_word_of_the_documents_comes_from_a_catalogue(tidings):
    """The pseudo-locale puts every word of a catalogue in brackets: what stands outside of them is
    the export's, a number, a date or punctuation."""
    names = {w for w in re.findall(r"[^\W\d_]+", NOTIFICATIONS.read_text())}
    allowed = names | {"EST", "UTC", "AM", "PM", "at"} | set(
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun".split())
    labels = set("Follow up ups Deadline Deadlines Inbound Digest Offer Offers Events Event General Low".split())
    for form in ("markdown", "text", "terminal"):
        text = digest(tidings, form, "--locale", "en-XA")
        assert "[" in text
        outside = re.sub(r"\[[^\[\]]*\]", " ", text)
        while outside != (smaller := re.sub(r"\[[^\[\]]*\]", " ", outside)):
            outside = smaller
        strange = {w for w in re.findall(r"[A-Za-z]+", outside)} - allowed - labels
        assert not strange, (form, strange)
