import Digests
import Languages
import Notifications
import Testing

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
