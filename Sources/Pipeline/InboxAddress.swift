import ByteText
package import Notifications

/// Where recipients' inboxes are.
package struct InboxAddress: Sendable {
  private let template: String
  private let pages: PageAddresses?

  /// The mark for a page's name, which only its folder knows.
  package static let pageMark = "{page}"
  private static let recipientMark = "{recipient}"

  /// The first mark of a template that stands for nothing, such as `{pge}`: it would stay in every link.
  package static func unknownMark(in template: String) -> String? {
    let known = [pageMark, recipientMark]
    let marks = template.matches(of: /\{[^{}]*\}/).map { String($0.output) }
    return marks.first { !known.contains($0) }
  }

  /// - Parameters:
  ///   - template: a URL in which `{recipient}` stands for the id, percent-encoded (RFC 3986 section
  ///     2.3), and `{page}` for the name of the recipient's page.
  ///   - pages: knows the names; needed where the template asks for them.
  package init(_ template: String, pages: PageAddresses? = nil) {
    self.template = template
    self.pages = pages
  }

  /// - Parameter profile: the system that the id belongs to.
  package func url(of recipient: RecipientID, _ profile: ProfileName) -> String {
    // The page first: its name holds no brace, while an id may hold anything until it is encoded.
    let page = pages?.name(of: recipient, profile)
    let template = page.map { self.template.replacing(Self.pageMark, with: $0) } ?? self.template
    return Self.of(recipient, template: template)
  }

  /// The template with `{recipient}` replaced by the id, percent-encoded.
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
