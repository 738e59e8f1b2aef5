"""An option that would have no effect is refused, so that nobody relies on a report or a limit that is not there."""

import json

import pytest

from four_people import folder  # noqa: F401  (a fixture)
from harness import NOW

PREVIEW = ["mail", "export.json", "--recipients", "people.json", "--from", "a@example.org", "--now", NOW, "--preview", "user-1"]


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize("options", [
    ["--report", "out"], ["--metrics", "out"], ["--dry-run"], ["--force"],
    ["--allow-incomplete"], ["--no-sync"], ["--max-messages", "0"], ["--max-age", "1h"], ["--max-ahead", "1h"],
    ["--recipient", "user-1"],
])  # fmt: skip
def test_a_preview_refuses_what_only_a_run_can_do(tidings, folder, options):
    before = names(folder)
    run = tidings(*PREVIEW, *options, cwd=folder)
    assert run.status == 64 and run.out == b"", run.errors
    assert f"{options[0]} has no effect with --preview" in run.errors
    assert names(folder) == before


def test_a_preview_takes_what_changes_it(tidings, folder):
    run = tidings(*PREVIEW, "--as", "jsonl", "--theme", "lean", "--first-days", "9", cwd=folder)
    assert run.status == 0 and json.loads(run.out)["recipient"] == "user-1"
    (folder / "export.json").write_text((folder / "export.json").read_text().replace('"read_at": null', '"read_at": "2026-02-07T10:00:00Z"'))
    assert tidings(*PREVIEW, cwd=folder).out == b""
    run = tidings(*PREVIEW, "--send-empty", cwd=folder)
    assert run.status == 0 and b"Subject:" in run.out


@pytest.mark.parametrize("options", [["--force"], ["--max-ahead", "1h"]])
def test_a_page_on_standard_output_has_no_safety_to_override(tidings, folder, options):
    page = ["inbox", "export.json", "--recipient", "user-1", "--now", NOW]
    assert tidings(*page, cwd=folder).status == 0
    run = tidings(*page, *options, cwd=folder)
    assert run.status == 64 and run.out == b"" and "needs a folder: -o" in run.errors
    assert tidings(*page[:2], *page[4:], *options, "-o", "pages", "--force", cwd=folder).status == 0


@pytest.mark.parametrize("options", [
    ["--recipients", "people.json"], ["--profile", "rooms"], ["--owner", "me"], ["--rejected", "out"], ["--strict"],
    ["--base-url", "https://app.example.org"],
])  # fmt: skip
def test_a_gallery_of_the_examples_reads_no_export(tidings, folder, options):
    run = tidings("templates", "gallery", *options, "--now", NOW, "-o", "gallery", cwd=folder)
    assert run.status == 64 and f"{options[0]} has no effect without an export" in run.errors
    assert not (folder / "gallery").exists()


@pytest.mark.parametrize("option", [["--logo", "https://app.example.org/logo.png"], ["--accent", "#b91c1c"]])
def test_a_look_that_the_lean_theme_has_not_is_refused(tidings, folder, option):
    run = tidings(*PREVIEW, "--theme", "lean", *option, cwd=folder)
    assert run.status == 64 and f"{option[0]} has no effect with the theme lean" in run.errors
    assert tidings(*PREVIEW, *option, cwd=folder).status == 0
    # A template of one's own may show it.
    assert tidings("templates", "eject", "mail/lean", "-o", "own", cwd=folder).status == 0
    assert tidings(*PREVIEW, "--theme", "lean", *option, "--templates", "own", cwd=folder).status == 0
    (folder / "tidings.yaml").write_text("exports: export.json\nmail: {digest: {from: a@example.org, outbox: out, theme: lean}}\n")
    run = tidings("mail", "--config", "tidings.yaml", "--now", NOW, "--preview", "user-1", *option, cwd=folder)
    assert run.status == 64 and f"{option[0]} has no effect with the theme lean" in run.errors


def test_a_logo_is_refused_without_images(tidings, folder):
    run = tidings(*PREVIEW, "--no-images", "--logo", "https://app.example.org/logo.png", cwd=folder)
    assert run.status == 64 and "--logo has no effect with --no-images" in run.errors


def test_pages_that_no_link_names_are_not_looked_for(tidings, folder):
    command = ["digest", "export.json", "--recipient", "user-1", "--now", NOW, "--inbox-folder", "nowhere"]
    run = tidings(*command, cwd=folder)
    assert run.status == 64 and "--inbox-folder has no effect without {page}" in run.errors
    run = tidings(*command, "--inbox-url", "https://app.example.org/{recipient}", cwd=folder)
    assert run.status == 64 and "--inbox-folder has no effect without {page}" in run.errors


def test_a_secret_is_refused_where_it_signs_no_link(tidings, folder):
    secret = ["--unsubscribe-secret-env", "SECRET"]
    run = tidings(*PREVIEW, *secret, cwd=folder)
    assert run.status == 64 and "--unsubscribe-secret-env has no effect without --unsubscribe-url" in run.errors
    for option in ("--unsubscribe-url", "--manage-url"):
        run = tidings(*PREVIEW, *secret, option, "https://app.example.org/{recipient}/{signature}", cwd=folder)
        assert run.status == 64 and f"{option} needs a secret" in run.errors


@pytest.mark.parametrize("frequency, option, value", [("weekly", "day", "3"), ("daily", "day", "3"), ("never", "days", "mon"), ("never", "day", "3")])
def test_days_that_the_frequency_has_not_are_refused(tidings, folder, frequency, option, value):
    run = tidings(*PREVIEW, "--frequency", frequency, f"--{option}", value, cwd=folder)
    assert run.status == 64 and f"--frequency cannot be combined with {option}" in run.errors
