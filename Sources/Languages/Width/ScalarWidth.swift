/// How one code point counts in a terminal's columns.
enum ScalarWidth {
  /// The columns of a scalar on its own: 0, 1 or 2.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if let common = commonColumns(value) { return common }
    if isZero(scalar) { return 0 }
    return WideRanges.contain(value) ? 2 : 1
  }

  /// Scripts of everyday text, whose letters stand alone: no property is looked up for them.
  @inline(__always)
  static func commonColumns(_ value: UInt32) -> Int? {
    switch value {
    case 0x20...0x7E, 0xA0...0x2FF, 0x370...0x482, 0x48A...0x58F: 1
    case 0x0..<0x20, 0x7F..<0xA0: 0
    case 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x66F, 0x671...0x6D5: 1
    case 0x2010...0x2027, 0x2030...0x205E: 1
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF60:
      2
    default: nil
    }
  }

  /// Whether a scalar can join its neighbours to a grapheme whose width is not the sum of its
  /// scalars' widths.
  static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiner, emoji presentation, regional indicators, skin tones.
    case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    // Hangul that is composed of letters.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
    default:
      scalar.properties.generalCategory == .spacingMark
        || scalar.properties.canonicalCombiningClass == .virama
    }
  }

  private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Signs that stand before the number they belong to, though they are of category format.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    // The vowels and final consonants of composed Hangul, and its fillers.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .lineSeparator,
      .paragraphSeparator, .control, .surrogate:
      return true
    case .unassigned: return scalar.properties.isDefaultIgnorableCodePoint
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
      .spaceSeparator, .privateUse:
      return false
    @unknown default: return false
    }
  }
}
