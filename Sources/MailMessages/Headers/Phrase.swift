/// The words before an address or a list identifier: `phrase` of RFC 5322 section 3.2.5.
enum Phrase {
  /// Appends a flat text as atoms, as a quoted string, or as encoded words, the first that can hold it.
  static func append(_ flat: String, after name: HeaderName, to buffer: inout [UInt8]) {
    let isPlain = HeaderText.isPlain(flat) && flat.utf8.count <= longestPlainPhrase
    guard isPlain, !flat.utf8.contains(where: misleads) else {
      EncodedWords.append(flat, after: name, to: &buffer)
      return
    }
    let isAtoms = flat.utf8.allSatisfy { $0.isAtomText || $0 == ASCII.space }
    if !isAtoms { buffer.append(ASCII.quote) }
    buffer.append(contentsOf: flat.utf8)
    if !isAtoms { buffer.append(ASCII.quote) }
  }

  /// Characters by which a careless reader takes part of a name for an address, even in quotes.
  private static func misleads(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.quote, ASCII.backslash, ASCII.less, ASCII.greater, ASCII.at: true
    default: false
    }
  }

  /// Longer ones become encoded words: some readers stop at a quoted string that is folded.
  private static let longestPlainPhrase = 60
}
