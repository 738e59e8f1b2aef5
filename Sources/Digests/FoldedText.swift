/// Words to search for, folded once: letters' case and diacritics do not matter.
///
///     FoldedText("cafe").isFound(in: "Café REOPENS")   // true
///
/// Text is folded scalar by scalar to lower case (Unicode's default mapping) and to its base letter;
/// combining marks, vowel points and tatweel vanish, so that composed and decomposed text are the
/// same. Signs that make another letter of a base (kana voicing, Indic vowels) stay.
package struct FoldedText: Hashable, Sendable {
  let bytes: [UInt8]

  package init(_ text: String) {
    var bytes: [UInt8] = []
    FoldedText.fold(text, into: &bytes)
    self.bytes = bytes
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Whether these words occur in `text`; no words occur in every text.
  package func isFound(in text: String) -> Bool {
    var folded: [UInt8] = []
    FoldedText.fold(text, into: &folded)
    return isFound(inFolded: folded)
  }

  /// `isFound(in:)` for text that is folded already.
  func isFound(inFolded text: [UInt8]) -> Bool {
    guard let first = bytes.first else { return true }
    guard text.count >= bytes.count else { return false }
    for start in 0...(text.count - bytes.count)
    where text[start] == first && text[start...].starts(with: bytes) {
      return true
    }
    return false
  }

  /// Appends `text` folded, as UTF-8.
  static func fold(_ text: String, into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        bytes.append(isUpper ? byte | 0x20 : byte)
      } else {
        fold(scalar, into: &bytes)
      }
    }
  }

  private static func fold(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    if Diacritics.isMark(scalar) { return }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      if lower == "ß" {
        // Full case folding (CaseFolding.txt, status F): a search for "strasse" finds "Straße".
        bytes.append(contentsOf: [UInt8(ascii: "s"), UInt8(ascii: "s")])
      } else if !Diacritics.isMark(lower), let utf8 = UTF8.encode(Diacritics.base(of: lower)) {
        bytes.append(contentsOf: utf8)
      }
    }
  }
}
