import ByteText

extension DisplayWidth {
  /// The text in lines of at most `columns` columns, at least one, without the spaces at the
  /// breaks; line breaks of the text stay.
  package static func wrapped(
    _ text: String, columns: Int, keepsAddresses: Bool = false
  ) -> [String] {
    text.withBytes { utf8 in
      var lines: [String] = []
      forEachLine(of: utf8, columns: columns, keepsAddresses: keepsAddresses) {
        lines.append(String(decoding: utf8[bytes: $0], as: UTF8.self))
      }
      return lines
    }
  }

  /// Calls `body` with the range of each line of a text.
  ///
  /// A line may break at a space and beside a wide grapheme (Chinese, Japanese, Korean), except at
  /// closing and opening punctuation (UAX 14). A word that is longer than a line is broken.
  ///
  /// - Parameter keepsAddresses: whether an address is not broken: it would lead nowhere.
  package static func forEachLine(
    of utf8: UnsafeBufferPointer<UInt8>, columns: Int, keepsAddresses: Bool,
    each body: (Range<Int>) -> Void
  ) {
    if utf8.isPrintableASCII, utf8.count <= columns { return body(utf8.indices) }
    var stream = LineStream(utf8, columns: max(1, columns), keepsAddresses: keepsAddresses)
    stream.run(body)
  }
}

/// Decides whether a line may break between two graphemes without a space.
enum LineBreak {
  static func isAllowed(
    between before: (columns: Int, first: Unicode.Scalar),
    and after: (columns: Int, first: Unicode.Scalar)
  ) -> Bool {
    // A mark or an isolate has no columns and stays with its neighbor.
    guard before.columns == 2 || after.columns == 2, before.columns > 0, after.columns > 0 else {
      return false
    }
    // ASCII punctuation and a no-break space stay with the wide character beside them.
    guard before.first != "\u{A0}", after.first != "\u{A0}" else { return false }
    return !isPunctuation(before.first) && !isPunctuation(after.first)
      && (isIdeograph(after.first) || !isClosing(after.first))
      && (isIdeograph(before.first) || !isOpening(before.first))
  }

  /// Punctuation that never begins a line (UAX 14, classes CL and NS). A switch is faster than a
  /// set, and Japanese text checks every character.
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

  /// Most wide characters are ideographs, so they are checked first.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value)
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 && (scalar.value | 0x20) &- 0x61 >= 26 && scalar.value &- 0x30 >= 10
  }
}
