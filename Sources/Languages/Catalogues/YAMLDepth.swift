/// How deep a YAML text nests, before a reader that recurses sees it.
enum YAMLDepth {
  /// Whether brackets and dashes nest deeper than `limit`: an upper bound that counts every opening
  /// bracket outside quotes and comments, and every indentation.
  static func exceeds(_ limit: Int, in bytes: [UInt8]) -> Bool {
    var open = 0
    var deepest = 0
    var dashes = 0
    var isLineStart = true
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += 1
        deepest = max(deepest, open)
        isLineStart = false
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        open = max(0, open - 1)
        isLineStart = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isLineStart = true
        dashes = 0
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
        if isLineStart { dashes += 1 }
        deepest = max(deepest, dashes)
      case UInt8(ascii: " "): break
      default: isLineStart = false
      }
    }
    return deepest > limit
  }
}
