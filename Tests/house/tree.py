"""The repository as the rules see it: its files, and the targets of its manifest."""

import dataclasses
import functools
import json
import pathlib
import subprocess

from swift_text import SwiftFile

PROSE = (".md", ".yml", ".yaml", ".txt")
PROGRAMS = (".py", ".c", ".h", ".cpp", ".hpp", ".sh")


@dataclasses.dataclass(frozen=True)
class Fault:
    """A place that breaks a rule."""

    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


@dataclasses.dataclass(frozen=True)
class Target:
    name: str
    kind: str
    folder: str
    targets: tuple
    products: tuple


class Tree:
    """Files by path, and targets in the manifest's order."""

    def __init__(self, texts, targets=(), libraries=()):
        self.texts, self.targets, self.libraries = texts, list(targets), set(libraries)

    @functools.cached_property
    def swift(self):
        return [SwiftFile(path, text) for path, text in self.texts.items() if path.endswith(".swift")]

    @property
    def sources(self):
        return [file for file in self.swift if file.path.startswith("Sources/")]

    @property
    def tests(self):
        return [file for file in self.swift if file.path.startswith("Tests/")]

    def target_of(self, path):
        inside = [target for target in self.targets if path.startswith(target.folder + "/")]
        return max(inside, key=lambda target: len(target.folder), default=None)


def read(root):
    """The files that git knows or would add, and what Package.swift declares."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    texts = {}
    for path in sorted(filter(None, listed)):
        file = pathlib.Path(root, path)
        if file.is_file():
            texts[path] = file.read_text(errors="replace") if _is_text(file) else ""
    targets, libraries = manifest(root)
    return Tree(texts, targets, libraries)


def _is_text(file):
    return file.suffix in (".swift", *PROSE, *PROGRAMS) or file.name in ("run", "senders", "make-output")


def manifest(root):
    """The targets of Package.swift, and the names of those that a library offers."""
    package = json.loads(subprocess.run(
        ["swift", "package", "dump-package", "--scratch-path", ".build/house"],
        cwd=root, capture_output=True, text=True, check=True).stdout)
    libraries = {name for product in package["products"] if "library" in product["type"] for name in product["targets"]}
    return [_target(entry) for entry in package["targets"]], libraries


def _target(entry):
    parent = "Tests" if entry["type"] == "test" else "Sources"
    targets = [edge["byName"][0] for edge in entry["dependencies"] if "byName" in edge]
    targets += [edge["target"][0] for edge in entry["dependencies"] if "target" in edge]
    products = [edge["product"][0] for edge in entry["dependencies"] if "product" in edge]
    return Target(
        entry["name"], entry["type"], entry.get("path") or f"{parent}/{entry['name']}",
        tuple(targets), tuple(products))
