import Digests
import Foundation
import Languages
import MailMessages
import Notifications
import Testing

@testable import Rendering

struct MailDocumentTests {
  private func headline(
    _ notifications: [Notification], _ locale: String = "en"
  ) throws -> MailHeadline {
    let digest = MailSamples.digest(notifications)
    return MailHeadline(
      digest, digest.readingOrder, in: try MailSamples.context(locale), period: .yesterday)
  }

  @Test func `A subject says counts and the top item, a preheader the next titles`() throws {
    let headline = try headline(MailSamples.typical)
    #expect(headline.subject == "Transcript due tomorrow · 2 urgent, 5 more")
    #expect(headline.heading.whole == "2 urgent, 5 more")
    #expect(headline.heading.urgent == "2 urgent")
  }

  @Test(arguments: BundledLanguage.all.map(\.tag))
  func `A subject has the heading's counts, and the preheader the rest`(tag: String) throws {
    let headline = try headline(
      (0..<9).map { number in
        MailSamples.notification(
          number, "offer", ["Deploy failed", "Disk full"][number % 2],
          priority: number < 5 ? .high : .normal, hoursAgo: Int64(number / 5) * 30)
      }, tag)
    #expect(
      headline.subject.contains("Deploy failed ×")
        && headline.subject.hasSuffix(" · " + headline.heading.whole))
    #expect(headline.preheader.contains("Disk full") && !headline.preheader.contains("Deploy"))
  }

  @Test(arguments: [("Reply soon.", "Reply soon."), (nil, "Offers · 8:05\u{A0}AM")])
  func `A mail of one tells its message, or its kind`(message: String?, preheader: String) throws {
    let headline = try headline([MailSamples.notification(1, "offer", "Hello", message)])
    #expect(headline.subject == "Hello" && headline.preheader == preheader)
  }

  @Test(arguments: [("deadlines", "Deadlines"), ("loan_due", "Loan due"), ("loan_due", "LOAN DUE")])
  func `A title that only names its type gives way`(type: String, title: String) throws {
    let due = MailSamples.notification(
      1, type == "deadlines" ? "deadline" : type, title, "Pay it by Friday. The rest can wait.",
      priority: .high)
    for others in [[], [MailSamples.notification(2, "offer", "Other")]] {
      let headline = try headline([due] + others)
      let counts = others.isEmpty ? "" : " · 1 urgent, 1 more"
      #expect(headline.subject == "Pay it by Friday." + counts)
      #expect(headline.preheader == (others.isEmpty ? "The rest can wait." : "Other"))
      if others.isEmpty { #expect(headline.heading.whole == title) }
    }
  }

  @Test(arguments: [
    ("Ridgeline University made you an offer", " · 1 urgent, 8 more"),
    ("CPU above 95 % for the last quarter of an hour on db-primary", " · 1 urgent"),
    ("Potential security vulnerability found in the mbedtls dependency", ""),
  ])
  func `A subject tells as many counts as there is room for`(title: String, counts: String) throws {
    let headline = try headline(
      [MailSamples.notification(1, "offer", title, priority: .high)]
        + (2...9).map { MailSamples.notification($0, "offer", "Other \($0)") })
    #expect(headline.subject == title + counts)
  }

  @Test func `A preheader begins with what begins otherwise than the subject`() throws {
    let titles = ["Invoice 14 was paid", "Invoice 14 was paid (2)", "Chiara mentioned you"]
    let headline = try headline(
      titles.enumerated().map {
        MailSamples.notification($0, "offer", $1, hoursAgo: Int64($0) + 1)
      })
    #expect(headline.subject == "Invoice 14 was paid · 3 new")
    #expect(headline.preheader == "Chiara mentioned you · Invoice 14 was paid (2)")
  }

  @Test(arguments: [
    (Priority.normal, "Omar mentioned you · 2 new"),
    (.high, "Newest · 1 urgent, 1 more"),
  ])
  func `A mention leads, unless something is urgent`(priority: Priority, subject: String) throws {
    let headline = try headline([
      MailSamples.notification(1, "offer", "Newest", priority: priority, hoursAgo: 1),
      MailSamples.notification(2, "mention", "Omar mentioned you", hoursAgo: 3),
    ])
    #expect(headline.subject == subject)
  }

  @Test func `The digest email has every item in both parts, in the same order`() throws {
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(MailSamples.typical), in: try MailSamples.context())
    let titles = document.digest.readingOrder.flatMap(\.lines).compactMap {
      document.digest[$0].notification.title
    }
    #expect(titles.count == 7)
    for bytes in [document.html, document.text.bytes] {
      let flat = String(decoding: bytes, as: UTF8.self)
      let body = flat.range(of: "Urgent · 2").map { flat[$0.upperBound...] } ?? ""
      var position = body.startIndex
      for title in titles {
        let found = try #require(body[position...].range(of: title.prefix(60)), "\(title)")
        position = found.upperBound
      }
    }
  }

  /// The lines between heading and first section of the text part of a mail of so many of each type.
  private func breakdown(_ types: [String: Int], high: Int = 0) throws -> [String] {
    let all = types.sorted { $0.key < $1.key }.flatMap { type, count in
      (0..<count).map { (type, $0) }
    }
    let notifications = all.enumerated().map { index, one in
      MailSamples.notification(
        index, one.0, "Title \(index)", priority: index < high ? .high : .normal, hoursAgo: 1)
    }
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(notifications), in: try MailSamples.context())
    let text = String(decoding: document.text.bytes, as: UTF8.self)
    let first = high > 0 ? "Urgent ·" : "Today ·"
    let head = text.prefix(upTo: try #require(text.range(of: first)).lowerBound)
    return head.split(separator: "\n").dropFirst(2).map { line in
      String(line).replacing("\u{A0}", with: " ")
    }
  }

  @Test func `The digest email tells in one line what kinds there are, most first`() throws {
    #expect(try breakdown(["offer": 3]) == [])
    #expect(try breakdown(["offer": 3], high: 1) == [])
    #expect(try breakdown(["offer": 1, "deadline": 1]) == [])
    #expect(try breakdown(["offer": 2, "deadline": 3]) == ["Deadlines 3 · Offers 2"])
    let long = try breakdown([String(repeating: "x", count: 500): 2, "offer": 1])
    #expect(long == ["X" + String(repeating: "x", count: 30) + "… 2 · Offers 1"])
    let names = ["a", "b", "c", "d", "e", "f"].map { String(repeating: $0, count: 24) }
    let last = try breakdown(["a": 3, "b": 3].merging(names.prefix(3).map { ($0, 1) }) { $1 })
    #expect(last.joined(separator: " ").hasSuffix(names[2].capitalized + " 1"), "\(last)")
    let six = Dictionary(uniqueKeysWithValues: names.map { ($0, 2) })
    #expect(try !breakdown(six).joined(separator: " ").contains("Other"))
    let many = try breakdown(six.merging(["offer": 1]) { $1 })
    #expect(many.joined(separator: " ").hasSuffix(" · Other 3"))
    #expect(try breakdown(["offer": 31, "deadline": 30]) == ["Offers 31 · Deadlines 30"])
  }

  @Test func `The digest email has the date in its subject where there was one like it`() throws {
    let digest = MailSamples.digest([MailSamples.notification(1, "offer", "Hello")])
    let context = try MailSamples.context()
    let document = try MailSamples.renderer().document(of: digest, in: context) { $0 == "Hello" }
    #expect(document.subject == "Hello (Feb 8)")
    #expect(document.undatedSubject == "Hello")
    #expect(String(decoding: document.html, as: UTF8.self).contains("<title>Hello (Feb 8)</title>"))
  }
}
