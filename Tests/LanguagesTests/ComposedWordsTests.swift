import ByteText
import Languages
import Testing

@Suite("Sentences of several messages")
struct ComposedWordsTests {
  @Test(
    "How many are new, and how many of them urgent",
    arguments: [
      ("en", 7, 2, "7 new, 2 of them urgent"), ("en", 7, 0, "7 new"),
      ("en", 1, 1, "1 new and urgent"),
      ("en", 2, 2, "2 new, both urgent"), ("en", 1200, 1200, "1,200 new, all urgent"),
      ("de", 7, 2, "7 neue Benachrichtigungen, davon 2 dringend"),
      ("de", 1, 0, "1 neue Benachrichtigung"),
      ("ar", 7, 2, "7 إشعارات جديدة، منها اثنان عاجلان"), ("ar", 2, 0, "إشعاران جديدان"),
      ("ar-EG", 11, 3, "١١ إشعارًا جديدًا، منها ٣ عاجلة"),
    ])
  func newCount(tag: String, total: Int, urgent: Int, text: String) throws {
    #expect(
      try BundledCatalogues.load().localization(for: tag).newCount(total, urgent: urgent) == text)
  }

  @Test(
    "How many more there are, and where",
    arguments: [
      ("en", 15, 0, false, "… and 15 more"), ("en", 15, 0, true, "… and 15 more in your inbox"),
      ("en", 15, 2, true, "… and 15 more in your inbox, 2 of them urgent"),
      ("de", 15, 1, true, "… und 15 weitere in Ihrem Posteingang, davon 1 dringend"),
    ])
  func more(tag: String, count: Int, urgent: Int, inInbox: Bool, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    #expect(words.more(count, urgent: urgent, inInbox: inInbox) == text)
  }

  @Test(
    "A subject has the counts, the top title and the day",
    arguments: [
      ("en", 7, 2, "2 urgent, 5 more: Transcript due (Feb 8)"),
      ("en", 5, 0, "5 new: Transcript due (Feb 8)"),
      ("en", 3, 3, "3 urgent: Transcript due (Feb 8)"), ("en", 1, 0, "Transcript due (Feb 8)"),
      ("en", 1, 1, "Urgent: Transcript due (Feb 8)"), ("en-GB", 1, 0, "Transcript due (8 Feb)"),
      ("de", 7, 2, "2 dringend, 5 weitere: Transcript due (8. Feb.)"),
    ])
  func subject(tag: String, total: Int, urgent: Int, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let date = CivilDate(year: 2026, month: 2, day: 8)
    let title = "Transcript due"
    #expect(words.subject(total: total, urgent: urgent, title: title, date: date) == text)
  }

  @Test("A value that looks like a name stays as it is")
  func noSecondPass() throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    let date = CivilDate(year: 2026, month: 2, day: 8)
    #expect(words.subject(total: 1, urgent: 0, title: "{date}", date: date) == "{date} (Feb 8)")
    #expect(words.list(["{second}", "b"]) == "{second} and b")
  }

  @Test(
    "A change is told against the digest before",
    arguments: [
      (4, ChangePeriod.yesterday, "4 more than yesterday"), (-1, .week, "1 fewer than last week"),
      (0, .last, "as many as last time"),
      (.min, .last, "9,223,372,036,854,775,807 fewer than last time"),
    ])
  func change(difference: Int, period: ChangePeriod, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    #expect(words.change(difference, since: period) == text)
  }

  @Test(
    "Lists are joined as the language joins them",
    arguments: [
      ("en", [], ""), ("en", ["a"], "a"), ("en", ["a", "b"], "a and b"),
      ("en", ["a", "b", "c", "d"], "a, b, c, and d"), ("de", ["a", "b", "c"], "a, b und c"),
      ("ar", ["أ", "ب", "ج"], "أ وب وج"),
    ])
  func list(tag: String, items: [String], text: String) throws {
    #expect(try BundledCatalogues.load().localization(for: tag).list(items) == text)
  }
}
