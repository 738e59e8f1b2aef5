"""A program that uses the library alone answers with the very bytes of the command line."""

import json
import os
import re
import subprocess

import pytest

from harness import ROOT

HANDLER = ROOT / ".build/whole/debug/InboxHandler"
EXPORT = ROOT / "Tests/Fixtures/recruiting-compass/notifications.json"
PERSON = "6b1f0c2a-4d5e-4f60-8192-000000000065"
SECONDS, NOW = 1_770_563_100, "2026-02-08T15:05:00Z"


def answer(path, export=EXPORT):
    if not HANDLER.exists():
        pytest.skip(f"skipped: {HANDLER.name} is built by Tests/run swift")
    environment = {**os.environ, "EXPORT": str(export), "NOW": str(SECONDS), "PATH_INFO": path}
    done = subprocess.run([HANDLER], env=environment, capture_output=True, timeout=60, check=True)
    head, body = done.stdout.split(b"\r\n\r\n", 1)
    return head.decode().split("\r\n")[0], body


@pytest.mark.parametrize("kind", ["inbox", "digest"])
def test_an_answer_is_what_the_command_line_makes(tidings, kind):
    form = [] if kind == "inbox" else ["--format", "json"]
    made = tidings(kind, EXPORT, "--recipient", PERSON, *form, "--now", NOW,
                   "--time-zone", "America/New_York")  # fmt: skip
    status, body = answer(f"/{kind}/{PERSON}")
    assert status == "Status: 200 OK"
    if kind == "digest":
        assert json.loads(body) == made.json
    else:
        assert body == made.out


def test_nobody_and_no_export_are_said(tmp_path):
    assert answer("/inbox/nobody") == ("Status: 404 Not Found", b"nobody\n")
    status, body = answer(f"/inbox/{PERSON}", tmp_path / "none.json")
    assert status == "Status: 503 Service Unavailable"
    assert b"none.json" in body


def program():
    """The manual's."""
    page = (ROOT / "Sources/Distribution/Manual/library.md").read_text()
    return re.search(r"```swift\n(import .*?)```", page, re.S)[1]


def comments():
    """The examples of the library's comments, each as a function."""
    text = "import Foundation\nimport TidingsKit\n"
    sources = sorted((ROOT / "Sources/TidingsKit").glob("*.swift"))
    found = [one for path in sources for one in re.findall(r"^ *///\n((?: *///     .*\n)+)", path.read_text(), re.M)]
    assert len(found) == 3
    for number, one in enumerate(found):
        lines = "".join(re.findall(r"^ *///     (.*\n)", one, re.M))
        text += f"func f{number}(_ tidings: Tidings, _ settings: Tidings.Settings) async throws {{\n{lines}}}\n"
    return text


@pytest.mark.parametrize("example", [program, comments])
def test_an_example_compiles(tmp_path, example):
    modules = ROOT / ".build/whole/debug/Modules"
    if not modules.is_dir():
        pytest.skip("skipped: the modules are built by Tests/run swift")
    source = tmp_path / "main.swift"
    source.write_text(example())
    subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, *c_modules(), source], check=True, timeout=120)


def c_modules():
    maps = [*ROOT.glob("Sources/C*/module.modulemap"), *ROOT.glob("Sources/C*/include/module.modulemap"),
            *ROOT.glob(".build/whole/debug/*.build/module.modulemap"),
            *ROOT.glob(".build/whole/checkouts/*/Sources/*/module.modulemap")]  # fmt: skip
    return [flag for found in maps for flag in ("-Xcc", f"-fmodule-map-file={found}")]


def test_the_documentation_is_whole(tmp_path):
    modules = ROOT / ".build/whole/debug/Modules"
    if not modules.is_dir():
        pytest.skip("skipped: the modules are built by Tests/run swift")
    graph, target = tmp_path / "graph", f"{os.uname().machine}-unknown-linux-gnu"
    graph.mkdir()
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", "TidingsKit", "-target", target, "-I", modules, *c_modules(),
         "-minimum-access-level", "public", "-output-dir", graph], check=True, timeout=120)  # fmt: skip
    made = subprocess.run(
        ["docc", "convert", ROOT / "Sources/TidingsKit/TidingsKit.docc", "--additional-symbol-graph-dir", graph,
         "--output-dir", tmp_path / "site", "--fallback-display-name", "TidingsKit", "--fallback-bundle-identifier",
         "tidings.TidingsKit", "--warnings-as-errors"], capture_output=True, text=True, timeout=120)  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
