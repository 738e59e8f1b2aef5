"""The layout: which names there are, and that arrows between targets run down the list only."""

import re

from tree import Fault

# From the command line down to the floor; a target may depend on those below it only.
ORDER = (
    "tidings", "TidingsKit", "Pipeline", "Delivery", "Rendering", "MailMessages", "CompiledMustache",
    "SafeMarkdown", "Digests", "Marks", "Recipients", "Exports", "Profiles", "Languages", "YAML",
    "Notifications", "ByteText", "SQLite", "Templates", "CByteWord", "CCMark", "CProcess",
    "CProfiles", "CLanguages",
    "CSimdJSON", "CSQLite", "CYAML", "CZlib",
)
TOP = ("Package.swift", "README.md", "Sources", "Templates", "Tests", "output")
# Folders of Sources that are no target, and those of Tests that are no test target.
WITHOUT_SWIFT = ("Distribution",)
TESTS = ("Acceptance", "Benchmarks", "Fixtures", "Fuzzing", "Goldens", "TestSupport", "house", "packages.txt", "run")
# Modules of the toolchain.
SYSTEM = (
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "RegexBuilder", "Swift",
    "Synchronization", "Testing",
)
PAGE = ".github/ARCHITECTURE.md"
DRAWING = re.compile(r"(<!-- arrows -->\n```text\n)(.*?)(```\n<!-- /arrows -->)", re.S)


def names(tree):
    """Only the names of the layout stand at the top of the repository, of Sources and of Tests."""
    tested = {target.name for target in tree.targets if target.kind == "test"}
    allowed = {"": TOP, "Sources": (*ORDER, *WITHOUT_SWIFT), "Tests": (*TESTS, *tested)}
    for path in tree.texts:
        parts = path.split("/")
        for folder, known in allowed.items():
            depth = 1 if folder else 0
            if folder and (parts[0] != folder or len(parts) == 1):
                continue
            if parts[depth] not in known and not parts[depth].startswith("."):
                yield Fault(path, 1, f"{parts[depth]} is not a name of the layout")


def arrows(tree):
    """A target of the product depends on targets below it in ORDER, and stands in the folder of its name."""
    for target in product_targets(tree):
        if target.name not in ORDER:
            yield Fault("Package.swift", 1, f"the target {target.name} is not in the list of the layout")
            continue
        if target.folder.rsplit("/", 1)[-1] != target.name:
            yield Fault("Package.swift", 1, f"the target {target.name} lies in {target.folder}")
        for name in target.targets:
            if name in ORDER and ORDER.index(name) <= ORDER.index(target.name):
                yield Fault("Package.swift", 1, f"the arrow from {target.name} to {name} runs up the list")


def imports(tree):
    """A file imports what its target declares, and a target declares what its files import."""
    known = {target.name for target in tree.targets}
    products = {product for target in tree.targets for product in target.products}
    imported = {}
    for file in tree.swift:
        target = tree.target_of(file.path)
        if target is None:
            continue
        for module, offset in file.imports:
            imported.setdefault(target.name, set()).add(module)
            if module in SYSTEM or module in (*target.targets, *target.products, target.name):
                continue
            of = "target or product" if module in known | products else "module of the list SYSTEM"
            yield Fault(file.path, file.line(offset), f"{target.name} declares no {of} {module}")
    for target in tree.targets:
        for name in (*target.targets, *target.products):
            if name not in imported.get(target.name, ()) and target.name in imported:
                yield Fault("Package.swift", 1, f"{target.name} declares {name}, which no file of it imports")


def drawing(tree):
    """The drawing of the arrows in the manual is what Package.swift says."""
    page = tree.texts.get(PAGE, "")
    found = DRAWING.search(page)
    if found is None:
        yield Fault(PAGE, 1, "the drawing of the arrows is missing")
    elif found[2] != drawn(tree):
        yield Fault(
            PAGE, page[: found.start()].count("\n") + 1,
            "the arrows are not those of Package.swift; Tests/run house --write draws them")


def redrawn(tree):
    """The page with the arrows of Package.swift."""
    return DRAWING.sub(lambda match: match[1] + drawn(tree) + match[3], tree.texts[PAGE])


def product_targets(tree):
    return [target for target in tree.targets if not target.folder.startswith("Tests/")]


def drawn(tree):
    """A line for each target, from the top down; what another arrow implies is left out."""
    below = {target.name: set(target.targets) for target in product_targets(tree)}
    reached = {}

    def reach(name):
        if name not in reached:
            reached[name] = set()
            for next_name in below.get(name, ()):
                reached[name] |= {next_name} | reach(next_name)
        return reached[name]

    width = max(map(len, below), default=0)
    lines = []
    for name in sorted(below, key=ORDER.index):
        direct = {one for one in below[name] if not any(one in reach(other) for other in below[name])}
        ends = ", ".join(sorted(direct, key=ORDER.index))
        lines.append(f"{name:<{width}} -> {ends}\n" if ends else f"{name}\n")
    return "".join(lines)
