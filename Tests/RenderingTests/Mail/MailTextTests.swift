import Digests
import Languages
import MailMessages
import TestData
import Testing

@testable import Rendering

struct MailTextTests {
  private func flowed(_ rendered: String) -> String {
    var text = FlowedText()
    MailText.append(Array(rendered.utf8), to: &text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func trimmed(_ line: Substring) -> Substring {
    var line = line
    while line.last == " " { line.removeLast() }
    while line.first == " " { line.removeFirst() }
    return line
  }

  @Test func `The text part lets long lines flow where a blank was, and nowhere else`() {
    let words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    #expect(
      flowed(words + "\n")
        == "one two three four five six seven eight nine ten eleven twelve thirteen \nfourteen\n")
    let long = String(repeating: "x", count: 80)
    #expect(flowed(long + "\n") == String(repeating: "x", count: 71) + "\nxxxxxxxxx\n")
    let japanese = String(repeating: "成績", count: 20)
    #expect(flowed(japanese + "\n").split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    #expect(flowed("-- \nfoot\n") == "-- \nfoot\n")
  }

  @Test func `What belongs to an item is indented, and none of its lines flows`() {
    let words = String(repeating: "word ", count: 20)
    let indented = flowed(" \(words)\n").split(separator: "\n")
    #expect(
      indented.count == 2 && indented.allSatisfy { $0.hasPrefix("  w") && !$0.hasSuffix(" ") })
  }

  @Test func `The text part never breaks an address`() {
    let url = "https://example.org/" + String(repeating: "a", count: 90)
    #expect(flowed("[1] \(url)\n").contains(url))
    #expect(flowed("schöner [1] \(url)\n").contains(url))
  }

  @Test func `An isolate that a line ends is closed there and opened again in the next`() {
    let (open, close) = ("\u{2068}", "\u{2069}")
    let token = String(repeating: "x", count: 100)
    #expect(
      flowed("שלום \(open)\(token)\(close) סוף\n")
        == "שלום \n\(open)\(token.prefix(71))\(close)\n\(open)\(token.dropFirst(71))\(close) סוף\n")
  }

  @Test(arguments: [("en", "شكرًا جزيلًا", "\u{200F}"), ("ar", "Thank you", "\u{200E}")])
  func `Foreign lines are marked as such`(locale: String, word: String, mark: String) throws {
    let own = ["en": "Thanks", "ar": "شكرًا"][locale] ?? ""
    let notifications = [
      MailSamples.notification(1, "offer", own, own + "\n" + word),
      MailSamples.notification(
        2, "offer", own + " 2", Array(repeating: word, count: 9).joined(separator: " ")),
    ]
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(notifications), in: try MailSamples.context(locale))
    let lines = String(decoding: document.text.bytes, as: UTF8.self).split(separator: "\n")
    let foreign = lines.filter { $0.contains(word) }
    #expect(foreign.count == 3)
    #expect(foreign.allSatisfy { $0.hasPrefix(mark + "  \u{2068}") }, "\(foreign)")
    #expect(lines.contains { $0 == "  " + own })
  }

  @Test(arguments: 0..<300)
  func `The text part breaks ASCII as it does any text`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var line = "w"
    while line.utf8.count < 72 + seed {
      line +=
        String(repeating: "w", count: .random(in: 0..<16, using: &generator))
        + String(repeating: " ", count: .random(in: 1...2, using: &generator))
    }
    let lines = flowed(line + "\n").split(separator: "\n").map { trimmed($0) }
    let wrapped = DisplayWidth.wrapped(line, columns: MailText.columns).map { trimmed($0[...]) }
    #expect(lines.filter { !$0.isEmpty } == wrapped.filter { !$0.isEmpty })
  }

  @Test(arguments: ["en", "de", "ar", "fr", "he", "ja", "ru"])
  func `The text has at most 72 columns and isolates foreign directions`(locale: String) throws {
    let context = try MailSamples.context(locale)
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(MailKind.inScripts + MailSamples.typical), in: context)
    let text = String(decoding: document.text.bytes, as: UTF8.self)
    for line in text.split(separator: "\n") where !line.contains("://") {
      #expect(DisplayWidth.columns(of: String(line)) <= 72, "\(line)")
    }
    let isToTheLeft = context.words.direction == .rightToLeft
    let foreign = isToTheLeft ? "Transcript due tomorrow" : "גיליון הציונים נדרש מחר"
    #expect(text.contains("\u{2068}\(foreign)\u{2069}"))
    #expect(!text.contains("\u{2068}https"))
  }
}
