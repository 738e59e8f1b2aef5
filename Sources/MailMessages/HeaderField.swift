import ByteText

/// A header field as sent but unfolded; it cannot contain a line break.
package struct HeaderField: Hashable, Sendable {
  package let name: HeaderName
  package let value: HeaderValue

  package init(_ name: HeaderName, _ value: HeaderValue) {
    self.name = name
    self.value = value
  }

  /// An unstructured field (RFC 5322 section 3.6.5) from words of people: flattened to one line,
  /// encoded where it is not plain ASCII.
  package init(_ name: HeaderName, text: String) {
    var bytes: [UInt8] = []
    Self.append(text, after: name, to: &bytes)
    self.init(name, HeaderValue(checked: bytes))
  }

  /// A field of one mailbox.
  package init(_ name: HeaderName, _ mailbox: Mailbox) {
    var bytes: [UInt8] = []
    Self.append(mailbox, after: name, to: &bytes)
    self.init(name, HeaderValue(checked: bytes))
  }

  /// Appends the value of an unstructured field (RFC 5322 section 3.6.5): the text flattened to one
  /// line and encoded unless it is plain ASCII.
  static func append(_ text: String, after name: HeaderName, to buffer: inout [UInt8]) {
    let flat = HeaderText.flatten(text)
    if HeaderText.isPlain(flat) {
      buffer.append(contentsOf: flat.utf8)
    } else {
      EncodedWords.append(flat, after: name, to: &buffer)
    }
  }

  /// Appends the value of a field with one mailbox.
  static func append(_ mailbox: Mailbox, after name: HeaderName, to buffer: inout [UInt8]) {
    if let displayName = mailbox.displayName {
      Phrase.append(displayName, after: name, to: &buffer)
      buffer.append(ASCII.space)
      buffer.append(ASCII.less)
      buffer.append(contentsOf: mailbox.address.bytes)
      buffer.append(ASCII.greater)
    } else {
      buffer.append(contentsOf: mailbox.address.bytes)
    }
  }
}

extension HeaderField {
  /// The line length for folding (RFC 2047 section 2; RFC 5322 recommends 78).
  static let preferredLineLength = 76

  /// Writes the field, folded at blanks so that lines have at most 76 octets; a word longer than
  /// that (a URI) stands on a line of its own, always below 998.
  package func write(into buffer: inout [UInt8]) {
    buffer.append(contentsOf: name.description.utf8)
    buffer.append(ASCII.colon)
    Self.fold(value.bytes, column: name.description.utf8.count + 1, into: &buffer)
  }

  /// Writes a field whose value `value` appends, folded at spaces to lines of at most 76 octets. A
  /// longer word (a URI) gets a line of its own, always below 998. Almost all values need no
  /// folding, and are written in place.
  static func write(
    _ name: HeaderName, into buffer: inout [UInt8], value: (inout [UInt8]) -> Void
  ) {
    let start = buffer.count
    buffer.append(contentsOf: name.description.utf8)
    buffer.append(ASCII.colon)
    let colon = buffer.count
    buffer.append(ASCII.space)
    value(&buffer)
    if buffer.count == colon + 1 {
      buffer.removeLast()
    } else if buffer.count - start > preferredLineLength {
      let bytes = Array(buffer[(colon + 1)...])
      buffer.removeLast(buffer.count - colon)
      return fold(bytes, column: colon - start, into: &buffer)
    }
    buffer.appendCRLF()
  }

  /// Folds a value that follows `column` characters of its field.
  private static func fold(_ bytes: [UInt8], column: Int, into buffer: inout [UInt8]) {
    var column = column
    var start = 0
    while start < bytes.count {
      // A word and the spaces before it; the first word's space is not yet written.
      var end = start
      while end < bytes.count, bytes[end] == ASCII.space { end += 1 }
      while end < bytes.count, bytes[end] != ASCII.space { end += 1 }
      let length = end - start + (start == 0 ? 1 : 0)
      if column + length > preferredLineLength {
        buffer.appendCRLF()
        column = 0
      }
      if start == 0 { buffer.append(ASCII.space) }
      buffer.append(contentsOf: bytes[start..<end])
      column += length
      start = end
    }
    buffer.appendCRLF()
  }
}

/// The name of a header field.
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

/// The value of a header field as it travels, on one line: no CR, LF, NUL or other control, ever.
///
/// Folding is done when the field is written; `bytes` is the unfolded form that readers compare.
package struct HeaderValue: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Takes a value that is already in its wire form, such as `auto-generated`.
  ///
  /// Throws on controls, on bytes above 127, and on a word that no folding brings below 998 octets.
  /// Blanks around the value are left off. Words of people go through `HeaderField(_:text:)`.
  package init(wire value: String) throws(HeaderError) {
    let bytes = Array(value.utf8)
    var wordStart = 0
    for (offset, byte) in bytes.enumerated() {
      if byte.isASCIIControl { throw .forbiddenInValue(byte: byte, offset: offset) }
      if byte >= 0x80 { throw .nonASCII(offset: offset) }
      if byte == ASCII.space { wordStart = offset + 1 }
      // 998 octets a line (RFC 5322 section 2.1.1), less the longest name, its colon and a blank.
      if offset - wordStart >= 930 { throw .unbreakable(octets: bytes.count) }
    }
    self.bytes = HeaderValue.trimmed(bytes)
  }

  /// Takes bytes that this module has built from checked parts.
  init(checked bytes: [UInt8]) { self.bytes = bytes }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 != ASCII.space }),
      let last = bytes.lastIndex(where: { $0 != ASCII.space })
    else { return [] }
    return Array(bytes[first...last])
  }
}

extension HeaderValue: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// Why a header cannot have a value.
package enum HeaderError: Error, Equatable, Sendable {
  /// A field name is empty.
  case emptyName
  /// A field name holds a byte other than `ftext` (RFC 5322 section 3.6.8).
  case forbiddenInName(byte: UInt8, offset: Int)
  /// A value holds CR, LF, NUL or another control, which could begin a header of its own.
  case forbiddenInValue(byte: UInt8, offset: Int)
  /// A value given as written holds a byte above 127; text goes through `HeaderField(_:text:)`.
  case nonASCII(offset: Int)
  /// A value holds a word of so many bytes, which cannot be folded below 998 octets.
  case unbreakable(octets: Int)
  /// A field that the message writes itself, or that no message of ours may carry (`Bcc`).
  case reserved(HeaderName)
  /// A field that may stand once is given twice.
  case duplicate(HeaderName)
  /// The year is not in 1900 to 9999, or the offset is a day or more.
  case dateOutOfRange(secondsSinceEpoch: Int64, offsetMinutes: Int)
  /// A list identifier that is not at least two atoms joined by dots (RFC 2919 section 3).
  case malformedListID(String)
  /// An unsubscribe address that is not an ASCII `https:`, `http:` or `mailto:` URI of at most 900
  /// bytes without spaces and angle brackets.
  case malformedUnsubscribeURI(String)
}
