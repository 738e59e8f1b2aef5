import Digests
import Foundation
import Languages
import MailMessages
import Notifications
import Testing

@testable import Rendering

@Suite("The digest email")
struct MailDocumentTests {
  @Test(
    "The digest email says counts and the top item in its subject, the next titles in its preheader"
  )
  func headline() throws {
    let digest = MailSamples.digest(MailSamples.typical)
    let headline = MailHeadline(digest, in: try MailSamples.context(), period: .yesterday)
    #expect(headline.subject == "Transcript due tomorrow + 1 urgent, 5 more")
    #expect(headline.heading.whole == "2 urgent, 5 more")
    #expect(headline.heading.urgent == "2 urgent")
  }

  @Test("The digest email has every item in both parts, in the same order")
  func bothParts() throws {
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(MailSamples.typical), in: try MailSamples.context())
    let titles = document.digest.sections.flatMap(\.items).compactMap(\.notification.title)
    #expect(titles.count == 7)
    for bytes in [document.html, document.text.bytes] {
      let flat = String(decoding: bytes, as: UTF8.self)
        .replacingOccurrences(of: "<strong>", with: "").replacingOccurrences(
          of: "</strong>", with: "")
      let body = flat.range(of: "Today ·").map { flat[$0.upperBound...] } ?? ""
      var position = body.startIndex
      for title in titles {
        let found = try #require(body[position...].range(of: title.prefix(60)), "\(title)")
        position = found.upperBound
      }
    }
  }

  @Test(
    "The digest email is never clipped, however many notifications there are",
    arguments: [1, 10, 300, 3_000, 20_000])
  func budget(count: Int) throws {
    let many = (0..<count).map {
      MailSamples.notification(
        $0, "follow_up", "Titel mit Umläuten Nummer \($0)", String(repeating: "Wörter ", count: 30),
        priority: $0 % 50 == 0 ? .high : .normal, hoursAgo: Int64($0 % 90))
    }
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(many), in: try MailSamples.context())
    let size = TransferEncoding.encodedCount(of: document.html)
    #expect(size <= MailDocument.mostEncodedBytes)
    let shown = document.digest.sections.reduce(0) { $0 + $1.items.count + $1.omitted }
    #expect(shown == count)
    #expect(String(decoding: document.html, as: UTF8.self).contains("Unsubscribe"))
    if count >= 300 { #expect(size > MailDocument.mostEncodedBytes * 8 / 10) }
  }

  @Test("The digest email breaks its counts down only where that says more than its heading")
  func breakdown() throws {
    func lines(_ types: [String: Int], high: Int = 0) throws -> [String] {
      let all = types.sorted { $0.key < $1.key }.flatMap { type, count in
        (0..<count).map { (type, $0) }
      }
      let notifications = all.enumerated().map { index, one in
        MailSamples.notification(
          index, one.0, "Title", priority: index < high ? .high : .normal, hoursAgo: 1)
      }
      let document = try MailSamples.renderer().document(
        of: MailSamples.digest(notifications), in: try MailSamples.context())
      let text = String(decoding: document.text.bytes, as: UTF8.self)
      let head = text.prefix(upTo: try #require(text.range(of: "Today")).lowerBound)
      return head.split(separator: "\n").dropFirst(2).map(String.init)
    }
    #expect(try lines(["offer": 3]) == [])
    #expect(try lines(["offer": 3], high: 1) == ["1 high · 2 normal"])
    #expect(try lines(["offer": 2, "deadline": 1]) == ["Deadlines: 1", "Offers: 2"])
    let many = try lines(["a": 1, "b": 5, "c": 2, "d": 4, "e": 3, "f": 7, "g": 1])
    #expect(many == ["B: 5", "C: 2", "D: 4", "E: 3", "F: 7", "Other: 2"])
    let long = try lines([String(repeating: "x", count: 500): 2, "offer": 1])
    #expect(long == ["Offers: 1", "X" + String(repeating: "x", count: 30) + "…: 2"])
  }

  @Test(
    "The digest email writes samples for the eye",
    .enabled(
      if: ProcessInfo.processInfo.environment["TIDINGS_WRITE_MAILS"] != nil,
      "writes mails for the eye: set TIDINGS_WRITE_MAILS to a folder"))
  func samples() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["TIDINGS_WRITE_MAILS"])
    for locale in ["en", "de", "ar"] {
      for images in [true, false] {
        let document = try MailSamples.renderer().document(
          of: MailSamples.digest(MailSamples.typical),
          in: try MailSamples.context(locale, images: images))
        let name = "\(folder)/\(locale)\(images ? "-images" : "")"
        try Data(document.html).write(to: URL(filePath: name + ".html"))
        try Data(document.text.bytes).write(to: URL(filePath: name + ".txt"))
      }
    }
  }
}
