"""Writes the hostile lines beside the checkout as seeds of the sinks' fuzz target; none where there are none."""

import json
import pathlib
import sys


def texts(data):
    """The words of the lists of hostile strings, and of all that a hostile trial holds."""
    strings = data / "hostile" / "naughty-strings.json"
    if strings.exists():
        yield from json.loads(strings.read_text())
    payloads = data / "hostile" / "xss-payloads.txt"
    if payloads.exists():
        yield from payloads.read_text().splitlines()
    for trial in sorted((data / "trials" / "hostile").glob("*.json")):
        for row in json.loads(trial.read_text()):
            yield from (value for value in row.values() if isinstance(value, str))


def main(data, folder):
    count = 0
    for number, text in enumerate(texts(data)):
        # Its sink and its form by turns.
        head = bytes([number % 16, number // 16 % 9])
        (folder / f"shared-{number:05d}").write_bytes(head + text.encode("utf-8", "surrogatepass"))
        count += 1
    print(f"{count} seeds from {data}" if count else f"no seeds at {data}: only those of the repository")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
