/// Text measured in terminal columns: East Asian wide characters and emoji take two, combining marks
/// and format characters none.
///
/// Agrees with Python's `wcwidth` on every code point, and on graphemes that people write. Controls
/// take no column: they are made visible or taken out before a text is measured.
public enum DisplayWidth {
  /// How many columns a text takes.
  public static func columns(of text: some StringProtocol) -> Int {
    if let count = asciiColumns(text) { return count }
    let (columns, joins) = measure(text)
    return joins ? text.reduce(0) { $0 + self.columns(of: $1) } : columns
  }

  /// How many columns a grapheme takes, at most 2: its scalars' widths added up, as no terminal gives
  /// one grapheme more than two cells.
  public static func columns(of character: Character) -> Int {
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

  /// The number of bytes of a text that is printable ASCII throughout, else nil.
  static func asciiColumns(_ text: some StringProtocol) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      // One comparison a byte and no early exit: the loop is vectorised.
      var others: UInt8 = 0
      for byte in bytes { others |= byte &- 0x20 < 0x5F ? 0 : 1 }
      return others == 0 ? bytes.count : nil
    } ?? nil
  }
}
