import ByteText

/// A header field as sent but unfolded; it cannot contain a line break.
package struct HeaderField: Hashable, Sendable {
  package let name: HeaderName
  package let value: String

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
      buffer.append(UInt8(ascii: " "))
      buffer.append(inAngleBrackets: mailbox.address.bytes)
    } else {
      buffer.append(contentsOf: mailbox.address.bytes)
    }
  }

  /// The line length for folding (RFC 2047 section 2; RFC 5322 recommends 78).
  static let preferredLineLength = 76

  /// Writes a field whose value `value` appends, folded at spaces to lines of at most 76 octets. A
  /// longer word (a URI) gets a line of its own, always below 998. Almost all values need no
  /// folding, and are written in place.
  static func write(
    _ name: HeaderName, into buffer: inout [UInt8], value: (inout [UInt8]) -> Void
  ) {
    let start = buffer.count
    buffer.append(contentsOf: name.rawValue.utf8)
    buffer.append(UInt8(ascii: ":"))
    let colon = buffer.count
    buffer.append(UInt8(ascii: " "))
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
      while end < bytes.count, bytes[end] == UInt8(ascii: " ") { end += 1 }
      while end < bytes.count, bytes[end] != UInt8(ascii: " ") { end += 1 }
      let length = end - start + (start == 0 ? 1 : 0)
      if column + length > preferredLineLength {
        buffer.appendCRLF()
        column = 0
      }
      if start == 0 { buffer.append(UInt8(ascii: " ")) }
      buffer.append(contentsOf: bytes[start..<end])
      column += length
      start = end
    }
    buffer.appendCRLF()
  }
}

extension [UInt8] {
  fileprivate mutating func appendCRLF() {
    append(UInt8(ascii: "\r"))
    append(UInt8(ascii: "\n"))
  }

  mutating func append(inAngleBrackets bytes: some Collection<UInt8>) {
    append(UInt8(ascii: "<"))
    append(contentsOf: bytes)
    append(UInt8(ascii: ">"))
  }
}

/// The names of the fields that a message of ours may have.
package enum HeaderName: String, Sendable {
  case date = "Date"
  case from = "From"
  case sender = "Sender"
  case replyTo = "Reply-To"
  case to = "To"
  case subject = "Subject"
  case messageID = "Message-ID"
  case listID = "List-Id"
  case listUnsubscribe = "List-Unsubscribe"
  case listUnsubscribePost = "List-Unsubscribe-Post"
  case autoSubmitted = "Auto-Submitted"
  case autoResponseSuppress = "X-Auto-Response-Suppress"
  case mimeVersion = "MIME-Version"
  case contentType = "Content-Type"
  case contentLanguage = "Content-Language"
}
