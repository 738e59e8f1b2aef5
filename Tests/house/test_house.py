"""Each rule finds the violation that is planted for it, and nothing in what keeps the rule."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import arrows
import counts
import names
import safety
import sizes
import ways
from swift_text import SwiftFile, split
from tree import Target, Tree

BODY = "  do { f() }\n" * 49
SWITCH = "func f() {\n  switch a {\n"
# Rule, what keeps it, what breaks it, and how often: files by path, or the text of one.
CASES = [
    (sizes.files, "x\n" * 300, "x\n" * 301, 1),
    (sizes.functions, "func f() {\n" + BODY[14:] + "}\n", "func f() {\n" + BODY + "}\n", 1),
    (sizes.functions, "struct A {\n" + BODY + BODY + "}\n", "init() {\n" + BODY + BODY + "}\n", 1),
    (sizes.functions, "func f() {\n" + "  a = g()\n" * 60 + "}\n", "func f() {\n" + "  a { g() }\n" * 60 + "}\n", 1),
    (sizes.functions, SWITCH + "  case .a:\n    g()\n" * 30 + "}\n}\n", SWITCH + "  case .a:\n" + "    g()\n" * 60 + "}\n}\n", 1),
    (sizes.functions, "let a = f(b: .init(\n" + "  1,\n" * 60 + "))\n", SWITCH + "  case .a:\n    if b { g() }\n" * 30 + "}\n}\n", 1),
    (sizes.unlabeled, "func f(_ a: (Int, Int), _ b: Int, c: Int) {}", "func f(_ a: Int, _ b: Int, _ c: Int) {}", 1),
    (sizes.unlabeled, "let f = (_ a, _ b, _ c)", "init(_ a: [A: B], _ b: B = f(1, 2), _ c: C) {}", 1),
    (counts.errors, "struct A: Error {}\n" * counts.ERRORS, "enum A: Int, Error {}\n" * (counts.ERRORS + 1), 1),
    (counts.readers, {"Sources/Marks/A.swift": "ObjectFile(path: a)"}, {"Sources/Marks/A.swift": "SideFileEntries(a)"}, 1),
    (counts.doubles, "func a() {\n" + "  f()\n" * 6 + "}\nfunc b() {\n" + "  g()\n" * 6 + "}\n", ("func a() {\n" + "  f()\n" * 6 + "}\n") * 2, 1),
    (safety.leftovers, '"TODO" // done', "// TODO: more", 1),
    (safety.stops, "if a != b { !c }\nlet d = try? e()\n// try! it\n\"fatalError!\"", "try! f()\na!.b\nc as! D\nfatalError()\n\"\\(x!)\"", 5),
    (safety.codes, "if error.kind == .busy, status.code == EIO, code == EIO {}", "if error.code == a, known.contains(fault.code) {}\nswitch fault.code {}\na == error.code\ncode == Fault.full", 5),
    (safety.clock, {"Sources/tidings/A.swift": "Date()"}, {"Sources/tidings/A.swift": "Date()\nDate.now"}, 1),
    (safety.clock, {"Sources/tidings/A.swift": "clock_gettime(CLOCK_REALTIME, &t)"}, {"Sources/Digests/A.swift": "Date()"}, 1),
    (safety.unchecked, "/// Only one thread has it at a time.\nfinal class A: @unchecked Sendable {}", "/// A box.\nfinal class A: @unchecked Sendable {}", 1),
    (safety.unchecked, "// One task writes.\nfinal class A {\n  @exclusivity(unchecked) var b = 1\n}", "final class A {\n  @exclusivity(unchecked) var b = 1\n}", 1),
    (names.public_surface, "package func f() {}", {names.SURFACE: "Digests/A.swift: func f()"}, 1),
    (names.visibility, "package func f() {}", "public func f() {}", 1),
    (names.own_names, "struct Digest {}", "struct Digests {}", 1),
    (names.dead, "package let a = 1\nprint(\"\\(a)\")", "package let a = 1\nprint(\"a\") // a", 1),
    (names.dead, "enum A { case b }\nlet c = A.b\nprint(c)", "enum A { case b, c }\nprint(A.self)", 1),
    (names.dead, "enum A: String { case b }\nprint(A.self)", "func unused() {}", 1),
    (names.spelling, "let colour = 1 // labeled, behavior", "// One colour, unlabelled.", 2),
    (names.spelling, {"README.md": "The center of the organism, --colour."}, {"README.md": "The centre is organised."}, 2),
    (names.identifiers, "let color = \"colour\" // colour", "let userColour = 1", 1),
    (names.test_names, {"Tests/A.swift": "@Test func `A digest is empty`() {}"}, {"Tests/A.swift": "@Test func aDigestIsEmpty() {}"}, 1),
    (names.test_names, {"Tests/A.swift": "@Test(\narguments: [1])\nfunc `One is one`() {}"}, {"Tests/A.swift": "@Test func `is empty`() {}"}, 1),
    (names.test_names, {"Tests/A.swift": "// @Test\n@Testable"}, {"Tests/A.swift": '@Test("It is empty") func a() {}'}, 1),
    (names.page_paths, {"README.md": "`Sources/A.swift`", "Sources/A.swift": ""}, {"README.md": "See `Sources/B.swift`."}, 1),
    (names.manual_types, {arrows.PAGE: "`Mark` of `Digests`", "Sources/Digests/A.swift": "struct Mark {}"}, {arrows.PAGE: "`Marker`"}, 1),
    (
        ways.ways,
        {arrows.PAGE: "### A way (at most 1 hops)\n1. `Mark.kind` in `Sources/A.swift`\n", "Sources/A.swift": "struct Mark { var kind: Int }"},
        {arrows.PAGE: "### A way (at most 1 hops)\n2. `Mark.time` in `Sources/A.swift`\n", "Sources/A.swift": "struct Mark {}"}, 2,
    ),
    (
        ways.ways,
        {arrows.PAGE: "### A way (at most 1 hops)\n1. `Mark.read` in `Sources/A.swift`\n", "Sources/A.swift": "extension Store.Mark {\n  case new, read\n}"},
        # What a file only uses, or says in words, is declared elsewhere.
        {arrows.PAGE: "### A way (at most 1 hops)\n1. `Mark.read` in `Sources/A.swift`\n",
         "Sources/A.swift": "/// A struct Mark.\nlet a: Mark = f(.read, \"case read\")"}, 2,
    ),
    (arrows.names, {"Sources/Digests/A.swift": "", ".ci/run": ""}, {"Sources/Utilities/A.swift": "", "Makefile": ""}, 2),
    (arrows.names, {"Tests/run": "", "Tests/DigestsTests/A.swift": ""}, {"Tests/Helpers/A.swift": ""}, 1),
    (arrows.imports, "import Foundation\nimport Notifications", "import SQLite\nimport Notifications", 1),
    (arrows.imports, "package import struct Notifications.Mark", "import Foundation", 1),
]


def target(name, *targets, kind="regular", folder=None, products=()):
    return Target(name, kind, folder or f"Sources/{name}", targets, products)


def tree(files, *targets, libraries=()):
    files = {"Sources/Digests/A.swift": files} if isinstance(files, str) else files
    default = [target("Digests", "Notifications"), target("DigestsTests", "Digests", kind="test", folder="Tests/DigestsTests")]
    return Tree(files, targets or default, libraries)


class Rules(unittest.TestCase):
    def test_a_rule_finds_what_breaks_it_and_nothing_else(self):
        for rule, keeps, breaks, count in CASES:
            with self.subTest(rule=rule.__name__, breaks=breaks):
                self.assertEqual([str(fault) for fault in rule(tree(keeps))], [])
                self.assertEqual(len(list(rule(tree(breaks)))), count)

    def test_every_rule_has_a_case(self):
        rules = [rule for module in (counts, names, safety, sizes) for rule in vars(module).values()
                 if getattr(rule, "__module__", "") == module.__name__ and is_rule(rule)]
        self.assertEqual({rule.__name__ for rule in rules} - {case[0].__name__ for case in CASES}, set())

    def test_an_arrow_that_runs_up_is_found(self):
        down = [target("Digests", "Notifications"), target("Notifications")]
        up = [target("Digests"), target("Notifications", "Digests")]
        self.assertEqual(list(arrows.arrows(tree({}, *down))), [])
        self.assertEqual(len(list(arrows.arrows(tree({}, *up)))), 1)
        self.assertEqual(len(list(arrows.arrows(tree({}, target("Helpers"))))), 1)
        self.assertEqual(len(list(arrows.arrows(tree({}, target("Digests", folder="Sources/Digest"))))), 1)

    def test_a_declared_target_that_is_not_imported_is_found(self):
        files = {"Sources/Digests/A.swift": "import Notifications"}
        self.assertEqual(list(arrows.imports(tree(files, target("Digests", "Notifications")))), [])
        self.assertEqual(len(list(arrows.imports(tree(files, target("Digests", "Notifications", "YAML"))))), 1)

    def test_the_drawing_leaves_out_what_other_arrows_imply(self):
        targets = [target("Pipeline", "Digests", "Notifications"), target("Digests", "Notifications"), target("Notifications")]
        lines = arrows.drawn(tree({}, *targets))
        self.assertEqual(lines, "Pipeline      -> Digests\nDigests       -> Notifications\nNotifications\n")
        page = f"<!-- arrows -->\n```text\n{lines}```\n<!-- /arrows -->\n"
        self.assertEqual(list(arrows.drawing(tree({arrows.PAGE: page}, *targets))), [])
        old = page.replace("Digests       ->", "Digests       -> ByteText,")
        self.assertEqual(len(list(arrows.drawing(tree({arrows.PAGE: old}, *targets)))), 1)
        self.assertEqual(arrows.redrawn(tree({arrows.PAGE: old}, *targets)), page)
        self.assertEqual(len(list(arrows.drawing(tree({arrows.PAGE: "none"}, *targets)))), 1)

    def test_what_a_library_offers_is_in_the_list(self):
        code = "/// Two.\npublic func two(\n  a: Int = f()\n) -> Int { 2 }\n/// One.\nenum A { case .b: c }\n"
        files = {"Sources/Digests/A.swift": code, names.SURFACE: "Digests/A.swift: func two( a: Int = f() ) -> Int\n"}
        self.assertEqual([str(fault) for fault in names.public_surface(tree(files, libraries={"Digests"}))], [])
        files[names.SURFACE] = "Digests/A.swift: func two() -> Int\n"
        self.assertEqual(len(list(names.public_surface(tree(files, libraries={"Digests"})))), 2)

    def test_what_a_library_offers_is_documented(self):
        texts = ["/// It is two.\npublic let two = 2", "public let two = 2"]
        found = [len(list(names.visibility(tree(text, libraries={"Digests"})))) for text in texts]
        self.assertEqual(found, [0, 1])


def is_rule(value):
    return callable(value) and getattr(value, "__code__", None) is not None and value.__code__.co_varnames[:1] == ("tree",)


class Reading(unittest.TestCase):
    def test_strings_and_comments_are_no_code(self):
        for text, code in [
            ('a "b" c', "a     c"), ('a // b\nc', "a     \nc"), ('"\\(a + "b\\(c)")" d', '   a +     c     d'),
            ('#"a\\(b)"# c', "          c"), ('#"\\#(b)"# c', '     b    c'), ('"\\"a" b', "      b"),
            ('"""\n" a\n""" b', "   \n   \n    b"), ("/* a\nb */ c", "    \n     c"),
        ]:
            with self.subTest(text=text):
                self.assertEqual(split(text)[0].replace(")", " ").replace("(", " "), code)
                self.assertEqual(len(split(text)[0]), len(text))

    def test_bodies_end_where_their_braces_do(self):
        file = SwiftFile("A.swift", "protocol P {\n  func a()\n  func b()\n}\nfunc c(\n  d: () -> Void = {}\n)\n  where E {\n  f { }\n}\n")
        bodies = {one.name: file.body(one) for one in file.declarations if one.kind == "func"}
        self.assertIsNone(bodies["a"])
        self.assertIsNone(bodies["b"])
        self.assertEqual(file.line(bodies["c"][1]), 10)


if __name__ == "__main__":
    unittest.main()
