import ByteText
internal import MailMessages
package import Notifications
internal import Rendering

/// Makes the signed links of one template: to unsubscribe, to change how often mails come, or to mute
/// a type. With the secret, a server can verify them.
///
///     https://example.org/unsubscribe/user-17?s=4c1f…
///
/// The signature is HMAC-SHA-256 (RFC 2104) in lowercase hexadecimal digits. It contains no date: a
/// mail's links must work for years.
package struct SignedLink: Sendable {
  private let template: String
  private let hasType: Bool
  private let secret: [UInt8]
  private let purpose: Purpose

  /// What a link is for. No signature for one purpose, or for one type, is valid for another.
  package enum Purpose: Sendable {
    /// Signs the recipient's id in UTF-8.
    case unsubscribing
    /// Signs the id, a line feed and the type's key, which is empty if the template has no `{type}`.
    case managing
  }

  /// Why no links can be made.
  package enum Problem: Error, Equatable, Sendable {
    /// The template lacks this placeholder.
    case missing(String)
    /// The template has a placeholder that stands for nothing.
    case unknown(String, known: [String])
    /// The template's links are not `https` URLs that a header may contain.
    case notHTTPS
    /// The secret has fewer bytes and could be guessed.
    case shortSecret(least: Int)
  }

  package static let leastSecret = 16
  private static let signatureMark = "{signature}"
  private static let typeMark = "{type}"

  /// Whether a template's links are of one type each.
  package static func hasType(_ template: String) -> Bool { template.contains(typeMark) }

  /// - Parameter template: an `https` URL (RFC 8058 section 3.1) with `{recipient}`, the
  ///   percent-encoded id, and `{signature}`; if it is for managing, perhaps with `{type}`, the
  ///   percent-encoded key.
  package init(template: String, secret: [UInt8], for purpose: Purpose) throws(Problem) {
    self.template = template
    hasType = Self.hasType(template)
    self.secret = Self.trimmed(secret)
    self.purpose = purpose
    let needed = [InboxAddress.recipientMark, Self.signatureMark]
    for mark in needed where !template.contains(mark) { throw .missing(mark) }
    let known = purpose == .managing ? needed + [Self.typeMark] : needed
    if let mark = InboxAddress.unknownMark(in: template, among: known) {
      throw .unknown(mark, known: known)
    }
    guard self.secret.count >= Self.leastSecret else { throw .shortSecret(least: Self.leastSecret) }
    guard let example = url(for: RecipientID("a"), type: TypeKey(normalizing: "a")),
      example.lowercased().hasPrefix("https://"), (try? Unsubscription(example)) != nil
    else { throw .notHTTPS }
  }

  /// Without line ends behind it, which a file adds that a variable is set from, and a server takes
  /// away.
  private static func trimmed(_ secret: [UInt8]) -> [UInt8] {
    let end = secret.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    return Array(secret[..<end])
  }

  /// The link of a recipient, or of a recipient and a type; nil for an id that would change the path, or
  /// with a line feed, whose signature could be that of somebody else's type.
  package func url(for recipient: RecipientID, type: TypeKey? = nil) -> String? {
    if recipient.text.utf8.contains(UInt8(ascii: "\n")) { return nil }
    let type = hasType ? type : nil
    var key: [UInt8] = []
    type?.text.withBytes { PercentEncoding.append(component: $0.span, to: &key) }
    return InboxAddress.of(
      recipient, template: template,
      [
        (Self.signatureMark, signature(of: recipient, type)),
        (Self.typeMark, String(decoding: key, as: UTF8.self)),
      ])
  }

  private func signature(of recipient: RecipientID, _ type: TypeKey?) -> String {
    var text = Array(recipient.text.utf8)
    // No key has a line feed.
    if purpose == .managing { text += "\n\(type?.text ?? "")".utf8 }
    return SHA256.hmac(text, key: secret).hexadecimal
  }
}

/// The signed links of a run's mails.
package struct SignedLinks: Sendable {
  /// For recipients without a link of their own.
  package var unsubscribing: SignedLink?
  /// To change how often mails come.
  package var managing: SignedLink?
  /// To mute a type.
  package var muting: SignedLink?

  package init() {}

  /// A recipient's links besides the one to unsubscribe.
  func wishes(of recipient: RecipientID) -> WishLinks {
    var wishes = WishLinks(manage: managing?.url(for: recipient))
    if let muting { wishes.mute = { muting.url(for: recipient, type: $0) } }
    return wishes
  }
}
