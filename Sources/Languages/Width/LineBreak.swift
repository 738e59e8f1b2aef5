/// Where a line may break between two graphemes without a space.
enum LineBreak {
  static func isAllowed(
    between before: (columns: Int, first: Unicode.Scalar),
    and after: (columns: Int, first: Unicode.Scalar)
  ) -> Bool {
    // What has no columns is a mark or an isolate: it stays with its neighbour.
    guard before.columns == 2 || after.columns == 2, before.columns > 0, after.columns > 0 else {
      return false
    }
    // ASCII punctuation stays with the wide character it belongs to.
    return !isPunctuation(before.first) && !isPunctuation(after.first)
      && (isIdeograph(after.first) || !isClosing(after.first))
      && (isIdeograph(before.first) || !isOpening(before.first))
  }

  /// Punctuation that never begins a line (UAX 14, classes CL and NS); a switch, not a set, since
  /// Japanese asks for each of its characters.
  static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "、", "。", "，", "．", "・", "：", "；", "？", "！", "ー", "）", "〕", "］", "｝", "〉",
      "》", "」", "』", "】", "〙", "〗", "〟", "’", "”", "…", "‥", "々", "ゝ", "ゞ", "ヽ", "ヾ",
      "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ",
      "ャ", "ュ", "ョ":
      true
    default: false
    }
  }

  /// Punctuation that never ends a line (UAX 14, class OP).
  static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "（", "〔", "［", "｛", "〈", "《", "「", "『", "【", "〘", "〖", "〝", "‘", "“": true
    default: false
    }
  }

  /// Told without a look-up: most wide characters are such.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value)
  }

  /// ASCII that is neither a letter nor a digit.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 && (scalar.value | 0x20) &- 0x61 >= 26 && scalar.value &- 0x30 >= 10
  }
}
