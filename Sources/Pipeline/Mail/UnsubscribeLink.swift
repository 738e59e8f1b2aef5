internal import MailMessages
package import Notifications

/// Makes the links by which recipients unsubscribe themselves: whoever knows the secret can tell that
/// a link is one of ours.
///
///     https://example.org/unsubscribe/user-17?s=4c1f…
///
/// The signature is HMAC-SHA-256 (RFC 2104) of the recipient's id in UTF-8, in small hexadecimal
/// digits. It has no date: a mail's links must work for years.
package struct UnsubscribeLink: Sendable {
  private let template: String
  private let secret: [UInt8]

  /// Why a link cannot be made.
  package enum Problem: Error, Equatable, Sendable {
    /// The template lacks this placeholder.
    case missing(String)
    /// No link of the template is a `https` URL that a header may hold.
    case notHTTPS
    /// The secret has fewer bytes: it could be guessed.
    case shortSecret(least: Int)
  }

  package static let leastSecret = 16
  private static let recipientMark = "{recipient}"
  private static let signatureMark = "{signature}"

  /// - Parameter template: a `https` URL (RFC 8058 section 3.1) with `{recipient}`, the id
  ///   percent-encoded, and `{signature}`.
  package init(template: String, secret: [UInt8]) throws(Problem) {
    self.template = template
    self.secret = secret
    for mark in [Self.recipientMark, Self.signatureMark] where !template.contains(mark) {
      throw .missing(mark)
    }
    guard secret.count >= Self.leastSecret else { throw .shortSecret(least: Self.leastSecret) }
    let example = url(for: RecipientID("a"))
    guard example.lowercased().hasPrefix("https://"), (try? Unsubscription(example)) != nil else {
      throw .notHTTPS
    }
  }

  package func url(for recipient: RecipientID) -> String {
    // The signature first: it holds no brace, while an id may hold anything until it is encoded.
    let signed = template.replacing(Self.signatureMark, with: signature(of: recipient))
    return InboxAddress.of(recipient, template: signed)
  }

  package func signature(of recipient: RecipientID) -> String {
    let hash = KeyedHash.hmacSHA256(Array(recipient.text.utf8), key: secret)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
