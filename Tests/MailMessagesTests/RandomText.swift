import TestData

/// Text as strangers write it, and worse.
enum RandomText {
  private static let pieces = [
    "a", "b", "Hello", "digest", " ", " ", "  ", "\r\n", "\n", "\r", "\u{85}", "\u{2028}",
    "\u{2029}", "\0", "\u{1B}[31m", "\t", "\u{9C}", "Bcc: x@evil.example",
    "\r\nBcc: y@evil.example", "=?UTF-8?Q?x?=", "=?", "?=", "=", "?", "_", "\"", "\\", "<", ">",
    "(", ")", ",", ";", ":", "@", "ä", "ö", "é", "e\u{301}", "ß", "Привет", "日", "本", "語", "通知",
    "مرحبا", "שלום", "😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "\u{202E}", "\u{202A}", "\u{202C}", "\u{2066}", "\u{2069}",
    "\u{200B}", "\u{FEFF}", "\u{FFFF}", "x\u{336}\u{337}\u{338}", "कर्म", "น้ำ", "From ", ".", "-",
    "--", "0123456789", String(repeating: "w", count: 90), String(repeating: "日", count: 60),
  ]

  static func make(_ generator: inout SeededGenerator, upTo count: Int = 24) -> String {
    (0..<Int.random(in: 0...count, using: &generator)).map { _ in
      Int.random(in: 0..<8, using: &generator) == 0
        ? scalar(&generator) : pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  /// Any scalar at all, the controls among them.
  private static func scalar(_ generator: inout SeededGenerator) -> String {
    let limits: [UInt32] = [0x7F, 0x2FF, 0x2FFF, 0xFFFF, 0x1FFFF, 0x10FFFF]
    let limit = limits.randomElement(using: &generator) ?? 0x7F
    return Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)).map { String($0) } ?? ""
  }
}
