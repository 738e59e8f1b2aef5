"""The check of a signed link in five languages, as the manual shows it, each in its own interpreter."""

import json
import os
import re
import subprocess
import sys

import pytest

from harness import ROOT, need

PAGE = ROOT / "Sources" / "Distribution" / "Manual" / "signing-and-unsubscribing.md"
LANGUAGES = ("python", "php", "ruby", "javascript", "swift")
# Reads a line of JSON with text, signature and secret; answers with a line.
DRIVERS = {
    "python": (["python3", "check.py"], """{code}
import json, sys
for line in sys.stdin:
    print("yes" if is_ours(*json.loads(line)) else "no")
"""),
    "php": (["php", "check.php"], """<?php
{code}
while (($line = fgets(STDIN)) !== false) {{
    echo is_ours(...json_decode($line)) ? "yes\\n" : "no\\n";
}}
"""),
    "ruby": (["ruby", "check.rb"], """{code}
require "json"
STDIN.each_line {{ |line| puts ours?(*JSON.parse(line)) ? "yes" : "no" }}
"""),
    "javascript": (["node", "check.cjs"], """{code}
for (const line of require("node:fs").readFileSync(0, "utf8").trimEnd().split("\\n")) {{
  console.log(isOurs(...JSON.parse(line)) ? "yes" : "no");
}}
"""),
    "swift": (["swift", "main.swift"], """{code}
while let line = readLine() {{
  let parts = try JSONDecoder().decode([String].self, from: Data(line.utf8))
  print(isOurs(parts[0], parts[1], parts[2]) ? "yes" : "no")
}}
"""),
}  # fmt: skip
# Swift has no HMAC of its own outside of Apple's systems.
PACKAGE = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "check",
  dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "3.0.0")],
  targets: [
    .executableTarget(name: "check", dependencies: [.product(name: "Crypto", package: "swift-crypto")])
  ])
"""


def code(language, page=PAGE):
    """The lines that a page shows; all of them but imports and blank ones are five."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.S | re.M)
    (block,) = [one for one in blocks if re.search("hmac", one, re.IGNORECASE)]
    lines = [one for one in block.splitlines() if one and not re.match(r"import |require |const .*require", one)]
    assert len(lines) <= 5, f"{language}: {len(lines)} lines"
    return block


def answers(language, folder, cases, page=PAGE):
    """What the check says of each text, signature and secret."""
    command, driver = DRIVERS[language]
    need(command[0])
    source = driver.format(code=code(language, page))
    if language == "swift":
        command = built(source)
    else:
        (folder / command[1]).write_text(source)
        command = [sys.executable if language == "python" else command[0], folder / command[1]]
    lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    finished = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=60)
    assert finished.returncode == 0, finished.stderr.decode()
    told = finished.stdout.decode().split()
    assert len(told) == len(cases) and set(told) <= {"yes", "no"}
    return [one == "yes" for one in told]


def built(source):
    """A program of swift-crypto, which takes a minute to build once."""
    package = ROOT / ".build" / "link-check"
    (package / "Sources" / "check").mkdir(parents=True, exist_ok=True)
    (package / "Package.swift").write_text(PACKAGE)
    main = package / "Sources" / "check" / "main.swift"
    if not main.exists() or main.read_text() != source:
        main.write_text(source)
    swift = ["swift", "package", "--package-path", package, "resolve"]
    if subprocess.run(swift, capture_output=True, timeout=300).returncode != 0:
        pytest.skip("skipped: swift-crypto cannot be fetched")
    swift = ["swift", "build", "--package-path", package, "-debug-info-format", "none"]
    finished = subprocess.run(swift, capture_output=True, timeout=1800, env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert finished.returncode == 0, finished.stdout.decode()[-2000:]
    return [package / ".build" / "debug" / "check"]
