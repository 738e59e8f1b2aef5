/// The name of a header field: printable ASCII without colon, at most 60 bytes, compared without case.
///
/// RFC 5322 sections 2.2 and 3.6.8.
public struct HeaderName: Hashable, Sendable, CustomStringConvertible {
  /// As it is written.
  public let description: String

  /// Throws when the name is empty, too long, or holds anything but `ftext`.
  public init(_ name: String) throws(HeaderError) {
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

  public static func == (one: HeaderName, other: HeaderName) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8) {
      $0.asciiLowercased == $1.asciiLowercased
    }
  }

  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte.asciiLowercased) }
  }
}

extension HeaderName {
  public static let date = HeaderName(known: "Date")
  public static let from = HeaderName(known: "From")
  public static let sender = HeaderName(known: "Sender")
  public static let replyTo = HeaderName(known: "Reply-To")
  public static let to = HeaderName(known: "To")
  public static let cc = HeaderName(known: "Cc")
  public static let bcc = HeaderName(known: "Bcc")
  public static let subject = HeaderName(known: "Subject")
  public static let messageID = HeaderName(known: "Message-ID")
  public static let listID = HeaderName(known: "List-Id")
  public static let listUnsubscribe = HeaderName(known: "List-Unsubscribe")
  public static let listUnsubscribePost = HeaderName(known: "List-Unsubscribe-Post")
  public static let autoSubmitted = HeaderName(known: "Auto-Submitted")
  public static let autoResponseSuppress = HeaderName(known: "X-Auto-Response-Suppress")
  public static let mimeVersion = HeaderName(known: "MIME-Version")
  public static let contentType = HeaderName(known: "Content-Type")
  public static let contentTransferEncoding = HeaderName(known: "Content-Transfer-Encoding")
  public static let contentLanguage = HeaderName(known: "Content-Language")
  public static let returnPath = HeaderName(known: "Return-Path")
  public static let received = HeaderName(known: "Received")
  public static let dkimSignature = HeaderName(known: "DKIM-Signature")
}
