import ByteText
import Languages
import Testing

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
