/// A YAML text in which keys that stand in one mapping a second time are marked.
struct RepeatedKeys {
  /// Ends a marked key: a private character, which no key of ours has.
  private static let mark = "\u{E000}"
  /// More of them are not looked for: a person repeats a few.
  private static let most = 16

  private var lines: [ArraySlice<UInt8>]
  private var count = 0

  init(_ text: String) {
    lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// The text with its marks.
  var text: String {
    String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }

  /// Marks the next key of this name at the same indentation, and tells whether there was one; a
  /// mapping in braces has none.
  mutating func markNext(_ key: String, after first: YAMLFileError) -> Bool {
    guard count < Self.most, !key.isEmpty, first.line > 0 else { return false }
    count += 1
    let indent = String(repeating: " ", count: max(0, first.column - 1))
    for written in [key, "\"\(key)\"", "'\(key)'"] {
      let beginning = Array((indent + written).utf8)
      let colon = [UInt8(ascii: ":")]
      guard
        let line = lines.indices.dropFirst(first.line).first(where: {
          lines[$0].starts(with: beginning + colon)
        })
      else { continue }
      lines[line] =
        Array((indent + "\"\(key)\(Self.mark)\"").utf8) + lines[line].dropFirst(beginning.count)
      return true
    }
    return false
  }

  /// The key that was marked; nil where it was not.
  static func original(of key: String) -> String? {
    guard key.hasSuffix(mark) else { return nil }
    var original = key[...]
    while original.hasSuffix(mark) { original = original.dropLast() }
    return String(original)
  }
}
