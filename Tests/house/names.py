"""What is named: who may see it, whether anybody uses it, and how it is spelled."""

import collections
import functools
import re

from arrows import PAGE
from safety import comment_above
from swift_text import SwiftFile, split
from tree import Fault

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Names that the language, Foundation or Testing calls, without anybody writing them.
CALLED = frozenset(
    "body callAsFunction cancel debugDescription description encode errorDescription hash intValue isolation main"
    " makeIterator next stringValue underestimatedCount withContiguousStorageIfAvailable".split())
TYPES = ("struct", "class", "enum", "actor", "protocol", "typealias")

# British -> American, by stem: a word that begins with the first should begin with the second.
SPELLING = {
    "acknowledgement": "acknowledgment", "analys(?=e[ds]?$)": "analyz", "armour": "armor", "artefact": "artifact",
    "authoris": "authoriz", "behaviour": "behavior", "cancell(?=(ed|ing)$)": "cancel", "capitalis": "capitaliz",
    "categoris": "categoriz", "centre": "center", "characteris": "characteriz", "colour": "color",
    "customis": "customiz", "defence": "defense", "emphasis(?=(e|ed|es|ing)$)": "emphasiz", "endeavour": "endeavor",
    "favour": "favor", "fibre": "fiber", "finalis": "finaliz", "flavour": "flavor", "fulfil(?=(s|ment)?$)": "fulfill",
    "generalis": "generaliz", "grey": "gray", "harbour": "harbor", "honour": "honor", "humour": "humor",
    "initialis": "initializ", "judgement": "judgment", "labell(?!edby)": "label", "kilometre": "kilometer", "labour": "labor", "licence": "license",
    "localis": "localiz", "materialis": "materializ", "maximis": "maximiz", "memoris": "memoriz",
    "minimis(?=(e|ed|es|ing)$)": "minimiz", "modell": "model", "neighbour": "neighbor", "normalis": "normaliz",
    "offence": "offense", "optimis(?=(e|ed|es|ing|ation)$)": "optimiz", "organis(?!m)": "organiz",
    "parallelis(?=(e|ed|es|ing)$)": "paralleliz", "prioritis": "prioritiz", "programme(?=s?$)": "program",
    "quantis": "quantiz", "randomis": "randomiz", "realis(?=(e|ed|es|ing|ation)$)": "realiz", "recognis": "recogniz",
    "rumour": "rumor", "sanitis": "sanitiz", "sceptic": "skeptic", "serialis": "serializ", "signall": "signal",
    "specialis(?!t)": "specializ", "standardis": "standardiz", "summaris": "summariz", "symbolis": "symboliz",
    "synchronis": "synchroniz", "tokenis": "tokeniz", "travell": "travel", "unlabell": "unlabel",
    "utilis(?!ateur)": "utiliz", "visualis": "visualiz", "whilst": "while",
}
BRITISH = re.compile(r"(?:un|re|de|mis)?(?:" + "|".join(SPELLING) + ")", re.I)
# The words of an identifier: userColours, user_colours and UserColours are user and colours.
PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# A path of the repository as pages, scripts and comments name it.
PATH = re.compile(r"(?<![\w./-])(?:Sources|Tests|Templates|output)/[\w./+-]+")

TEST = re.compile(r"@Test\b")
TITLE = re.compile(r"@Test\(\s*\"")
FUNCTION = re.compile(r"\bfunc\s+(`[^`]+`|\w+)")


def visibility(tree):
    """Nothing is public but what a library offers, and that is documented."""
    for file in tree.swift:
        target = tree.target_of(file.path)
        offered = target is not None and target.name in tree.libraries
        for match in re.finditer(r"\b(?:public|open)[ \t]+(?=(?:[a-z]+ )*(?:func|var|let|struct|enum|class|actor|protocol|typealias|init|subscript|import|extension)\b)", file.code):
            line = file.line(match.start())
            if not offered:
                yield Fault(file.path, line, "no library offers it; it should be package")
            elif "///" not in comment_above(file, line) and "import" not in file.code.splitlines()[line - 1]:
                yield Fault(file.path, line, "what is public is documented")


SURFACE = "Tests/Goldens/public-surface.txt"


def public_surface(tree):
    """What libraries offer is what the list says: a change of it is a new version, not an accident.

    `python3 Tests/house --write` writes the list anew.
    """
    listed, offered = tree.texts.get(SURFACE, "").splitlines(), surface(tree)
    for line in sorted(set(offered) - set(listed)):
        yield Fault(SURFACE, 1, f"not in the list: {line}")
    for line in sorted(set(listed) - set(offered)):
        yield Fault(SURFACE, 1, f"no longer offered: {line}")


def surface(house):
    """The public declarations of all libraries, each with its file, on one line."""
    lines = []
    for file in house.sources:
        target = house.target_of(file.path)
        if target is None or target.name not in house.libraries:
            continue
        for match in re.finditer(r"^ *(?:public (?!import)|(?=case (?=[a-z]\w*(?:[, =]|$)(?!.*[.:]))))", file.code, re.M):
            lines.append(f"{target.name}/{file.path.rsplit('/', 1)[1]}: {declaration_at(file.code, match.end())}")
    return sorted(lines)


def declaration_at(code, start):
    """A declaration up to its body: to the end of its line, or of that of its last parenthesis."""
    depth, end = 0, start
    while end < len(code) and (depth or code[end] != "{" and (code[end] != "\n" or re.match(r"\s*->", code[end:]))):
        depth += {"(": 1, ")": -1}.get(code[end], 0)
        end += 1
    return " ".join(code[start:end].split()).removesuffix(" =")


def own_names(tree):
    """No module holds a type of its own name, which would hide the module."""
    for file in tree.sources:
        target = tree.target_of(file.path)
        for declaration in file.declarations:
            if target and declaration.kind in TYPES and declaration.name == target.name:
                yield Fault(file.path, file.line(declaration.start), f"{target.name} is the name of its module")


def dead(tree):
    """Every name that Sources declares occurs once more where it can be seen.

    A private name is looked for in its file, an internal one in its module, others in all of Sources. Names
    are compared, not what they mean: a dead declaration that shares its name with a living one, an
    initializer, an operator or an extension's conformance is not seen. What is public is for programs
    outside, and the list of it is the judge (`public_surface`).
    """
    words = {file.path: collections.Counter(WORD.findall(file.code)) for file in tree.sources}
    tested = {word for file in tree.tests for word in WORD.findall(file.code)}
    declared = collections.defaultdict(list)
    for file in tree.sources:
        for declaration in file.declarations:
            if is_judged(file, declaration):
                declared[scope(file, declaration), declaration.name].append((file, declaration))
    within = collections.defaultdict(collections.Counter)
    for path, counts in words.items():
        for place in ("Sources/", module(path), path):
            within[place].update(counts)
    for (place, name), places in declared.items():
        if within[place][name] > len(places):
            continue
        by = "only tests use it" if name in tested else "nothing uses it"
        for file, declaration in places:
            yield Fault(file.path, file.line(declaration.start), f"{declaration.kind} {name}: {by}")


def is_judged(file, declaration):
    if declaration.kind in ("init", "subscript", "deinit") or "override" in declaration.modifiers:
        return False
    if declaration.name in CALLED or declaration.name.startswith("_"):
        return False
    if "public" in declaration.modifiers:
        return False
    if file.code[: declaration.start].rstrip().endswith("@main"):
        return False
    return not is_local(file, declaration) and not is_raw_case(file, declaration)


def scope(file, declaration):
    """Where the name can be used: a path, or the beginning of paths."""
    if declaration.modifiers & {"private", "fileprivate"}:
        return file.path
    around = innermost(file, declaration.start, ("protocol",))
    if declaration.modifiers & {"package", "public"} or declaration.kind == "case" or around == "protocol":
        return "Sources/"
    return module(file.path)


def module(path):
    return "/".join(path.split("/")[:2]) + "/"


def is_local(file, declaration):
    """Whether a case is a pattern, or a value stands in a function: the compiler warns of those."""
    if declaration.kind == "case":
        return innermost(file, declaration.start) != "enum"
    return innermost(file, declaration.start) in ("func", "init", "subscript", "deinit", "var")


def is_raw_case(file, declaration):
    """Whether a case is made from its raw value or listed with all others."""
    return declaration.kind == "case" and re.search(
        r"\b(?:String|U?Int\d*|CaseIterable|CodingKey)\b",
        innermost_header(file, declaration.start)) is not None


def innermost(file, offset, more=()):
    found = _innermost(file, offset, more)
    return found.kind if found else ""


def innermost_header(file, offset):
    found = _innermost(file, offset)
    return file.code[found.start : file.body(found)[0]] if found else ""


def _innermost(file, offset, more=()):
    """The declaration whose body is the smallest around an offset."""
    best = None
    for declaration in file.declarations:
        if declaration.kind in ("func", "init", "subscript", "deinit", "var", "struct", "class", "enum", "actor", *more):
            if declaration.start >= offset:
                break
            body = file.body(declaration)
            if body and body[0] < offset < body[1]:
                best = declaration
    return best


def spelling(tree):
    """Comments, pages and scripts are spelled as Americans spell; options have the names that they have."""
    for file in tree.swift:
        yield from british_words(file, file.comments)
    for path, text in tree.texts.items():
        is_page = path.endswith((".md", ".py", ".c", ".h", ".cpp", ".hpp")) or path.startswith(".github/")
        if is_page and not path.startswith(("output/", "Tests/house/")):
            yield from british_words(SwiftFile(path, text), text)


def identifiers(tree):
    """Identifiers are spelled as Americans spell."""
    for file in tree.swift:
        yield from british_words(file, file.code)


def british_words(file, text):
    for match in WORD.finditer(text):
        if not text.startswith("--", max(0, match.start() - 2)) and (complaint := british(match[0])):
            yield Fault(file.path, file.line(match.start()), complaint)


@functools.cache
def british(name):
    """What is British about a name, if anything is."""
    if not BRITISH.search(name):
        return None
    for piece in PIECE.findall(name):
        if BRITISH.match(piece):
            return f"{name}: {piece} is British"
    return None


def test_names(tree):
    """Every test's name is a sentence, and said once: @Test func `Sentence with words`()."""
    for file in tree.tests:
        for match in TEST.finditer(file.code):
            name = FUNCTION.search(file.text, match.end())
            line = file.line(match.start())
            if TITLE.match(file.text, match.start()):
                yield Fault(file.path, line, "the title stands beside a name: make it the name, between backquotes")
            elif name is None or not is_sentence(name[1].strip("`")):
                yield Fault(file.path, line, f"{name and name[1]} is not a sentence")


def is_sentence(title):
    return len(title.split()) >= 2 and not title[0].islower() and not title.endswith(".")


def page_paths(tree):
    """A path that a page, a script or a comment names is there."""
    known = {path[:end] for path in tree.texts for end in (*slashes(path), len(path))}
    for path, text in tree.texts.items():
        if path.startswith(("output/", "Tests/house/")) or not path.endswith((".md", ".py", "/run", ".swift")):
            continue
        comments = split(text)[1] if path.endswith(".swift") else text
        for number, line in enumerate(comments.splitlines(), 1):
            for match in PATH.finditer(line):
                name = match[0].rstrip("./")
                if name not in known and not line.startswith(tuple("*{<-…"), match.start() + len(name)):
                    yield Fault(path, number, f"{name} is not there")


def slashes(path):
    return (index for index, character in enumerate(path) if character == "/")


def manual_types(tree):
    """A name that the page about the architecture has is that of a type or a folder of Sources."""
    known = {one.name for file in tree.sources for one in file.declarations if one.kind in TYPES}
    known |= {folder for path in tree.texts if path.startswith("Sources/") for folder in path.split("/")[:-1]}
    for number, line in enumerate(tree.texts.get(PAGE, "").splitlines(), 1):
        for name in re.findall(r"`([A-Z][A-Za-z]+)`", line):
            if name not in known | {"Templates"}:
                yield Fault(PAGE, number, f"{name} is no type and no folder of Sources")
