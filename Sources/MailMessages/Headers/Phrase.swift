/// The words before an address or a list identifier: `phrase` of RFC 5322 section 3.2.5.
enum Phrase {
  /// Appends a flat text as atoms, as a quoted string, or as encoded words, the first that can hold it.
  static func append(_ flat: String, after name: HeaderName, to buffer: inout [UInt8]) {
    guard HeaderText.isPlain(flat), flat.utf8.count <= longestPlainPhrase else {
      EncodedWords.append(flat, after: name, to: &buffer)
      return
    }
    if flat.utf8.allSatisfy({ $0.isAtomText || $0 == ASCII.space }) {
      buffer.append(contentsOf: flat.utf8)
      return
    }
    buffer.append(ASCII.quote)
    for byte in flat.utf8 {
      if byte == ASCII.quote || byte == ASCII.backslash { buffer.append(ASCII.backslash) }
      buffer.append(byte)
    }
    buffer.append(ASCII.quote)
  }

  /// Longer ones become encoded words: some readers stop at a quoted string that is folded.
  private static let longestPlainPhrase = 60
}
