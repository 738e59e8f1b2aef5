import ByteText
internal import MailMessages
package import Notifications

/// The URLs of recipients' inboxes.
package struct InboxAddress: Sendable {
  private let template: String
  private let pages: PageAddresses?

  /// The placeholder for a page's name, which only the folder of pages knows.
  package static let pageMark = "{page}"
  private static let recipientMark = "{recipient}"

  /// The first unknown placeholder of a template, such as `{pge}`, which would stay in every link.
  package static func unknownMark(in template: String) -> String? {
    let known = [pageMark, recipientMark]
    let marks = template.matches(of: /\{[^{}]*\}/).map { String($0.output) }
    return marks.first { !known.contains($0) }
  }

  /// - Parameters:
  ///   - template: a URL in which `{recipient}` stands for the id, percent-encoded (RFC 3986
  ///     section 2.3), and `{page}` for the name of the recipient's page.
  ///   - pages: the names of pages; required if the template contains `{page}`.
  package init(_ template: String, pages: PageAddresses? = nil) {
    self.template = template
    self.pages = pages
  }

  /// - Parameter profile: the system of the id.
  package func url(of recipient: RecipientID, _ profile: ProfileName) -> String {
    // The page is replaced first: its name has no braces, but an id may have some until it is
    // encoded.
    let page = pages?.name(of: recipient, profile)
    let template = page.map { self.template.replacing(Self.pageMark, with: $0) } ?? self.template
    return Self.of(recipient, template: template)
  }

  /// The template with `{recipient}` replaced by the percent-encoded id.
  package static func of(_ recipient: RecipientID, template: String) -> String {
    let mark = Array(recipientMark.utf8)
    var address: [UInt8] = []
    var rest = Array(template.utf8)[...]
    while let found = rest.firstRange(of: mark) {
      address += rest[..<found.lowerBound]
      recipient.text.withRawBytes { PercentEncoding.append(component: $0, to: &address) }
      rest = rest[found.upperBound...]
    }
    return String(decoding: address + rest, as: UTF8.self)
  }
}

/// Makes signed unsubscribe links; with the secret, a server can verify them.
///
///     https://example.org/unsubscribe/user-17?s=4c1f…
///
/// The signature is HMAC-SHA-256 (RFC 2104) of the recipient's id in UTF-8, in lowercase
/// hexadecimal digits. It contains no date: a mail's links must work for years.
package struct UnsubscribeLink: Sendable {
  private let template: String
  private let secret: [UInt8]

  /// Why no links can be made.
  package enum Problem: Error, Equatable, Sendable {
    /// The template lacks this placeholder.
    case missing(String)
    /// The template's links are not `https` URLs that a header may contain.
    case notHTTPS
    /// The secret has fewer bytes and could be guessed.
    case shortSecret(least: Int)
  }

  package static let leastSecret = 16
  private static let recipientMark = "{recipient}"
  private static let signatureMark = "{signature}"

  /// - Parameter template: an `https` URL (RFC 8058 section 3.1) with `{recipient}`, the
  ///   percent-encoded id, and `{signature}`.
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
    // The signature is replaced first: it has no braces, but an id may have some until it is
    // encoded.
    let signed = template.replacing(Self.signatureMark, with: signature(of: recipient))
    return InboxAddress.of(recipient, template: signed)
  }

  package func signature(of recipient: RecipientID) -> String {
    SHA256.hmac(Array(recipient.text.utf8), key: secret).hexadecimal
  }
}
