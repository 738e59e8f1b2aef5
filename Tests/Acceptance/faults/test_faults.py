"""The faults and kills that every change must survive; `run` beside this file does any number."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]


def driver():
    places = [ROOT / ".build" / build / "DeliveryDriver" for build in ("release", "debug")]
    given = os.environ.get("TIDINGS_DELIVERY_DRIVER")
    if given:
        return pathlib.Path(given)
    built = [place for place in places if place.exists()]
    if not built:
        pytest.skip("DeliveryDriver is not built")
    return max(built, key=lambda place: place.stat().st_mtime)


def test_no_fault_or_kill_loses_doubles_or_tears_a_message():
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    done = subprocess.run(
        [sys.executable, str(HERE / "run"), "--driver", str(driver()),
         "--faults", os.environ.get("TIDINGS_FAULTS", "200"),
         "--kills", os.environ.get("TIDINGS_KILLS", "50")],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    # The others passed; what was not tried must not count as passed with them.
    if missing := [line for line in done.stdout.splitlines() if line.startswith("skipped:")]:
        pytest.skip(missing[0])
