import UTF8Bytes

extension DisplayWidth {
  private static let ellipsis = "…"

  /// The text in at most `columns` columns, cut between graphemes, its last column an ellipsis where
  /// something was cut; spaces before the ellipsis go as well.
  package static func truncated(_ text: String, columns: Int) -> String {
    // No text has more columns than bytes.
    if text.utf8.count <= columns { return text }
    return text.withBytes { truncated($0, columns: columns) } ?? text
  }

  /// Nil for a text that fits.
  private static func truncated(_ utf8: WidthBytes, columns: Int) -> String? {
    guard columns > 0 else { return self.columns(of: utf8) <= columns ? nil : "" }
    if utf8.isPrintableASCII { return cut(utf8[bytes: 0..<columns - 1]) }
    switch end(of: utf8, columns: columns) {
    case .fits: return nil
    case .cut(let end): return cut(utf8[bytes: 0..<end])
    case .unknown: break
    }
    if self.columns(of: utf8) <= columns { return nil }
    var end = 0
    var used = 0
    forEachCell(in: utf8, joins: measure(utf8).joins) { cell in
      used += cell.columns
      if used < columns { end = cell.end }
      return used < columns
    }
    return cut(utf8[bytes: 0..<end])
  }

  private enum End {
    case fits
    /// How many bytes fit, with a column left for the ellipsis.
    case cut(Int)
    /// Some characters may join.
    case unknown
  }

  /// Where to cut everyday characters, told in one pass that goes no further than the columns do.
  private static func end(of utf8: WidthBytes, columns: Int) -> End {
    var end = 0
    var used = 0
    var index = 0
    while index < utf8.count {
      while used < columns - 1, index < utf8.count {
        let length = utf8[index] == UInt8(ascii: " ") ? 1 : utf8.narrow(at: index)
        if length == 0 { break }
        index &+= length
        used &+= 1
        end = index
      }
      if index == utf8.count { break }
      let (value, length) = utf8.scalar(at: index)
      guard let width = value == 0x20 ? 1 : LineStream.columns(value) else { return .unknown }
      used += width
      if used > columns { return .cut(end) }
      index += length
      if used < columns { end = index }
    }
    return .fits
  }

  /// The text in at most `characters` graphemes, the last an ellipsis where something was cut; spaces
  /// before the ellipsis go as well.
  package static func truncated(_ text: String, characters: Int) -> String {
    guard characters > 0 else { return "" }
    // A grapheme has at least one byte.
    if text.utf8.count <= characters { return text }
    guard let last = text.index(text.startIndex, offsetBy: characters, limitedBy: text.endIndex),
      last < text.endIndex
    else { return text }
    var start = String(text[..<text.index(before: last)])
    return start.withUTF8 { cut($0) }
  }

  private static func cut(_ utf8: WidthBytes) -> String {
    var end = utf8.count
    while end > 0, utf8[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return String(decoding: utf8[bytes: 0..<end], as: UTF8.self) + ellipsis
  }
}
