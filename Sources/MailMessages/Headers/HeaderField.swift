/// One field of a message's header; it cannot hold a line break, so it is always exactly one.
///
///     HeaderField(.subject, text: "Grüße\r\nBcc: x@y.example")
///     // Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_Bcc=3A_x=40y=2Eexample?=
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

  /// Appends the value of an unstructured field.
  static func append(_ text: String, after name: HeaderName, to buffer: inout [UInt8]) {
    let flat = HeaderText.flatten(text)
    if HeaderText.isPlain(flat) {
      buffer.append(contentsOf: flat.utf8)
    } else {
      EncodedWords.append(flat, after: name, to: &buffer)
    }
  }

  /// Appends the value of a field of one mailbox.
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
  /// The longest line that folding aims at (RFC 2047 section 2; RFC 5322 recommends 78).
  static let preferredLineLength = 76

  /// Writes the field, folded at blanks so that lines have at most 76 octets; a word longer than
  /// that (a URI) stands on a line of its own, always below 998.
  package func write(into buffer: inout [UInt8]) {
    buffer.append(contentsOf: name.description.utf8)
    buffer.append(ASCII.colon)
    Self.fold(value.bytes, column: name.description.utf8.count + 1, into: &buffer)
  }

  /// Writes a field whose value is appended by `value`: most values fit their line, and are written
  /// where they stay.
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

  /// Writes a value behind the so many characters of its name and colon.
  private static func fold(_ bytes: [UInt8], column: Int, into buffer: inout [UInt8]) {
    var column = column
    var start = 0
    while start < bytes.count {
      // A word, with the blanks before it; the first has its blank still to come.
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
