/// Marks that pile up on a letter and cover the lines above and below it.
enum MarkPile {
  /// No script has more of them on a letter.
  private static let most = 4

  /// Whether a letter has more marks than any script.
  static func isFound(in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var marks = 0
    var index = 0
    while index < utf8.count {
      let length = length(utf8, at: index)
      marks = length == 0 ? 0 : marks + 1
      if marks > most { return true }
      index += max(1, length)
    }
    return false
  }

  /// The text without the marks that are too many.
  static func lowered(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(utf8.count)
    var marks = 0
    var index = 0
    while index < utf8.count {
      let length = length(utf8, at: index)
      marks = length == 0 ? 0 : marks + 1
      let next = index + max(1, length)
      if marks <= most { kept.append(contentsOf: utf8[index..<next]) }
      index = next
    }
    return kept
  }

  /// How many bytes of valid UTF-8 a combining diacritic has, or zero: U+0300 to U+036F, U+1AB0 to U+1AFF,
  /// U+1DC0 to U+1DFF, U+20D0 to U+20FF.
  private static func length(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch utf8[index] {
    case 0xCC: return 2
    case 0xCD: return utf8[index + 1] < 0xB0 ? 2 : 0
    case 0xE1:
      let isMark =
        utf8[index + 1] == 0xAB || utf8[index + 1] == 0xAA && utf8[index + 2] >= 0xB0
        || utf8[index + 1] == 0xB7
      return isMark ? 3 : 0
    case 0xE2: return utf8[index + 1] == 0x83 && utf8[index + 2] >= 0x90 ? 3 : 0
    default: return 0
    }
  }
}
