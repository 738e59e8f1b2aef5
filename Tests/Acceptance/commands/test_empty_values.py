"""An empty value, as an unset variable of a shell leaves it, and a number in place of a time are refused."""

import pytest

from harness import NOW, SAMPLE

SUMMARY = ["summary", SAMPLE / "notifications.json", "--now", NOW]
MAIL = ["mail", SAMPLE / "notifications.json", "--recipients", SAMPLE / "recipients.json", "--from", "a@x.example", "--now", NOW]


@pytest.mark.parametrize("option", ["--owner", "--locale", "--config", "--state", "--recipient", "--rejected"])
@pytest.mark.parametrize("joined", [False, True])
def test_an_empty_value_is_refused(tidings, tmp_path, option, joined):
    run = tidings(*SUMMARY, *([option + "="] if joined else [option, ""]), cwd=tmp_path)
    assert run.status == 64 and run.out == b""
    assert f"{option} is empty" in run.errors


@pytest.mark.parametrize("option", ["--suppress", "--metrics", "--report", "-o"])
def test_a_mail_run_refuses_an_empty_value(tidings, tmp_path, option):
    run = tidings(*MAIL, *(["-o", "box"] if option != "-o" else []), option, "", cwd=tmp_path)
    assert run.status == 64 and f"{option} is empty" in run.errors
    assert not list(tmp_path.iterdir())


def test_an_empty_brand_address_and_search_mean_none(tidings, tmp_path):
    options = ["--brand", "", "--address", "", "--first-days", "7", "-o", "box"]
    run = tidings(*MAIL, *options, cwd=tmp_path)
    assert run.status == 0, run.errors
    assert tidings("digest", *SUMMARY[1:], "--recipient", "maya-ortiz", "--search", "").status == 0


@pytest.mark.parametrize("before", [[], ["-q"], ["-o", "box"], ["-o=box"]])
def test_an_empty_argument_is_not_blamed_on_the_flag_before_it(tidings, tmp_path, before):
    run = tidings("mail", *before, "", "--from", "a@x.example", cwd=tmp_path)
    assert run.status == 64 and "an argument is empty" in run.errors
    assert not list(tmp_path.iterdir())


def test_an_export_with_an_empty_name_is_no_value_of_an_option(tidings):
    assert "is empty" not in tidings("summary", "--strict", "--", "").errors


@pytest.mark.parametrize("value", ["-1", "5", "1770563100", "1e9"])
@pytest.mark.parametrize("option", ["--now", "--since", "--until"])
def test_a_number_is_no_time(tidings, option, value):
    run = tidings("digest", SAMPLE / "notifications.json", "--recipient", "maya-ortiz", f"{option}={value}")
    assert run.status == 64 and run.out == b""
    assert f"{option}: {value} is " in run.errors and "2026-02-08T15:05:00Z" in run.errors
