import Notifications
import Testing
import YAML

@testable import Languages

@Suite("Catalogues")
struct CatalogueTests {
  private static let english = BundledCatalogues.own(
    "en",
    """
    section: {today: Today, yesterday: Yesterday}
    count:
      days: {one: "{count} day", other: "{count} days"}
    """)

  private static func words(_ tag: String, own: [CatalogueFile]) throws -> Localization {
    try Catalogues(bundled: [english], own: own).localization(for: tag)
  }

  @Test func `Own words override, the rest stays`() throws {
    let own = BundledCatalogues.own("en", "section: {today: Now}")
    let words = try Self.words("en", own: [own])
    #expect(words(.sectionToday) == "Now")
    #expect(words(.sectionYesterday) == "Yesterday")
  }

  @Test func `A region's words override the language's, which override English`() throws {
    let own = [
      BundledCatalogues.own("de-AT", "section: {today: Heit}"),
      BundledCatalogues.own("de", "section: {today: Heute, yesterday: Gestern}"),
    ]
    let words = try Self.words("de-AT", own: own)
    #expect(words(.sectionToday) == "Heit")
    #expect(words(.sectionYesterday) == "Gestern")
    #expect(words(.countDays, count: 2) == "2 days")
    #expect(words.catalogue.text == "de-AT")
    #expect(try Self.words("de-CH", own: own)(.sectionToday) == "Heute")
  }

  @Test func `A locale without catalogue falls to English and says so`() throws {
    let words = try Self.words("tlh-Latn", own: [])
    #expect(words(.sectionToday) == "Today")
    #expect(words.fellBackFrom == "tlh-Latn")
    #expect(words.tag == .english)
    let regional = try Self.words("en-GB", own: [])
    #expect(regional.fellBackFrom == nil)
    #expect(regional.tag.text == "en-GB")
    #expect(regional.catalogue == .english)
  }

  @Test func `A fallback does not change what English itself says of it`() throws {
    let catalogues = try Catalogues(bundled: [Self.english])
    #expect(catalogues.localization(for: "xx").fellBackFrom == "xx")
    #expect(catalogues.localization(for: "yy").fellBackFrom == "yy")
    #expect(catalogues.localization(for: "en").fellBackFrom == nil)
  }

  @Test func `A key that nobody has shows itself`() throws {
    #expect(try Self.words("en", own: [])(.mailUnsubscribe) == "mail.unsubscribe")
  }

  private struct Fault: Sendable {
    var text: String
    var line: Int?
    var column: Int?
    var key: String?
    var reason: CatalogueError.Reason

    init(
      _ text: String, _ line: Int? = nil, _ column: Int? = nil, _ key: String? = nil,
      _ reason: CatalogueError.Reason
    ) {
      self.text = text
      self.line = line
      self.column = column
      self.key = key
      self.reason = reason
    }
  }

  private static let faults = [
    Fault("- a\n- b", 1, 1, nil, .notAMap),
    Fault("a: 1\nb:\n  c: [1]", 3, 6, "b.c", .notAMessage),
    Fault(
      "section:\n  today: \"{x\"", 2, 10, "section.today", .syntax(.init(reason: .unclosedBrace))),
    Fault(
      "count:\n  days: {few: a, other: \"}\"}", 2, 9, "count.days",
      .syntax(.init(reason: .strayBrace, form: "other"))),
    Fault(
      "count:\n  days: \"{cuont} days\"", 2, 3, "count.days",
      .unknownName("cuont", known: ["count"])),
    Fault("a: &x hello\nb: *x", 1, 4, nil, .anchor),
    Fault("a: 'it''s *a' # *b\nb: [\"\\\"*c\",*d]", 2, 12, nil, .anchor),
    Fault("a: {other: {b: c}}", 1, 12, "a", .notAMessage),
    Fault("a.b: c\na: {b: d}", 2, 5, "a.b", .repeatedKey),
    Fault("? [a]\n: b", 1, 3, nil, .notAMessage),
    Fault(String(repeating: "[", count: 100_000), 1, 33, nil, .tooDeep),
    Fault(String(repeating: "- ", count: 100_000), 1, 65, nil, .tooDeep),
    Fault(String(repeating: "? ", count: 100_000), 1, 65, nil, .tooDeep),
    Fault(
      (0..<5000).map { String(repeating: " ", count: $0) + "a:\n" }.joined().prefix(1_000_000)
        .description, 33, 33, nil, .tooDeep),
    Fault(String(repeating: "#", count: 1 << 20) + "\n", nil, nil, nil, .tooLarge),
  ]

  @Test(arguments: faults)
  private func `A fault is told with its file, line, column and key`(_ fault: Fault) {
    let expected = CatalogueError(
      file: "own/de.yaml", line: fault.line, column: fault.column, key: fault.key,
      reason: fault.reason)
    #expect(throws: expected) {
      try Self.words("de", own: [BundledCatalogues.own("de", fault.text)])
    }
  }

  @Test(arguments: [
    "a: |\n  \"\nb: &x c\nd: *x", "a: >-\n  'tis\nb: &x c\nd: *x", "a: b\n  \"c\nd: &x e\nf: *x",
    "a: b \"c\nd: &x e\nf: *x", "a: |\n  \"\n? *x\n: b", "a: it 's\nb: {c: &x d, e: *x}",
    "a: |\n  \"\nb: !!str &x c\nd: *x", "a: |\n  \"\nb: &x\n  c: d\ne: *x",
  ])
  func `A quotation mark in a block or in plain words hides no anchor`(text: String) {
    let error = #expect(throws: CatalogueError.self) {
      try Self.words("de", own: [BundledCatalogues.own("de", text)])
    }
    #expect(error?.line ?? 0 > 1)
  }

  @Test func `A bomb of aliases behind a quotation mark is refused at once`() {
    var text = "a: |\n  \"\nz0: &y0 [n,n,n,n,n,n,n,n,n,n]\n"
    for level in 1...9 {
      let aliases = [String](repeating: "*y\(level - 1)", count: 10).joined(separator: ",")
      text += "z\(level): &y\(level) [\(aliases)]\n"
    }
    let expected = CatalogueError(file: "own/de.yaml", line: 3, column: 5, reason: .anchor)
    #expect(throws: expected) {
      try Self.words("de", own: [BundledCatalogues.own("de", text + "? *y9\n: c\n")])
    }
  }

  @Test func `Ampersands and asterisks of a text stay what they are, also as keys`() throws {
    let own = BundledCatalogues.own(
      "en", "section:\n  today: \"*Q&A*\"\n  yesterday: |-\n    Q & A, 2*3 *\n  urgent: '&v'")
    let words = try Self.words("en", own: [own])
    #expect(words(.sectionToday) == "*Q&A*")
    #expect(words(.sectionYesterday) == "Q & A, 2*3 *")
    #expect(words(.sectionUrgent) == "&v")
    let repeated = CatalogueError(
      file: "own/en.yaml", line: 2, column: 1, key: "&k", reason: .repeatedKey)
    #expect(throws: repeated) {
      try Self.words("en", own: [BundledCatalogues.own("en", "\"&k\": a\n'&k': b")])
    }
  }

  @Test func `What is no YAML is told with its place`() {
    let own = BundledCatalogues.own("de", "a: b\nc: \"d")
    do {
      _ = try Self.words("de", own: [own])
      Issue.record("was read")
    } catch let error as CatalogueError {
      #expect(error.line == 2)
      guard case .notYAML(let words) = error.reason else {
        Issue.record("\(error)")
        return
      }
      #expect(!words.isEmpty)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `A repeated key, bad UTF-8, a bad tag and a missing English are errors`() {
    func reason(_ file: CatalogueFile, bundled: [CatalogueFile] = [Self.english])
      -> CatalogueError.Reason?
    {
      do {
        _ = try Catalogues(bundled: bundled, own: [file])
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(BundledCatalogues.own("de", "a: b\na: c")) == .repeatedKey)
    #expect(
      reason(CatalogueFile(name: "x", tag: "de", bytes: [0x61, 0x3A, 0x20, 0xFF])) == .notUTF8)
    #expect(reason(BundledCatalogues.own("notatag", "a: b")) == .badTag("notatag"))
    #expect(reason(BundledCatalogues.own("de", "a: b"), bundled: []) == .noEnglish)
    #expect(reason(BundledCatalogues.own("de", "")) == nil)
    #expect(reason(BundledCatalogues.own("de", "\u{FEFF}# nothing but a comment")) == nil)
  }
}
