"""What strace saw, as calls with their number among those of their name and thread."""

import re
import subprocess

from nights import ENVIRONMENT

LINE = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<rest>.*)$")
UNFINISHED = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<rest>.*) <unfinished \.\.\.>$")
RESUMED = re.compile(r"^(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$")


class Call:
    def __init__(self, thread, name, number, text):
        self.thread = thread
        self.name = name
        self.number = number
        self.text = text
        self.failed = re.search(r"= -1 E\w+", text) is not None

    def paths(self):
        return re.findall(r"<(/[^>]*)>", self.text)

    def names(self):
        return re.findall(r'"((?:[^"\\]|\\.)*)"', self.text)


def record(evening, outbox, log, calls=None):
    """Makes a run under strace and answers its calls in order."""
    trace = ["-e", "trace=" + ",".join(calls)] if calls else []
    subprocess.run(
        ["strace", "-f", "-y", "-s", "256", "-o", str(log), *trace, *evening.command(outbox)],
        env=ENVIRONMENT, check=False, timeout=120,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return parse(log)


def parse(log):
    counts, open_calls, calls = {}, {}, []

    def add(pid, name, text):
        counts[pid, name] = counts.get((pid, name), 0) + 1
        calls.append(Call(pid, name, counts[pid, name], text))
        return calls[-1]

    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if match := UNFINISHED.match(line):
                open_calls[match["pid"]] = add(match["pid"], match["name"], match["rest"])
            elif match := RESUMED.match(line):
                if call := open_calls.pop(match["pid"], None):
                    call.__init__(call.thread, call.name, call.number, call.text + match["rest"])
            elif match := LINE.match(line):
                add(match["pid"], match["name"], match["rest"])
    return calls
