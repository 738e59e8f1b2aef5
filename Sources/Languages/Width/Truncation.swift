extension DisplayWidth {
  private static let ellipsis = "…"

  /// The text in at most `columns` columns, cut between graphemes, its last column an ellipsis where
  /// something was cut; spaces before the ellipsis go as well.
  public static func truncated(_ text: String, columns: Int) -> String {
    if self.columns(of: text) <= columns { return text }
    guard columns > 0 else { return "" }
    if asciiColumns(text) != nil { return cut(text.utf8.prefix(columns - 1)) }
    var end = text.startIndex
    var used = 0
    forEachCell(in: text[...]) { cell in
      used += cell.columns
      if used < columns { end = cell.end }
      return used < columns
    }
    return cut(text[..<end].utf8)
  }

  /// The text in at most `characters` graphemes, the last an ellipsis where something was cut; spaces
  /// before the ellipsis go as well.
  public static func truncated(_ text: String, characters: Int) -> String {
    guard characters > 0 else { return "" }
    // A grapheme has at least one byte.
    if text.utf8.count <= characters { return text }
    guard let last = text.index(text.startIndex, offsetBy: characters, limitedBy: text.endIndex),
      last < text.endIndex
    else { return text }
    return cut(text[..<text.index(before: last)].utf8)
  }

  private static func cut(_ bytes: Substring.UTF8View) -> String {
    var bytes = bytes
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(Substring(bytes)) + ellipsis
  }
}
