"""Runs on a terminal of their own, slow inputs, and exports that take a while."""

import json
import os
import pty
import subprocess
import termios
import time

from harness import BINARY, NOW, record

ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
FROM = ["--from", "digest@example.org", "--now", NOW]


def start(*words, env=None, **streams):
    return subprocess.Popen([str(BINARY), *map(str, words)], env={**ENVIRONMENT, **(env or {})}, **streams)


def on_terminal(*words, streams=("stdin", "stdout", "stderr"), rows=24, columns=80, **options):
    """A run of which these streams are a terminal, and our end of that; without rows, one of no size."""
    ours, theirs = pty.openpty()
    if rows:
        termios.tcsetwinsize(theirs, (rows, columns))
    run = start(*words, **dict.fromkeys(streams, theirs), **options)
    os.close(theirs)
    return run, ours


def feed(stream, seconds):
    """Writes records for some seconds, as a slow database would; stops when nobody reads."""
    line = (json.dumps(record(1)) + "\n").encode()
    end = time.monotonic() + seconds
    number = 0
    try:
        while time.monotonic() < end:
            lines = b"".join(line.replace(b"n-00001", b"n-%d" % (number + index)) for index in range(2000))
            stream.write(lines)
            stream.flush()
            number += 2000
            time.sleep(0.02)
        stream.close()
    except BrokenPipeError:
        pass


def seen_on(ours):
    """What a terminal got until the run closed it."""
    seen, ends = b"", 0
    # Linux's end is an error; the first can come before what was written last.
    while ends < 2:
        try:
            seen, ends = seen + os.read(ours, 4096), 0
        except OSError:
            ends += 1
    os.close(ours)
    return seen.decode()


ERASE = "\r\x1b[K"


def everybody(folder, count=4000):
    """An export with a notification for each of many, and their addresses."""
    export, people = folder / "export.jsonl", folder / "people.jsonl"
    records = [{**record(number), "user_id": f"user-{number}", "read_at": None} for number in range(count)]
    export.write_text("".join(json.dumps(one) + "\n" for one in records))
    addresses = [{"id": f"user-{number}", "email": f"u{number}@example.org"} for number in range(count)]
    people.write_text("".join(json.dumps(one) + "\n" for one in addresses))
    return export, people


def write_large(path, packed=bytes):
    """Writes an export that takes more than half a second to check, and gives the number of its bytes; its
    records repeat, so that the status is 3."""
    block = packed("".join(json.dumps(record(number)) + "\n" for number in range(2000)).encode())
    count = 200 if "debug" not in str(BINARY) else 20
    with open(path, "wb") as file:
        for _ in range(count):
            file.write(block)
    return count * len(block)
