/// What no sink may hold, whatever it is: controls but line feeds and tabs, noncharacters, and
/// directional formatting that is not closed on its line.
package enum WrittenBytes {
  /// - Parameter endsWithLine: whether formatting has to be closed on its line, and not only in the
  ///   document: lines that flow may be joined by a reader.
  package static func complaint(of bytes: [UInt8], endsWithLine: Bool = true) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "no UTF-8" }
    var open: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: continue
      case 0x0A: if endsWithLine, !open.isEmpty { return "left open" }
      case 0..<0x20, 0x7F..<0xA0: return "a control"
      case 0x202D, 0x202E: return "an override"
      case 0x202A, 0x202B: open.append("\u{202C}")
      case 0x2066...0x2068: open.append("\u{2069}")
      case 0x202C, 0x2069:
        guard let last = open.lastIndex(of: scalar) else { return "an end of nothing" }
        if scalar == "\u{202C}", last != open.count - 1 { return "an end of nothing" }
        open.removeSubrange(last...)
      default: if scalar.properties.isNoncharacterCodePoint { return "a noncharacter" }
      }
    }
    return open.isEmpty ? nil : "left open"
  }
}
