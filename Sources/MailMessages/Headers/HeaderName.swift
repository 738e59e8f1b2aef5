/// The name of a header field: printable ASCII without colon, at most 60 bytes, compared without case.
///
/// RFC 5322 sections 2.2 and 3.6.8.
package struct HeaderName: Hashable, Sendable, CustomStringConvertible {
  /// As it is written.
  package let description: String

  /// Throws when the name is empty, too long, or holds anything but `ftext`.
  package init(_ name: String) throws(HeaderError) {
    if name.isEmpty { throw .emptyName }
    for (offset, byte) in name.utf8.enumerated() {
      guard byte > ASCII.space, byte < ASCII.delete, byte != ASCII.colon else {
        throw .forbiddenInName(byte: byte, offset: offset)
      }
    }
    guard name.utf8.count <= 60 else { throw .unbreakable(octets: name.utf8.count) }
    description = name
  }

  private init(known name: String) { description = name }

  package static func == (one: HeaderName, other: HeaderName) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8) {
      $0.asciiLowercased == $1.asciiLowercased
    }
  }

  package func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte.asciiLowercased) }
  }
}

extension HeaderName {
  package static let date = HeaderName(known: "Date")
  package static let from = HeaderName(known: "From")
  package static let sender = HeaderName(known: "Sender")
  package static let replyTo = HeaderName(known: "Reply-To")
  package static let to = HeaderName(known: "To")
  package static let cc = HeaderName(known: "Cc")
  package static let bcc = HeaderName(known: "Bcc")
  package static let subject = HeaderName(known: "Subject")
  package static let messageID = HeaderName(known: "Message-ID")
  package static let listID = HeaderName(known: "List-Id")
  package static let listUnsubscribe = HeaderName(known: "List-Unsubscribe")
  package static let listUnsubscribePost = HeaderName(known: "List-Unsubscribe-Post")
  package static let autoSubmitted = HeaderName(known: "Auto-Submitted")
  package static let autoResponseSuppress = HeaderName(known: "X-Auto-Response-Suppress")
  package static let mimeVersion = HeaderName(known: "MIME-Version")
  package static let contentType = HeaderName(known: "Content-Type")
  package static let contentTransferEncoding = HeaderName(known: "Content-Transfer-Encoding")
  package static let contentLanguage = HeaderName(known: "Content-Language")
  package static let returnPath = HeaderName(known: "Return-Path")
  package static let received = HeaderName(known: "Received")
  package static let dkimSignature = HeaderName(known: "DKIM-Signature")
}
