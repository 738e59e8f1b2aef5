"""Ten languages, each in its direction, and the two ways in which German addresses its readers."""

import pytest
from harness import LANGUAGES, NOTIFICATIONS, ROOT

MASTODON = ROOT / "Tests" / "Fixtures" / "mastodon" / "notifications.json"
AT = ("--now", "2026-02-08T15:05:00Z")
TODAY = {
    "en": "Today", "de": "Heute", "es": "Hoy", "fr": "Aujourd’hui", "pt-BR": "Hoje", "ja": "今日", "zh-Hans": "今天",
    "ar": "اليوم", "he": "היום", "ru": "Сегодня",
}  # fmt: skip
FORMAL, INFORMAL = "Sie sind auf dem neuesten Stand!", "Du bist auf dem neuesten Stand!"


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_digest_is_in_the_language_and_its_direction(tidings, locale):
    run = tidings("digest", NOTIFICATIONS, *AT, "--recipient", "maya-ortiz", "--format", "html", "--locale", locale)
    direction = "rtl" if locale in ("ar", "he") else "ltr"
    assert f'<html lang="{locale}" dir="{direction}">' in run.text and TODAY[locale] in run.text
    assert "catalogue" not in run.errors


def test_every_catalogue_of_the_folder_is_known_by_name(tidings):
    assert set(LANGUAGES) == set(TODAY)
    known = tidings("digest", NOTIFICATIONS, *AT, "--recipient", "maya-ortiz", "--locale", "tlh").errors
    listed = tidings("templates", "list").text
    for tag in LANGUAGES:
        assert f" {tag}" in known.replace(",", "") and f"catalogues/{tag}.yaml" in listed


@pytest.mark.parametrize("exports, said, unsaid", [
    ([NOTIFICATIONS], FORMAL, INFORMAL), ([MASTODON], INFORMAL, FORMAL), ([NOTIFICATIONS, MASTODON], FORMAL, INFORMAL),
], ids=["formal", "informal", "both"])  # fmt: skip
def test_german_says_du_where_every_profile_does(tidings, exports, said, unsaid):
    run = tidings("inbox", *exports, *AT, "--owner", "maya-ortiz", "--recipient", "maya-ortiz", "--locale", "de")
    assert said in run.text and unsaid not in run.text
