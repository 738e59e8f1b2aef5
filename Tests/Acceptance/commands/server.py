"""The server of the manual's page on the library, built with its framework, and asked for everything.

The file has no name of a test: building the framework takes minutes. `Tests/run server` runs it.
"""

import hashlib
import hmac
import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from harness import NOW, ROOT
from sender_servers import free_port

PACKAGE = ROOT / "Tests/TestSupport/WebServer"
SOURCE = ROOT / "Tests/TestSupport/WebServer/Sources/WebServer/WebServer.swift"
SECRET = "0123456789abcdef0123456789abcdef"
ROW = {"id": 1, "userId": "ana", "type": "offer", "title": "An <offer>", "message": "Reply soon.",
       "createdAt": "2026-02-08T14:20:00Z"}  # fmt: skip


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    built = ROOT / ".build/web-server"
    subprocess.run(["swift", "build", "--package-path", PACKAGE, "--scratch-path", built], check=True)
    rows = tmp_path_factory.mktemp("server") / "rows.json"
    rows.write_text(json.dumps([ROW]))
    port = free_port()
    environment = {**os.environ, "ROWS": str(rows), "SECRET": SECRET, "PORT": str(port), "NOW": "1770563100"}
    server = subprocess.Popen([built / "debug/WebServer"], env=environment)

    def ask(path, body=None):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", body, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    try:
        for _ in range(100):
            try:
                ask("/inbox/ana")
                break
            except urllib.error.URLError:
                time.sleep(0.1)
        yield ask
    finally:
        server.terminate()
        server.wait(30)


def test_a_page_is_the_very_one_of_the_command_line(ask, tidings, tmp_path):
    (tmp_path / "export.json").write_text(json.dumps([ROW]))
    made = tidings("inbox", "export.json", "--recipient", "ana", "--now", NOW, "--time-zone", "Europe/Berlin",
                   "--locale", "de", cwd=tmp_path)  # fmt: skip
    assert ask("/inbox/ana") == (200, made.out)


def test_a_digest_stands_in_a_page_of_the_app(ask):
    status, body = ask("/home/ana")
    assert status == 200 and body.count(b"<title>") == 1
    assert b"<main><h1>1 neue" in body and b"An &lt;offer&gt;" in body


def test_a_feed_is_one(ask):
    status, body = ask("/feed/ana")
    assert status == 200
    assert [item["title"] for item in json.loads(body)["items"]] == ["An <offer>"]


def test_what_is_sent_is_read_or_refused_by_code(ask):
    rows = [{**ROW, "id": number, "userId": f"user-{number % 7}"} for number in range(20_000)]
    assert ask("/check", json.dumps([*rows, {**ROW, "createdAt": "soon"}]).encode()) == (200, b"7 people, 1 bad records\n")
    status, body = ask("/check", b"nonsense")
    assert status == 422 and json.loads(body)["error"]["message"].startswith("text: this is plain text")


def test_a_signature_unsubscribes_its_own_reader_alone(ask):
    signature = hmac.new(SECRET.encode(), b"ana", hashlib.sha256).hexdigest()
    assert ask(f"/off/ana?s={signature}", b"") == (200, b"no mail for ana\n")
    assert ask(f"/off/ben?s={signature}", b"")[0] == 403
    assert ask("/off/ana", b"")[0] == 403


def test_the_page_of_the_manual_has_the_server_as_it_is_built():
    page = (ROOT / "Sources/Distribution/Manual/library.md").read_text()
    shown = re.search(r"## In Hummingbird.*?```swift\n(.*?)```", page, re.S)[1]
    assert SOURCE.read_text().startswith(shown)
