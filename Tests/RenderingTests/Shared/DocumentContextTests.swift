import Languages
import Notifications
import Testing

@testable import Digests
@testable import Rendering

struct DocumentContextTests {
  @Test func `A type that its profile does not know, or without a key, has a label`() throws {
    let table = try Samples.context().types
    #expect(table[Samples.recruiting, TypeKey(normalizing: "newMember")].label == "New member")
    #expect(table[ProfileName("other"), TypeKey(normalizing: "offer")].emoji == nil)
    #expect(table[Samples.recruiting, TypeKey(normalizing: "")].label == "Notification")
    #expect(table[Samples.recruiting, TypeKey(normalizing: "offer")].emoji == "🎉")
  }

  @Test func `The label of a single one is in the label's language, or there is none`() throws {
    var offer = NotificationType(
      key: TypeKey(normalizing: "offer"),
      label: LocalizedText(byTag: ["en": "Offers", "ru": "Предложения"]))
    offer.singular = LocalizedText(byTag: ["en": "Offer"])
    let type = offer
    let dutch = CatalogueFile(name: "nl.yaml", tag: "nl", bytes: Array("digest: {title: X}".utf8))
    let catalogues = try Samples.catalogues(own: [dutch])
    let labels = ["en", "ru", "nl"].map { locale in
      let types = TypeTable(
        [(Samples.recruiting, [type], [:])], words: catalogues.localization(for: locale))
      return types[Samples.recruiting, type.key].label(of: 1)
    }
    #expect(labels == ["Offer", "Предложения", "Offer"])
  }

  @Test func `Words, times and days are the context's`() throws {
    let context = try Samples.context()
    #expect(Day.allCases.map(context.title) == ["Today", "Yesterday", "Earlier"])
    #expect(context.relativeTime(now.adding(seconds: -7200)) == "2h ago")
    #expect(context.relativeTime(now.adding(seconds: 300)) == "just now")
    #expect(context.absoluteTime(now).hasSuffix("EST"))
  }

  @Test func `A redacted type shows label and actor, or that of a single one`() throws {
    var context = try Samples.context()
    var message = Samples.notification("1", "message", ago: 1, "Secret", "Secret")
    #expect(ShownText(message, in: context).title == "Messages")
    message.content.actor = Actor(name: "Lee")
    #expect(ShownText(message, in: context).title == "Messages from Lee")
    #expect(ShownText(message, in: context).body == "")
    #expect(ShownText(message, in: context).plainBody == "")
    var type = Samples.types[3]
    type.singular = LocalizedText("Message")
    context.types = TypeTable([(Samples.recruiting, [type], [:])], words: context.words)
    #expect(ShownText(message, in: context).title == "Message from Lee")
    message.content.batchCount = 2
    #expect(ShownText(message, in: context).title == "Messages from Lee")
  }

  @Test func `Previews are cut where documents cut, and whole in JSON and on the page`() throws {
    let context = try Samples.context()
    var sample = Samples.notification("1", "offer", ago: 1, "whole preview", "whole body")
    (sample.content.shortTitle, sample.content.shortBody) = ("short…", "body…")
    #expect(ShownText(sample, in: context).title == "whole preview")
    #expect(ShownText(sample, in: context).body == "whole body")
    #expect(ShownText(sample, in: context, cutsPreviews: true).title == "short…")
    #expect(ShownText(sample, in: context, cutsPreviews: true).body == "body…")
    let item = DigestItem(notification: sample, ids: [sample.id])
    #expect(ItemParts(item, in: context, length: .card).title.text == "short…")
    #expect(ItemParts(item, in: context, length: .whole).title.text == "whole preview")
  }

  @Test func `A body is plain text whatever it was written in`() throws {
    let context = try Samples.context()
    var sample = Samples.notification("1", "offer", ago: 1, nil, "<p>a <b>b</b> &amp; c</p>")
    #expect(ShownText(sample, in: context).title == "Offers")
    #expect(ShownText(sample, in: context).plainBody == "<p>a <b>b</b> &amp; c</p>")
    sample.content.bodyFormat = .html
    #expect(ShownText(sample, in: context).plainBody == "a b & c")
    sample.content.body = "a **b** ![x](https://x.example/y.png)"
    sample.content.bodyFormat = .markdown
    #expect(!ShownText(sample, in: context).plainBody.contains("*"))
    #expect(!ShownText(sample, in: context).plainBody.contains("example"))
  }
}

struct LabeledTypesTests {
  @Test func `Mentions never hide among others, and the smallest others do`() throws {
    var counts = Counts()
    let keys = (0..<9).map { "kind_\($0)" } + ["mention"]
    counts.byType = keys.enumerated().map { place, key in
      TypeTally(
        type: TypeID(ProfileName("p"), TypeKey(normalizing: key)),
        tally: Tally(total: 20 - place, unread: 0))
    }
    let types = LabeledTypes(counts, in: try Samples.context().types)
    let (rows, others) = types.largest(8)
    #expect(rows.map(\.look.label).suffix(2) == ["Kind 5", "Mention"])
    #expect(rows.count == 7 && others.total == 14 + 13 + 12)
    #expect(types.largest(10).others.total == 0 && types.largest(1).rows.isEmpty)
  }
}

struct IsolationTests {
  @Test(arguments: [
    ("plain", TextDirection.leftToRight, "plain"), ("12:00, 5 %", .rightToLeft, "12:00, 5 %"),
    ("שלום", .leftToRight, "\u{2068}שלום\u{2069}"), ("שלום", .rightToLeft, "שלום"),
    ("日本語", .leftToRight, "日本語"), ("日本語", .rightToLeft, "\u{2068}日本語\u{2069}"),
    ("abc", .rightToLeft, "\u{2068}abc\u{2069}"), ("👍 – …", .rightToLeft, "👍 – …"),
    ("a\u{202E}b", .leftToRight, "\u{2068}ab\u{2069}"),
    ("\u{2066}open", .leftToRight, "\u{2068}\u{2066}open\u{2069}\u{2069}"),
    ("close\u{2069}", .leftToRight, "\u{2068}close\u{2069}"), ("", .rightToLeft, ""),
  ])
  func `A foreign direction is isolated`(text: String, direction: TextDirection, expected: String) {
    let found = BidiIsolation.isolated(text, in: direction)
    #expect(found.utf8.elementsEqual(expected.utf8), "\(found.unicodeScalars.map(\.value))")
  }

  @Test(arguments: [
    ("see evil.example now", "see evil.|example now"), ("a@b.example", "a@|b.|example"),
    ("https://x.example/a.b", "https:|//x.|example/a.|b"), ("2.5 and 1.2.3", "2.5 and 1.2.3"),
    ("End. Begin...", "End. Begin..."), ("", ""), (".", "."), ("@me", "@me"), ("a@", "a@"),
    ("пример.рф", "пример.|рф"), ("v1.com", "v1.|com"), ("a: b", "a: b"), ("x:/", "x:/"),
  ])
  func `User text gives a mail program nothing to make a link of`(text: String, expected: String) {
    let found = LinkGuard.guarded(text).unicodeScalars.map { $0 == LinkGuard.joiner ? "|" : $0 }
    #expect(found.elementsEqual(expected.unicodeScalars), "\(found)")
  }

  @Test(arguments: [
    ("a\r\nb", "a b"), (" a  b ", "a b"), ("a\u{85}b\u{2028}c\u{2029}", "a b c"), ("\u{0}", ""),
    ("“a” – b…", "“a” – b…"), ("é\u{9B}x", "é x"), ("", ""), ("a\u{7F}b", "a b"), ("a·b", "a·b"),
    ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{1DC0}x", "e\u{301}\u{302}\u{303}\u{304}x"),
  ])
  func `User text is one line beside other words`(text: String, expected: String) {
    #expect(FlatText.line(text).utf8.elementsEqual(expected.utf8))
  }
}
