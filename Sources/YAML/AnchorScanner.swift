/// Finds anchors (`&name`) and aliases (`*name`) in YAML before any of it is built: nested a few
/// times they stand for gigabytes, and no profile needs them.
///
/// Looks only where a node can begin, outside quotes and comments. A block of literal text that has
/// `*` or `&` at the beginning of a line is refused as well. Good for naming the place, not for safety:
/// a quotation mark in a block or in plain words hides what is behind it, and `AnchorlessYAML` alone
/// keeps that harmless.
struct AnchorScanner {
  private let bytes: [UInt8]
  private var line = 1
  private var lineStart = 0
  /// Whether a node can begin at the current byte.
  private var isAtNode = true

  init(_ source: String) { bytes = Array(source.utf8) }

  /// The line and column, from 1, of the first anchor or alias.
  mutating func firstAnchor() -> (line: Int, column: Int)? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A:
        line += 1
        lineStart = index + 1
        isAtNode = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0D: break
      case UInt8(ascii: "#") where index == lineStart || isSpace(index - 1):
        index = endOfLine(from: index)
        continue
      case UInt8(ascii: "&") where isAtNode, UInt8(ascii: "*") where isAtNode:
        if index + 1 < bytes.count, !isSpace(index + 1) {
          return (line, index - lineStart + 1)
        }
        isAtNode = false
      case UInt8(ascii: "\"") where isAtNode, UInt8(ascii: "'") where isAtNode:
        index = endOfQuote(from: index)
        isAtNode = false
      case UInt8(ascii: "!") where isAtNode:
        while index + 1 < bytes.count, !isSpace(index + 1) { index += 1 }
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","): isAtNode = true
      case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "?"):
        isAtNode = index + 1 >= bytes.count || isSpace(index + 1) || byte == UInt8(ascii: ":")
      default: isAtNode = false
      }
      index += 1
    }
    return nil
  }

  private func isSpace(_ index: Int) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index])
  }

  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
  }

  /// The closing quote, or the last byte where there is none.
  private mutating func endOfQuote(from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      if bytes[index] == UInt8(ascii: "\\"), bytes[start] == UInt8(ascii: "\"") { index += 1 }
      if index < bytes.count, bytes[index] == 0x0A {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
    return min(index, bytes.count - 1)
  }
}
