import ByteText
import Foundation
import Languages
import Notifications
import Testing
import YAML

@testable import Profiles

/// The smallest profile, with `extra` behind it.
func profile(_ extra: String = "") throws(Fault) -> Profile {
  try Profile(
    yaml: "name: small\nfields: {id: id, time: [at, created_at]}\n" + extra, file: "small.yaml")
}

struct ProfileReadingTests {
  @Test func `The bundled profiles are read and named by their files`() throws {
    let set = try ProfileSet.bundled()
    #expect(
      set.profiles.map(\.name.text) == [
        "bluesky", "discourse", "django-notifications", "fitness-groups", "foodshare", "generic",
        "github", "gitlab", "json-feed", "laravel", "lendair", "mastodon", "mastodon-grouped",
        "miniflux", "nextcloud", "noticed", "recruiting-compass", "rooms",
      ])
    let languages = BundledLanguage.all.map(\.tag).sorted()
    // In these, each application has types of its own.
    let open = ["generic", "miniflux", "noticed"]
    for profile in set.profiles {
      #expect(!profile.types.isEmpty || open.contains(profile.name.text))
      #expect(!profile.detection.isEmpty && !profile.summary.isEmpty)
      for type in profile.types {
        #expect(type.label.byTag.keys.sorted() == languages, "\(type.key)")
        #expect(type.emoji != nil && type.color != nil, "\(type.key)")
      }
    }
  }

  @Test func `What is read of a bundled profile in two parts is what the whole gives`() throws {
    for parts in try ProfileSet.bundled().profiles {
      let whole = try Profile(yaml: parts.source, file: parts.name.text)
      #expect(parts.typeFacts == whole.typeFacts, "\(parts.name)")
      let values = Set((parts.fields.map(\.value) + parts.values.map(\.value)).flatMap(\.self))
      #expect(values.isSuperset(of: whole.pathsInPresentation), "\(parts.name)")
      #expect(Self.description(of: parts) == Self.description(of: whole), "\(parts.name)")
    }
  }

  /// All that a profile says, in an order of its own.
  private static func description(of profile: Profile) -> [String] {
    var lines: [String] = []
    func add(_ value: Any, _ path: String) {
      let mirror = Mirror(reflecting: value)
      if mirror.children.isEmpty { lines.append("\(path) \(value)") }
      for (index, child) in mirror.children.enumerated() {
        let pair = Mirror(reflecting: child.value).children
        switch mirror.displayStyle {
        case .dictionary: for part in pair { add(part.value, "\(path).\(pair.first?.value ?? "")") }
        case .set: add(child.value, path)
        default: add(child.value, "\(path).\(child.label ?? "\(index)")")
        }
      }
    }
    for child in Mirror(reflecting: profile).children where child.label != "shown" {
      add(child.value, child.label ?? "")
    }
    add(profile.presentation, "shown")
    return lines.sorted()
  }

  @Test func `A profile whose values double with every line is refused`() {
    let values = (1...40).map { "v\($0): '{v\($0 - 1)}{v\($0 - 1)}'" }.joined(separator: ", ")
    let error = #expect(throws: Fault.self) { _ = try profile("values: {v0: a, \(values)}") }
    #expect(error?.what == "values.v9 must be made of at most 1000 parts, not 1023")
  }

  @Test func `Paths, read marks, durations and types are read in all their forms`() throws {
    let profile = try profile(
      """
      read: [is_read, {path: unread, as: inverse}, {path: state, equals: done}]
      epoch: 2001
      expires: 7d
      retention: 24h
      types: {newMember: {label: New, priority: high, redact: true}, B: Bees}
      redact: [b]
      collapse: {types: [b], same: [type, actor], within: 5m}
      """)
    #expect(profile.fields[.time]?.map(\.description) == ["at", "created_at"])
    #expect(profile.readMarks.map(\.kind) == [.boolean, .inverse, .equality(["done"])])
    #expect(profile.epoch == .apple && profile.lifetime == 604_800 && profile.retention == 86_400)
    #expect(profile.types.map(\.key.text) == ["new_member", "b"])
    #expect(profile.types.map(\.defaultPriority) == [.high, .normal])
    #expect(profile.types.map(\.isRedacted) == [true, true])
    #expect(profile.collapses.map(\.seconds) == [300])
  }

  @Test(arguments: [
    ("colour: red", 3, 1, "colour"), ("types:\n  a: {lable: A}", 4, 7, "types.a.lable"),
    ("types:\n  a: {label: [A]}", 4, 14, "types.a.label"),
    ("types:\n  a: {colour: pink}", 4, 15, "types.a.colour"), ("expires: 7 days", 3, 10, "expires"),
    ("expires: 99999999999999d", 3, 10, "expires"),
    ("types: {a: A}\nlink: {types: b, url: /b}", 4, 15, "link.types"),
    ("types: {a: A}\nlink: {url: '/b/{c}'}", 4, 13, "link.url"),
    ("types: {a: A}\ntitle: {a: 'to {'}", 4, 12, "title.a"),
    ("types: {a: A}\ntitle: {a: {one: x, many: y}}", 4, 27, "title.a.many"),
    ("types: {a: A}\ntitle: {a: {many: '{', other: y}}", 4, 12, "title.a"),
    ("epoch: 1900", 3, 8, "epoch"), ("read: {path: a, as: wish}", 3, 21, "read.as"),
    ("fields: {id: id}", 3, 1, "fields"),
    ("read:\r\n  path: a\r\n  \"path\" : b\r\n", 5, 3, "read.path"),
    ("match:\n  must: [a]\n  # must: no\n  must: [b]\n  must: [c]", 6, 3, "match.must"),
    ("types: {a: A, a: B}", 3, 15, "types.a"), ("types:\n  a: A\n  A: B", 5, 3, "types.A"),
    ("marks: {requests: {read: {method: FETCH, url: /}}}", 3, 35, "marks.requests.read.method"),
    ("match: {must: [a..b]}", 3, 16, "match.must"),
    ("match: {must: ['a[0]']}", 3, 16, "match.must"), ("values: {v: 'a[x]'}", 3, 13, "values.v"),
    ("values: {v: '@b'}", 3, 13, "values.v"), ("values: {v: '@key[2]'}", 3, 13, "values.v"),
    ("values: {v: '{a'}", 3, 13, "values.v"),
    ("values: {v: {path: a, text: b}}", 3, 13, "values.v"),
    ("values: {v: {words: {a: b}}}", 3, 13, "values.v.path"),
    ("values: {v: {path: a, wen: {}}}", 3, 23, "values.v.wen"),
    ("where: {'a[': b}", 3, 9, "where.a["), ("read: {path: a, equals: []}", 3, 25, "read.equals"),
    ("timeZone: IST", 3, 11, "timeZone"), ("file: news.json", 3, 7, "file"),
    ("fallback: perhaps", 3, 11, "fallback"), ("joins: {a: {by: b}}", 3, 12, "joins.a.list"),
    ("joins: {a: {list: a, file: b, by: b}}", 3, 12, "joins.a"),
    ("types: {a: A}\ntitle: {a: {when: {x: y}, text: t}}", 4, 20, "title.a.when.x"),
    ("types: {a: A}\ntitle: {a: '{@b.c}'}", 4, 12, "title.a"),
  ])
  func `A fault names its place and key`(yaml: String, line: Int, column: Int, key: String) throws {
    let error = try #require(throws: Fault.self) { try profile(yaml) }
    #expect(error.file == "small.yaml")
    #expect(error.place == Fault.Place(line: line, column: column), "\(error)")
    #expect(error.field == key, "\(error)")
  }

  @Test func `What a profile cannot do without is asked for`() {
    func sentence(_ yaml: String) -> String? {
      #expect(throws: Fault.self) { try Profile(yaml: yaml, file: "f") }?.sentence
    }
    #expect(sentence("name: a") == "f:1:1: fields is missing")
    #expect(sentence("{name: a, fields: {id: id}}") == "f:1:19: fields.time is missing")
  }

  @Test(arguments: [
    "link: '/s/{title}'", "link: ['/n/{id}', {types: [a, b], url: '/s/{body}'}]",
    "actions: {k: {label: L, url: '/s?q={title}'}}",
  ])
  func `No address holds what redact keeps out of mails`(address: String) throws {
    let types = "types: {a: A, b: B}\nredact: [a]\n"
    let error = #expect(throws: Fault.self) { _ = try profile(types + address) }
    #expect(error?.code == "redacted-text")
    _ = try profile(types + "link: {types: [b], url: '/s/{title}'}")
  }

  @Test(arguments: [
    "a: &x [1]\nb: *x", "a: *x", "- &x a", "[a, &x b]", "? *x\n: 1", "*x : 1", "a: !!str &x b",
    "{a: &x b}", "a:\n  &x b",
  ])
  func `Anchors and aliases are refused before anything is built`(yaml: String) {
    let error = #expect(throws: Fault.self) { try Profile(yaml: yaml, file: "f") }
    #expect(error?.code == "anchor")
  }

  @Test(arguments: [
    "a: |\n  \"\nb: &x c\nd: *x", "a: >-\n  'tis\nb: &x c\nd: *x", "a: b\n  \"c\nd: &x e\nf: *x",
    "a: |\n  \"\n? *x\n: b", "a: |\n  \"\nb: !!str &x c\nd: *x",
  ])
  func `A quotation mark in a block or in plain words hides no anchor`(yaml: String) {
    let error = #expect(throws: Fault.self) { try YAMLFile.root(of: yaml, file: "f") }
    #expect(error?.code == "anchor")
    #expect(error?.place?.line == 3)
  }

  @Test func `An ampersand or asterisk inside words is no anchor`() throws {
    let profile = try profile(
      "description: R&D * all, \"&b\" # &c\ntypes: {a: '&x', \"*\": \"*y\", c: it's &d}")
    #expect(profile.types.map { $0.label.words(for: .english) } == ["&x", "*y", "it's &d"])
  }

  @Test func `Deep nesting, several documents and bytes that are no YAML are errors`() {
    for yaml in [
      String(repeating: "[", count: 100_000), "a: 1\n---\nb: 2", "", "a: [", "\u{0}", "- a",
      "a: 1\na: 2", String(repeating: " ", count: 1 << 21),
    ] { #expect(throws: Fault.self) { try Profile(yaml: yaml, file: "f") } }
  }
}

/// The manual's chapter about profiles.
struct ProfileReferenceTests {
  @Test func `A field's ordinal is its place among all fields`() {
    #expect(Field.allCases.map(\.ordinal) == Array(Field.allCases.indices))
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Distribution/Manual/profiles.md").standardizedFileURL

  @Test func `Every key is in an example of the manual`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
    let examples = blocks.map { $0.components(separatedBy: "```")[0] }.joined(separator: "\n")
    let used = Set(examples.split { !$0.isLetter }.map(String.init))
    // What every profile has is in the lines that the examples begin with.
    let missing = ProfileSchema.sections.filter { $0.title != ProfileSchema.fields.title }
      .flatMap(\.keys).filter { !used.contains($0) && !["name", "description"].contains($0) }
    #expect(missing == [])
  }
}
