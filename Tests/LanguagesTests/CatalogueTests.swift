import ByteText
import Notifications
import Testing
import YAML

@testable import Languages

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

  private static let faults = [
    ("- a\n- b", "own/de.yaml:1:1: it must be a mapping, not a list"),
    (
      "a: 1\nb:\n  c: [1]",
      "own/de.yaml:3:6: b.c must be a text or a map of plural forms, not a list"
    ),
    ("section:\n  today: \"{x\"", "own/de.yaml:2:10: section.today: a { is never closed (byte 0)"),
    (
      "count:\n  days: {few: a, other: \"}\"}",
      "own/de.yaml:2:9: count.days: form other: a } closes nothing (byte 0)"
    ),
    (
      "count:\n  days: \"{cuont} days\"",
      "own/de.yaml:2:3: count.days: {cuont} is not a value here; the values are {count}"
    ),
    ("a: &x hello\nb: *x", "own/de.yaml:1:4: it uses an anchor or alias"),
    ("a: 'it''s *a' # *b\nb: [\"\\\"*c\",*d]", "own/de.yaml:2:12: it uses an anchor or alias"),
    (
      "a: {other: {b: c}}",
      "own/de.yaml:1:12: a.other must be a text or a map of plural forms, not a mapping"
    ),
    ("a.b: c\na: {b: d}", "own/de.yaml:2:5: a.b occurs twice"),
    ("? [a]\n: b", "own/de.yaml:1:3: it must be a text as key, not a list"),
    (String(repeating: "[", count: 100_000), "own/de.yaml:1:33: it nests too deeply"),
    (String(repeating: "#", count: 1 << 20) + "\n", "own/de.yaml: it has more than 1048576 bytes"),
  ]

  @Test(arguments: faults)
  func `A fault is told with its file, line, column and key`(text: String, sentence: String) {
    let fault = #expect(throws: Fault.self) {
      try Self.words("de", own: [BundledCatalogues.own("de", text)])
    }
    #expect(fault?.sentence == sentence)
  }

  @Test func `A repeated key, bad UTF-8, a bad tag and a missing English are errors`() {
    func code(_ file: CatalogueFile, bundled: [CatalogueFile] = [Self.english]) -> String? {
      do {
        _ = try Catalogues(bundled: bundled, own: [file])
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(BundledCatalogues.own("de", "a: b\na: c")) == "repeated-key")
    #expect(
      code(CatalogueFile(name: "x", tag: "de", bytes: [0x61, 0x3A, 0x20, 0xFF])) == "not-utf8")
    #expect(code(BundledCatalogues.own("notatag", "a: b")) == "bad-tag")
    #expect(code(BundledCatalogues.own("de", "a: b"), bundled: []) == "no-english")
    #expect(code(BundledCatalogues.own("de", "")) == nil)
    #expect(code(BundledCatalogues.own("de", "\u{FEFF}# nothing but a comment")) == nil)
  }
}
