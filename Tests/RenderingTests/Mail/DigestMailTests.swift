import ByteText
import Digests
import Foundation
import Languages
import MailMessages
import Notifications
import Testing

@testable import Rendering

struct DigestMailTests {
  private func message(
    _ notifications: [Notification] = MailSamples.typical, _ locale: String = "en",
    slot: Int64 = 1_770_523_200, change: (inout DocumentContext) -> Void = { _ in }
  ) throws -> DigestMail {
    var context = try MailSamples.context(locale)
    change(&context)
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(notifications), in: context)
    return try DigestMail(
      document, to: context, of: ProfileName("app"), in: try MailSamples.stream(),
      slot: Instant(seconds: slot))
  }

  /// Why there is no mail; nil if there is one.
  private func sentence(_ change: (inout DocumentContext) -> Void) -> String? {
    do {
      _ = try message(change: change)
      return nil
    } catch { return (error as? Fault)?.sentence }
  }

  @Test func `A digest message has every field of its stream and recipient`() throws {
    var bytes: [UInt8] = []
    let mail = try message()
    mail.message.write(into: &bytes)
    let header = String(decoding: bytes, as: UTF8.self)
    for line in [
      "Date: Sun, 08 Feb 2026 10:05:00 -0500",
      "From: The Recruiting Compass <digest@mail.example.com>",
      "Reply-To: help@example.com", "List-Id: The Recruiting Compass <digest.mail.example.com>",
      "List-Unsubscribe: <https://example.org/unsubscribe?u=1>",
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Auto-Submitted: auto-generated",
      "Content-Language: en",
      "Subject: =?UTF-8?Q?Transcript_due_tomorrow_=C2=B7_2_urgent=2C_5_more?=",
    ] {
      #expect(header.contains("\r\n" + line + "\r\n") || header.hasPrefix(line + "\r\n"), "\(line)")
    }
  }

  @Test func `A Message-ID is that of stream, profile, recipient and slot`() throws {
    let one = try message().message.headers.messageID
    #expect(try message().message.headers.messageID == one)
    #expect(try message(slot: 1).message.headers.messageID != one)
    let other = try message { $0.recipient.id = RecipientID("u2") }
    #expect(other.message.headers.messageID != one)
  }

  @Test func `A message is refused that cannot be delivered, or not unsubscribed from`() throws {
    #expect(sentence { $0.recipient.email = nil } == "email: the recipient has no address")
    #expect(sentence { $0.recipient.email = "a@b@c" } == "email: a@b@c is not an address")
    for url in ["javascript:alert(1)", "//example.org/u", "/unsubscribe"] {
      #expect(
        sentence { $0.recipient.unsubscribeURL = url }
          == "the unsubscribe URL \(url) cannot be used")
    }
  }

  @Test func `A message may have no way to unsubscribe, or one with a comma`() throws {
    let none = try message { $0.recipient.unsubscribeURL = nil }
    #expect(none.message.headers.unsubscription == nil)
    let comma = try message { $0.recipient.unsubscribeURL = "https://example.org/u?a,b" }
    #expect(comma.message.headers.unsubscription?.uri == "https://example.org/u?a%2Cb")
    #expect(String(decoding: comma.message.html, as: UTF8.self).contains("u?a%2Cb"))
  }

  @Test func `A subject keeps foreign directions and addresses apart`() throws {
    func subject(_ title: String, _ locale: String) throws -> String {
      try message([MailSamples.notification(1, "offer", title)], locale).message.headers.subject
    }
    #expect(try subject("שלום 1", "en") == "\u{2068}שלום 1\u{2069}")
    #expect(try subject("Hello", "en") == "Hello")
    #expect(try subject("Hello", "ar") == "\u{2068}Hello\u{2069}")
    #expect(try subject("see evil.example", "en") == "see evil.\u{200C}example")
  }

  @Test func `A digest message of nothing says that the reader is all caught up`() throws {
    let mail = try message([])
    #expect(mail.message.headers.subject == "You’re all caught up!")
    #expect(
      String(decoding: mail.message.text.bytes, as: UTF8.self).contains("You’re all caught up!"))
    let html = String(decoding: mail.message.html, as: UTF8.self)
    #expect(html.contains("You’re all caught up!"))
    // The first words behind the subject in a list of mails.
    #expect(html.contains(">Nothing new · Sunday, February 8&#847;"))
  }
}
