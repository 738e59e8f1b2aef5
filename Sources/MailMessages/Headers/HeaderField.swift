/// One field of a message's header; it cannot hold a line break, so it is always exactly one.
///
///     HeaderField(.subject, text: "Grüße\r\nBcc: x@y.example")
///     // Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_Bcc=3A_x=40y=2Eexample?=
public struct HeaderField: Hashable, Sendable {
  public let name: HeaderName
  public let value: HeaderValue

  public init(_ name: HeaderName, _ value: HeaderValue) {
    self.name = name
    self.value = value
  }

  /// An unstructured field (RFC 5322 section 3.6.5) from words of people: flattened to one line,
  /// encoded where it is not plain ASCII.
  public init(_ name: HeaderName, text: String) {
    let flat = HeaderText.flatten(text)
    var bytes: [UInt8] = []
    if HeaderText.isPlain(flat) {
      bytes.append(contentsOf: flat.utf8)
    } else {
      EncodedWords.append(flat, after: name, to: &bytes)
    }
    self.init(name, HeaderValue(checked: bytes))
  }

  /// A field of one mailbox.
  public init(_ name: HeaderName, _ mailbox: Mailbox) {
    var bytes: [UInt8] = []
    if let displayName = mailbox.displayName {
      Phrase.append(displayName, after: name, to: &bytes)
      bytes.append(ASCII.space)
      bytes.append(ASCII.less)
      bytes.append(contentsOf: mailbox.address.bytes)
      bytes.append(ASCII.greater)
    } else {
      bytes.append(contentsOf: mailbox.address.bytes)
    }
    self.init(name, HeaderValue(checked: bytes))
  }
}

extension HeaderField {
  /// The longest line that folding aims at (RFC 2047 section 2; RFC 5322 recommends 78).
  static let preferredLineLength = 76

  /// Writes the field, folded at blanks so that lines have at most 76 octets; a word longer than
  /// that (a URI) stands on a line of its own, always below 998.
  public func write(into buffer: inout [UInt8]) {
    buffer.append(contentsOf: name.description.utf8)
    buffer.append(ASCII.colon)
    var column = name.description.utf8.count + 1
    let bytes = value.bytes
    var start = 0
    while start < bytes.count {
      // A word, with the blanks before it; the first has its blank still to come.
      var end = start
      while end < bytes.count, bytes[end] == ASCII.space { end += 1 }
      while end < bytes.count, bytes[end] != ASCII.space { end += 1 }
      let length = end - start + (start == 0 ? 1 : 0)
      if column + length > Self.preferredLineLength {
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
