import UTF8Bytes

/// Text measured in terminal columns: East Asian wide characters and emoji take two, combining marks
/// and format characters none.
///
/// Agrees with Python's `wcwidth` on every code point, and on graphemes that people write. Controls
/// take no column: they are made visible or taken out before a text is measured.
package enum DisplayWidth {
  /// How many columns a text takes.
  package static func columns(of text: some StringProtocol) -> Int {
    text.utf8.withContiguousStorageIfAvailable { columns(of: $0) } ?? columns(of: String(text))
  }

  /// As for any other text; one that is a string at once is measured where it lies.
  package static func columns(of text: String) -> Int {
    text.withBytes { columns(of: $0) }
  }

  /// How many columns a text takes that is given as UTF-8.
  package static func columns(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    if utf8.isPrintableASCII { return utf8.count }
    let (columns, joins) = measure(utf8)
    if !joins { return columns }
    return String(decoding: utf8, as: UTF8.self).reduce(0) { $0 + self.columns(of: $1) }
  }

  /// How many columns a grapheme takes, at most 2: its scalars' widths added up, as no terminal gives
  /// one grapheme more than two cells.
  package static func columns(of character: Character) -> Int {
    if character.utf8.count == 1, let byte = character.utf8.first {
      return ScalarWidth.columns(of: Unicode.Scalar(byte))
    }
    var columns = 0
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F {
        // A narrow symbol in emoji presentation is drawn wide.
        let base = character.unicodeScalars.first
        if columns == 1, base?.properties.isEmoji == true { columns = 2 }
      } else if columns > 0, scalar.properties.generalCategory == .spacingMark {
        columns += 1
      } else {
        columns += ScalarWidth.columns(of: scalar)
      }
    }
    return min(columns, 2)
  }
}
