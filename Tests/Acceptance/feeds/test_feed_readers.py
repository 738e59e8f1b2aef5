"""Feeds in real readers: what they show is what the records say."""

import functools
import http.server
import shutil
import subprocess
import threading

import pytest

from feed_files import plain
from harness import need, record


@pytest.fixture
def served(tmp_path, tidings):
    """A folder of feeds at an address of this machine."""
    rows = [record(number, user_id="u") for number in range(8)]
    rows.append(record(9, user_id="u", title="<script>alert(1)</script> & <b>bold</b>", message="<img src=x onerror=alert(1)>\nTschüß 締め切り"))
    feeds = plain(tmp_path, rows, tidings, "--brand", "Rooms")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        extensions_map = {".atom": "application/atom+xml", ".json": "application/feed+json"}

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(feeds)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    titles = ["Urgent · " * (row["priority"] == "high") + row["title"] for row in rows]
    yield feeds, f"http://127.0.0.1:{server.server_port}", titles
    server.shutdown()


def test_newsboat_shows_every_entry(served, tmp_path):
    need("newsboat")
    import sqlite3

    _, address, titles = served
    urls, cache, config = tmp_path / "urls", tmp_path / "cache.db", tmp_path / "config"
    urls.write_text(f"{address}/u.atom\n")
    config.write_text("")
    done = subprocess.run(
        ["newsboat", "-u", urls, "-c", cache, "-C", config, "-x", "reload"], capture_output=True, timeout=60,
        env={"HOME": str(tmp_path), "TERM": "dumb", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr
    rows = sqlite3.connect(cache).execute("SELECT title, url, content, guid FROM rss_item").fetchall()
    # newsboat takes the markup in a title for text, and shows it.
    assert sorted(row[0] for row in rows) == sorted(titles)
    assert len({row[3] for row in rows}) == len(titles)
    assert all(row[1].startswith("https://app.example.org/") for row in rows)
    assert any("Tschüß 締め切り" in row[2] for row in rows)
    assert sqlite3.connect(cache).execute("SELECT title FROM rss_feed").fetchall() == [("Rooms · u",)]
    again = subprocess.run(
        ["newsboat", "-u", urls, "-c", cache, "-C", config, "-x", "reload", "print-unread"], capture_output=True, timeout=60,
        env={"HOME": str(tmp_path), "TERM": "dumb", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    assert again.stdout.split()[0] == str(len(titles)).encode()


@pytest.mark.parametrize("program, name", [("sfeed", "u.atom"), ("sfeed_json", "u.json")])
def test_sfeed_reads_every_entry(served, program, name):
    feeds, _, titles = served
    if program == "sfeed_json":
        pytest.skip("skipped: sfeed of Debian reads no JSON Feed") if shutil.which(program) is None else None
    need(program)
    done = subprocess.run([program], stdin=open(feeds / name, "rb"), capture_output=True, timeout=60)
    rows = [line.split("\t") for line in done.stdout.decode().splitlines()]
    assert done.returncode == 0 and sorted(row[1] for row in rows) == sorted(titles)
    assert all(row[0].isdigit() and row[2].startswith("https://app.example.org/") and row[4] == "html" for row in rows)
    assert len({row[5] for row in rows}) == len(titles)
