"""Measures whole processes: time on the wall, time of the processors, and memory."""

import os
import statistics
import subprocess
import threading
import time


class Measured:
    """What one run of a process took: seconds, and bytes of anonymous resident memory at the peak."""

    def __init__(self, wall, cpu, memory):
        self.wall, self.cpu, self.memory = wall, cpu, memory


def sample_memory(pid, peak):
    """Keeps the highest anonymous resident memory of a process in `peak[0]`."""
    try:
        while True:
            for line in open(f"/proc/{pid}/status"):
                if line.startswith("RssAnon:"):
                    peak[0] = max(peak[0], int(line.split()[1]) * 1024)
            time.sleep(0.002)
    except (OSError, ProcessLookupError):
        return


def measure(command, before=None, reads=None, environment=None):
    """One run; `before` is called first and not measured, `reads` is a file for standard input."""
    if before:
        before()
    given = open(reads, "rb") if reads else subprocess.DEVNULL
    start = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command], stdin=given, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, env={**os.environ, **(environment or {})})  # fmt: skip
    peak = [0]
    sampler = threading.Thread(target=sample_memory, args=(process.pid, peak))
    sampler.start()
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    sampler.join()
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        raise SystemExit(f"{command} failed: {errors.decode()}")
    return Measured(wall, usage.ru_utime + usage.ru_stime, peak[0])


class Paired:
    """Commands that run in turn, once to warm up, then counted.

    A ratio is the median of the ratios of runs that follow each other, so that it holds when the
    machine's speed drifts.
    """

    def __init__(self, commands, runs, before=None):
        self.results = {name: [] for name in commands}
        for turn in range(runs + 1):
            for name, command in commands.items():
                options = command if isinstance(command, dict) else {"command": command}
                measured = measure(**options, before=before)
                if turn:
                    self.results[name].append(measured)

    def median(self, name, what="wall"):
        return statistics.median(getattr(run, what) for run in self.results[name])

    def ratio(self, name, peer, what="wall"):
        pairs = zip(self.results[name], self.results[peer])
        return statistics.median(getattr(a, what) / getattr(b, what) for a, b in pairs)

    def memory(self, name):
        return max(run.memory for run in self.results[name])
