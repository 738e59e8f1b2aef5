import ByteText
import Testing
import YAML

@testable import Languages

struct MessageTests {
  @Test(arguments: [
    ("{count} unread", "1,234 unread"), ("{name}", "Ana {count}"), ("plain", "plain"),
    ("", ""), ("{{count}}", "{count}"), ("{{{count}}}", "{1,234}"),
    ("{missing} stays", "{missing} stays"), ("a{count}b{name}c", "a1,234bAna {count}c"),
    ("{{\u{301}", "{\u{301}"),
  ])
  func `A pattern puts values where their names stand`(source: String, expected: String) throws {
    let arguments: MessageArguments = ["count": 1234, "name": "Ana {count}"]
    let message = try MessageFormat(source)
    #expect(Array(message.formatted(arguments, in: .english).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("a {count", "a { is never closed (byte 2)"), ("a } b", "a } closes nothing (byte 2)"),
    ("{}", "{} is not a name of letters, digits and _-.[]*@ (byte 1)"),
    ("{a b}", "{a b} is not a name of letters, digits and _-.[]*@ (byte 1)"),
    ("é {n\u{301}}", "{n\u{301}} is not a name of letters, digits and _-.[]*@ (byte 4)"),
    ("{a}}", "a } closes nothing (byte 3)"),
    ("{{a}", "a } closes nothing (byte 3)"),
  ])
  func `What is no pattern is refused with the place`(source: String, what: String) {
    let fault = #expect(throws: Fault.self) { try MessageFormat(source) }
    #expect(fault?.what == what)
  }

  @Test(arguments: [
    (0, "none"), (1, "1 day"), (2, "a pair"), (3, "3 days"), (-1, "-1 day"), (1000, "1,000 days"),
  ])
  func `A plural is chosen by number, category, then other`(count: Int, expected: String) throws {
    let message = try MessageFormat(forms: [
      ("=0", "none"), ("one", "{count} day"), ("=2", "a pair"), ("other", "{count} days"),
    ])
    #expect(message.formatted(["count": .integer(count)], in: .english) == expected)
  }

  @Test func `The number that chooses the form is the one that plural names`() throws {
    let message = try MessageFormat(forms: [
      ("plural", "photos"), ("one", "{actor} added a photo"),
      ("other", "{actor} added {photos} photos"),
    ])
    #expect(message.names == ["photos", "actor"])
    #expect(message.formatted(["photos": 1, "actor": "Ana"], in: .english) == "Ana added a photo")
    #expect(
      message.formatted(["photos": "7", "actor": "Ana"], in: .english) == "Ana added 7 photos")
    #expect(message.formatted(["actor": "Ana"], in: .english) == "Ana added {photos} photos")
  }

  @Test func `A plural map that says too little, or what is no form, is refused`() {
    func what(_ forms: (key: String, text: String)...) -> String? {
      #expect(throws: Fault.self) { try MessageFormat(forms: forms) }?.what
    }
    #expect(what(("one", "a")) == "the form other is missing")
    #expect(what(("tow", "a"), ("other", "b")) == "tow is not a plural form")
    #expect(what(("=x", "a"), ("other", "b")) == "=x is not a plural form")
    #expect(what(("other", "a"), ("other", "b")) == "the form other occurs twice")
    #expect(what(("other", "a{")) == "form other: a { is never closed (byte 1)")
  }

  @Test func `A pattern whose values are missing can give way to the next`() throws {
    let message = try MessageFormat("{actor} in {room}")
    #expect(message.filled(["actor": "Ana"], in: .english)?.words == nil)
    #expect(message.filled(["actor": "Ana", "room": ""], in: .english)?.words == "Ana in ")
    let plural = try MessageFormat(forms: [("one", "one in {room}"), ("other", "{count}")])
    #expect(plural.filled(["count": 2], in: .english)?.words == "2")
    #expect(plural.filled(["count": 1], in: .english)?.words == nil)
  }

  @Test func `Pieces tell a pattern's words from its arguments`() throws {
    let pattern = try MessagePattern("by {actor}!")
    #expect(
      pattern.pieces == [
        .literal(Array("by ".utf8)), .argument("actor"), .literal(Array("!".utf8)),
      ])
  }

  @Test func `Arguments of names that differ only in normal form are two`() {
    let arguments: MessageArguments = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(arguments["\u{E9}"] == 1)
    #expect(arguments["e\u{301}"] == 2)
  }
}

struct ComposedWordsTests {
  @Test(arguments: [
    (4, "▲ 4 more than yesterday"), (-1, "▼ 1 fewer than yesterday"), (0, "as many as yesterday"),
  ])
  func `A change has a sign, unless nothing changed`(difference: Int, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    #expect(words.signedChange(difference, since: .yesterday) == text)
  }

  @Test(arguments: [
    ("en", 12, 5, "5 urgent, 7 more"), ("en", 7, 0, "7 new"), ("en", 3, 3, "3 urgent"),
    ("de", 12, 5, "5 dringend, 7 weitere"), ("ru", 12, 5, "5 срочных и ещё 7"),
    ("he", 12, 5, "5 התראות דחופות ועוד 7"), ("ja", 12, 5, "緊急 5 件、その他 7 件"),
    ("zh-Hans", 12, 5, "5 条紧急、7 条其他"),
  ])
  func `A headline counts the urgent`(tag: String, total: Int, urgent: Int, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let parts = words.headline(total, urgent: urgent)
    #expect(parts.whole == text)
    #expect(parts.urgent.isEmpty == (urgent == 0))
  }

  @Test(arguments: BundledCatalogues.tags)
  func `Heading, headline and badge use one word for what is urgent`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    #expect(words(.priorityHigh) == words(.sectionUrgent))
  }

  @Test(arguments: [
    ("en", 225, 0, 2, "and 225 more: Events 51, Offers 43"),
    ("en", 225, 3, 2, "and 225 more, 3 of them urgent: Events 51, Offers 43"),
    (
      "en", 225, 0, 6, "and 225 more: Events 51, Offers 43, Notes 30, Posts 20, Likes 5, Mentions 1"
    ),
    ("en", 225, 0, 7, "and 225 more: Events 51, Offers 43, Notes 30, Posts 20, Likes 5, Other 2"),
    ("en", 225, 0, 0, "and 225 more"),
    ("de", 225, 1, 1, "und 225 weitere, davon 1 dringend: Events 51"),
    ("ru", 225, 0, 2, "и ещё 225: Events (51), Offers (43)"),
  ])
  func `What is left out is told by its kinds, of which six are named`(
    tag: String, count: Int, urgent: Int, kinds: Int, text: String
  ) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let all = [
      ("Events", 51), ("Offers", 43), ("Notes", 30), ("Posts", 20), ("Likes", 5), ("Mentions", 1),
      ("Tags", 1),
    ]
    let rest = words.rest(count, urgent: urgent, kinds: Array(all.prefix(kinds)))
    #expect(rest.replacing("\u{A0}", with: " ") == text)
  }

  @Test func `A value that looks like a name stays as it is`() throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    #expect(words.repeated("{count}", times: 2) == "{count} ×2")
    #expect(words.list(["{second}", "b"]) == "{second} and b")
  }

  @Test(arguments: [
    (4, ChangePeriod.yesterday, "4 more than yesterday"), (-1, .week, "1 fewer than last week"),
    (0, .last, "as many as last time"),
    (.min, .last, "9,223,372,036,854,775,807 fewer than last time"),
  ])
  func `A change has its period`(difference: Int, period: ChangePeriod, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    #expect(words.change(difference, since: period) == text)
  }

  @Test(arguments: [
    ("en", [], ""), ("en", ["a"], "a"), ("en", ["a", "b"], "a and b"),
    ("en", ["a", "b", "c", "d"], "a, b, c, and d"), ("de", ["a", "b", "c"], "a, b und c"),
    ("ar", ["أ", "ب", "ج"], "أ وب وج"),
  ])
  func `Lists are joined as in their language`(tag: String, items: [String], text: String) throws {
    #expect(try BundledCatalogues.load().localization(for: tag).list(items) == text)
  }
}
