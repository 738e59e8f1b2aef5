import ByteText

/// Text beyond ASCII in header fields (RFC 2047).
///
/// A word has at most 75 characters and splits no grapheme cluster, unless the cluster fits no
/// word. Each word uses the encoding, B or Q, that carries more text. A B word ends on a multiple
/// of three bytes unless it is the last: GMime 3.2 drops the words after a padded one.
enum EncodedWords {
  static let longestWord = 75
  /// `=?UTF-8?B?` and `?=`.
  private static let frameLength = 12
  private static let longestPayload = longestWord - frameLength

  /// Appends the words of a flat text, separated by spaces; the first fits on the line of the
  /// field's name.
  static func append(_ text: String, after name: HeaderName, to buffer: inout [UInt8]) {
    let bytes = Array(text.utf8)
    let cuts = cuts(of: text)
    let beginning = name.rawValue.utf8.count + 2
    var room = HeaderField.preferredLineLength - beginning - frameLength
    var cut = 0
    var start = 0
    while start < bytes.count {
      guard let word = longestStep(bytes, cuts, from: cut, start: start, room: room) else {
        // Nothing fits after the field's name: the word gets its own line.
        room = longestPayload
        continue
      }
      if start > 0 { buffer.append(UInt8(ascii: " ")) }
      append(bytes[start..<cuts[word.cut].end], word.encoding, to: &buffer)
      start = cuts[word.cut].end
      cut = word.cut + 1
      room = longestPayload
    }
  }

  // MARK: Where to cut

  private enum Encoding { case b, q }

  /// The end of a scalar, and whether it ends a grapheme cluster.
  private struct Cut {
    var end: Int
    var endsCluster: Bool
  }

  private struct Word {
    var cut: Int
    var encoding: Encoding
    var length: Int
  }

  private static func cuts(of text: String) -> [Cut] {
    var cuts: [Cut] = []
    cuts.reserveCapacity(text.utf8.count)
    var end = 0
    for scalar in text.unicodeScalars {
      guard standsAlone(scalar) else { return clusterCuts(of: text) }
      end += UTF8.width(scalar)
      cuts.append(Cut(end: end, endsCluster: true))
    }
    return cuts
  }

  private static func clusterCuts(of text: String) -> [Cut] {
    var cuts: [Cut] = []
    cuts.reserveCapacity(text.utf8.count)
    var end = 0
    for cluster in text {
      for scalar in cluster.unicodeScalars {
        end += UTF8.width(scalar)
        cuts.append(Cut(end: end, endsCluster: false))
      }
      cuts[cuts.count - 1].endsCluster = true
    }
    return cuts
  }

  /// Whether two such scalars in a row are always two grapheme clusters (UAX 29 section 3.1).
  /// Almost all texts have only these common letters and signs, and need no search for clusters.
  static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A,
      0x2010...0x2027, 0x2066...0x2069, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0x1F300...0x1F3FA, 0x1F400...0x1F64F:
      true
    default: false
    }
  }

  /// The word from `start` that carries most; nil if not even one scalar fits.
  private static func longestStep(
    _ bytes: [UInt8], _ cuts: [Cut], from first: Int, start: Int, room: Int
  ) -> Word? {
    var best: Word?
    var bestBetweenScalars: Word?
    var quotedLength = 0
    var counted = start
    for index in first..<cuts.count {
      let end = cuts[index].end
      while counted < end {
        quotedLength += quotedWidth(bytes[counted])
        counted += 1
      }
      let count = end - start
      let codedLength = (count + 2) / 3 * 4
      if quotedLength > room, codedLength > room { break }
      let mayUseB = codedLength <= room && (count % 3 == 0 || end == bytes.count)
      var word: Word?
      if mayUseB { word = Word(cut: index, encoding: .b, length: codedLength) }
      if quotedLength <= room, !mayUseB || quotedLength <= codedLength {
        word = Word(cut: index, encoding: .q, length: quotedLength)
      }
      guard let word else { continue }
      if cuts[index].endsCluster { best = word }
      bestBetweenScalars = word
    }
    return best ?? bestBetweenScalars
  }

  // MARK: Writing

  private static func append(
    _ payload: ArraySlice<UInt8>, _ encoding: Encoding, to buffer: inout [UInt8]
  ) {
    buffer.append(contentsOf: encoding == .b ? "=?UTF-8?B?".utf8 : "=?UTF-8?Q?".utf8)
    switch encoding {
    case .b: Base64.append(payload, to: &buffer)
    case .q:
      for byte in payload {
        if byte == UInt8(ascii: " ") {
          buffer.append(UInt8(ascii: "_"))
        } else if quotedWidth(byte) == 1 {
          buffer.append(byte)
        } else {
          buffer.append(UInt8(ascii: "="))
          buffer.append(Hexadecimal.uppercaseDigit(byte >> 4))
          buffer.append(Hexadecimal.uppercaseDigit(byte & 15))
        }
      }
    }
    buffer.append(contentsOf: "?=".utf8)
  }

  /// The number of characters of a byte in a Q word. The set is the strictest, that of a phrase
  /// (RFC 2047 section 5, rule 3), so that every field can use the encoding.
  private static func quotedWidth(_ byte: UInt8) -> Int {
    if byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: " ") { return 1 }
    switch byte {
    case 0x21, 0x2A, 0x2B, 0x2D, 0x2F: return 1  // ! * + - /
    default: return 3
    }
  }
}

/// The words before an address or a list identifier: `phrase` in RFC 5322 section 3.2.5.
enum Phrase {
  /// Appends a flat text as atoms, a quoted string or encoded words, the first that can hold it.
  static func append(_ flat: String, after name: HeaderName, to buffer: inout [UInt8]) {
    let isPlain = HeaderText.isPlain(flat) && flat.utf8.count <= longestPlainPhrase
    guard isPlain, !flat.utf8.contains(where: misleads) else {
      EncodedWords.append(flat, after: name, to: &buffer)
      return
    }
    let isAtoms = flat.utf8.allSatisfy { $0.isAtomText || $0 == UInt8(ascii: " ") }
    if !isAtoms { buffer.append(UInt8(ascii: "\"")) }
    buffer.append(contentsOf: flat.utf8)
    if !isAtoms { buffer.append(UInt8(ascii: "\"")) }
  }

  /// Characters that make a careless reader take part of a name for an address, even in quotes.
  private static func misleads(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// In bytes; longer phrases are encoded because some readers stop at a folded quoted string.
  private static let longestPlainPhrase = 60
}
