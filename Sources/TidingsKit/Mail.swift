import Digests
import MailMessages
import Notifications
import Rendering

/// A digest mail, ready for submission.
public struct Mail: Sendable {
  /// As a reader sees it, not encoded.
  public let subject: String
  /// Stays the same for one sender, reader and `now`.
  public let messageID: String
  /// The text part, without transfer encoding.
  public let text: String
  /// The HTML part, without transfer encoding.
  public let html: String
  /// The whole message as a server expects it: RFC 5322, with CRLF.
  public let bytes: [UInt8]

  init(
    _ digest: Digests.Digest, in context: DocumentContext, from sender: Sender,
    of profile: ProfileName, limit: Int, templates: TemplateCatalogue
  ) throws(Fault) {
    do throws(any Error) {
      let renderer = try MailRenderer(
        theme: sender.theme.rawValue, templates,
        options: MailOptions(brand: Brand(name: sender.name ?? ""), limit: max(1, limit)))
      let document = renderer.document(of: digest, in: context)
      let stream = try MailStream(
        name: sender.stream, from: Mailbox(sender.name, try EmailAddress(sender.address)))
      let mail = try DigestMail(document, to: context, of: profile, in: stream, slot: context.now)
      var bytes: [UInt8] = []
      mail.message.write(into: &bytes)
      self.bytes = bytes
      subject = document.subject
      messageID = "<\(mail.message.headers.messageID)>"
      text = String(decoding: document.text.bytes, as: UTF8.self)
      html = String(decoding: document.html, as: UTF8.self)
    } catch {
      throw Fault(error)
    }
  }
}

/// Who sends mails, and how they look.
public struct Sender: Sendable {
  /// The bundled looks; `lean` has no tables of counts and no boxes.
  public enum Theme: String, Sendable {
    case standard = "default"
    case lean
  }

  /// The address in `From`.
  public var address: String
  /// The name beside the address, and the brand at the top.
  public var name: String?
  /// A series of mails, part of its List-Id and of every Message-ID.
  public var stream = "digest"
  /// How the mails look.
  public var theme = Theme.standard

  /// A sender with the standard look.
  public init(_ address: String, name: String? = nil) {
    (self.address, self.name) = (address, name)
  }
}
