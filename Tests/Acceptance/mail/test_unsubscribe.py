"""Signed unsubscribe links: in the mail as RFC 8058 wants them, verified as the README says."""

import email
import email.policy
import hashlib
import hmac
import json
import os
import urllib.parse

import pytest

import link_checks
from harness import NOW, record

SECRET = "a secret of more than sixteen bytes"
TEMPLATE = "https://example.org/unsubscribe/{recipient}?s={signature}"
PEOPLE = [
    {"id": "user 1/é", "email": "one@example.org"},
    {"id": "user-2", "email": "two@example.org", "unsubscribeURL": "https://example.org/own/2"},
]


@pytest.fixture
def mail(tidings, tmp_path):
    rows = [record(n, user_id=PEOPLE[n % 2]["id"], read_at=None) for n in range(20)]
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) or "[]")
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))

    def run(*arguments, env={"TIDINGS_UNSUBSCRIBE_SECRET": SECRET}):
        return tidings(
            "mail", tmp_path / "export.jsonl", "--from", "digest@example.org", "--recipients",
            tmp_path / "people.json", "--first-days", "9", "--now", NOW, *arguments, env=env,
        )  # fmt: skip

    return run


def preview(run, *arguments, **more):
    finished = run("--preview", *arguments, **more)
    assert finished.status == 0, finished.errors
    return email.message_from_bytes(finished.out, policy=email.policy.default)


def verify():
    """The function that the manual shows: five lines."""
    names = {}
    exec(link_checks.code("python"), names)
    return names["is_ours"]


def test_the_link_is_in_header_and_mail_and_five_lines_of_python_verify_it(mail):
    message = preview(mail, PEOPLE[0]["id"], "--unsubscribe-url", TEMPLATE)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = message["List-Unsubscribe"].strip().strip("<>")
    assert link in message.get_body(("plain",)).get_content()
    assert link in message.get_body(("html",)).get_content()
    parts = urllib.parse.urlsplit(link)
    recipient = urllib.parse.unquote(parts.path.removeprefix("/unsubscribe/"))
    signature = urllib.parse.parse_qs(parts.query)["s"][0]
    assert recipient == PEOPLE[0]["id"]
    is_ours = verify()
    assert is_ours(recipient, signature, SECRET)
    # Negative controls: another recipient, another secret, another signature.
    assert not is_ours("user-2", signature, SECRET)
    assert not is_ours(recipient, signature, SECRET + "x")
    assert not is_ours(recipient, signature[:-1] + ("A" if signature[-1] != "A" else "B"), SECRET)


def test_a_recipients_own_link_wins(mail):
    message = preview(mail, "user-2", "--unsubscribe-url", TEMPLATE)
    assert message["List-Unsubscribe"].strip() == "<https://example.org/own/2>"


def test_without_any_link_there_is_no_such_header(mail):
    message = preview(mail, PEOPLE[0]["id"])
    assert message["List-Unsubscribe"] is None and message["List-Unsubscribe-Post"] is None


def test_the_secret_may_have_another_name_and_is_never_shown(mail):
    option = ["--unsubscribe-url", TEMPLATE, "--unsubscribe-secret-env", "OUR_SECRET"]
    message = preview(mail, PEOPLE[0]["id"], *option, env={"OUR_SECRET": SECRET})
    assert message["List-Unsubscribe"] and SECRET not in str(message)


@pytest.mark.parametrize(
    "template, secret, words",
    [
        (TEMPLATE, "", "is not set"),
        (TEMPLATE, "short", "fewer than 16 bytes"),
        ("https://example.org/{recipient}", SECRET, "lacks {signature}"),
        ("https://example.org/{signature}", SECRET, "lacks {recipient}"),
        ("http://example.org/{recipient}/{signature}", SECRET, "https"),
        ("mailto:leave@example.org?subject={recipient}{signature}", SECRET, "https"),
        ("https://exämple.org/{recipient}/{signature}", SECRET, "https"),
    ],
)
def test_what_makes_no_good_link_is_refused_before_anything_is_mailed(mail, tmp_path, template, secret, words):
    env = {"TIDINGS_UNSUBSCRIBE_SECRET": secret}
    run = mail("-o", tmp_path / "outbox", "--unsubscribe-url", template, env=env)
    assert run.status == 64 and words in run.errors and (not secret or secret not in run.errors)
    assert not list((tmp_path / "outbox").glob("new/*"))


@pytest.mark.parametrize("secret", [b"\xff\xfe" * 10, "é".encode() * 10, bytes(range(128, 160))])
def test_the_secret_is_the_bytes_of_the_variable_whatever_they_mean(mail, secret):
    env = {"TIDINGS_UNSUBSCRIBE_SECRET": os.fsdecode(secret)}
    message = preview(mail, PEOPLE[0]["id"], "--unsubscribe-url", TEMPLATE, env=env)
    signature = message["List-Unsubscribe"].strip().strip("<>").rsplit("=", 1)[1]
    assert signature == hmac.new(secret, PEOPLE[0]["id"].encode(), hashlib.sha256).hexdigest()


def test_a_secret_has_so_many_bytes_as_the_variable_holds(mail, tmp_path):
    """Eight bytes that are not UTF-8 are no sixteen, whatever stands for them elsewhere."""
    env = {"TIDINGS_UNSUBSCRIBE_SECRET": os.fsdecode(b"\xff" * 8)}
    run = mail("-o", tmp_path / "outbox", "--unsubscribe-url", TEMPLATE, env=env)
    assert run.status == 64 and "fewer than 16 bytes" in run.errors
