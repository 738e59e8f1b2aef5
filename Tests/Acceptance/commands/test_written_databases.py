"""A database to which an app writes all the time is read as it was at one moment, and not written to."""

import sqlite3
import threading
import time

import pytest

from harness import NOW

ROW = ", ".join("?" * 5)


def rows(number):
    return [(f"{owner}{number}", owner, "offer", f"Title {number}", "2026-02-08T10:00:00Z") for owner in "ab"]


@pytest.fixture(params=["wal", "delete"])
def app(request, tmp_path):
    """An app that adds twenty notifications for each of two people in a transaction, all the time."""
    path = tmp_path / "app.sqlite"
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {request.param}")
    connection.execute("CREATE TABLE notifications (id, user_id, type, title, created_at)")
    ended = threading.Event()

    def write(first):
        try:
            connection.execute("BEGIN IMMEDIATE")
            for number in range(first, first + 20):
                connection.executemany(f"INSERT INTO notifications VALUES ({ROW})", rows(number))
            connection.execute("COMMIT")
        except sqlite3.OperationalError:
            # Somebody reads: the next time.
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def work():
        first = 1000
        while not ended.wait(0.002):
            write(first)
            first += 20

    for first in range(0, 1000, 20):
        write(first)
    writer = threading.Thread(target=work)
    writer.start()
    yield path, request.param
    ended.set()
    writer.join()
    connection.close()


def test_of_a_database_that_is_written_to_one_moment_is_read(tidings, app):
    path, mode = app
    whole = 0
    for _ in range(8):
        run = tidings("summary", path, "--now", NOW, "--format", "json")
        if run.status == 0:
            counts = run.json["counts"]["total"]
            assert counts % 40 == 0 and [one["total"] for one in run.json["recipients"]] == [counts // 2] * 2
            whole += 1
        else:
            # In this mode an app cannot go on while one reads: it may have written between two looks.
            assert mode == "delete" and run.status == 65 and "changed while it was being read" in run.errors, run.errors
        time.sleep(0.05)
    assert whole == 8 or mode == "delete"
