"""Swift as far as the rules need it: code without its comments and strings, and its declarations."""

import bisect
import dataclasses
import functools
import re

CODE = re.compile(r'//[^\n]*|/\*.*?\*/|(?P<hashes>#*)(?P<quote>"""|")|[()]', re.S)


def split(text):
    """Code and comments of a file, each as long as the file, with spaces where the other stands.

    String literals are blank in both; the code that they interpolate counts as code.
    """
    code, comments = [], []
    position = 0
    for start, end, kind in _pieces(text):
        gap = text[position:start]
        code.append(gap)
        comments.append(_blank(gap))
        piece = text[start:end]
        code.append(_blank(piece))
        comments.append(piece if kind == "comment" else _blank(piece))
        position = end
    code.append(text[position:])
    comments.append(_blank(text[position:]))
    return "".join(code), "".join(comments)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def _pieces(text):
    """Where comments and the literal parts of strings are: start, end, kind."""
    position = 0
    strings = []  # of those whose interpolation is being read: closing quote, hashes, open parentheses
    while match := CODE.search(text, position):
        position = match.end()
        token = match[0]
        if token == "(" and strings:
            strings[-1][2] += 1
        elif token == ")" and strings:
            strings[-1][2] -= 1
            if strings[-1][2] == 0:
                quote, hashes, _ = strings.pop()
                position = yield from _literal(text, position, position, quote, hashes, strings)
        elif match["quote"]:
            position = yield from _literal(text, match.start(), position, match["quote"], match["hashes"], strings)
        elif token[0] == "/":
            yield match.start(), position, "comment"


def _literal(text, start, position, quote, hashes, strings):
    """Reads a string literal up to its end or its next interpolation; answers where code goes on."""
    stop = re.compile(rf"\\{hashes}\(|\\{hashes}.|{quote}{hashes}", re.S)
    while match := stop.search(text, position):
        position = match.end()
        if match[0] == quote + hashes:
            break
        if match[0].endswith("("):
            strings.append([quote, hashes, 1])
            break
    else:
        position = len(text)
    yield start, position, "string"
    return position


@dataclasses.dataclass(frozen=True)
class Declaration:
    kind: str
    name: str
    start: int
    modifiers: frozenset


DECLARATION = re.compile(
    r"(?:(?P<modifiers>(?:\b(?:package|public|private|fileprivate|internal|open|static|final|override|mutating"
    r"|nonmutating|lazy|weak|indirect|borrowing|consuming|nonisolated|required|convenience|class)\b"
    r"(?:\([a-z]+\))?\s+)*))"
    r"(?<![.\w`])(?P<kind>func|var|let|struct|enum|class|actor|protocol|typealias|case|init|subscript|deinit)\b"
    r"\s*(?P<name>`[^`]+`|[A-Za-z_][A-Za-z0-9_]*)?")
BLOCKS = ("func", "init", "subscript", "deinit")


class SwiftFile:
    """One file and what stands in it, read once."""

    def __init__(self, path, text):
        self.path, self.text = path, text

    @functools.cached_property
    def parts(self):
        return split(self.text)

    @property
    def code(self):
        return self.parts[0]

    @property
    def comments(self):
        return self.parts[1]

    @functools.cached_property
    def line_starts(self):
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def line(self, offset):
        return bisect.bisect_right(self.line_starts, offset)

    @property
    def imports(self):
        """The modules that the file imports, with the offset of each import."""
        found = re.finditer(r"^.*?\bimport\s+(?:(?:struct|class|enum|func|var)\s+)?(\w+)", self.code, re.M)
        return [(match[1], match.start()) for match in found]

    @functools.cached_property
    def braces(self):
        """The offset of each closing brace by that of its opening one, and the depth of each line's start."""
        pairs, open_braces = {}, []
        for match in re.finditer(r"[{}]", self.code):
            if match[0] == "{":
                open_braces.append(match.start())
            elif open_braces:
                pairs[open_braces.pop()] = match.start()
        return pairs

    @functools.cached_property
    def declarations(self):
        found = []
        for match in DECLARATION.finditer(self.code):
            if match["kind"] == "class" and match["name"] in ("func", "var", "let"):
                continue
            name = (match["name"] or match["kind"]).strip("`")
            modifiers = frozenset(re.findall(r"\w+", match["modifiers"] or ""))
            found.append(Declaration(match["kind"], name, match.start("kind"), modifiers))
        return found

    def body(self, declaration):
        """Where the block of a declaration begins and ends; None where it has none."""
        if declaration not in self.bodies:
            self.bodies[declaration] = self._body(declaration)
        return self.bodies[declaration]

    @functools.cached_property
    def bodies(self):
        return {}

    def _body(self, declaration):
        parentheses = 0
        for match in re.finditer(r"[(){}\n]", self.code[declaration.start:]):
            offset = declaration.start + match.start()
            if match[0] in "()":
                parentheses += 1 if match[0] == "(" else -1
            elif match[0] == "{" and parentheses == 0:
                return offset, self.braces.get(offset, len(self.code))
            elif match[0] == "}" and parentheses == 0:
                return None
            elif parentheses == 0 and self._begins_another(offset + 1):
                return None
        return None

    def _begins_another(self, offset):
        line = self.code[offset : self.code.find("\n", offset) if "\n" in self.code[offset:] else None].strip()
        return not line or DECLARATION.match(line) is not None or line.startswith("@")
