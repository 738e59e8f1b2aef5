/// The obvious, slow way to what the module does fast, for comparison.
enum PlainForms {
  /// Quoted-printable: each line is a list of pieces that may not be cut, placed one by one.
  static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    return Array(lines.map { quotedPrintable(line: Array($0)) }.joined(separator: [13, 10]))
  }

  private static func quotedPrintable(line: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    var column = 0
    var index = 0
    while index < line.count {
      let end = index + characterLength(line[index...])
      var piece = piece(line[index...], end, isFirst: column == 0)
      if column + piece.count > (end == line.count ? 76 : 75) {
        encoded += Array("=\r\n".utf8)
        column = 0
        piece = self.piece(line[index...], end, isFirst: true)
      }
      encoded += piece
      column += piece.count
      index = end
    }
    return encoded
  }

  private static func piece(_ rest: ArraySlice<UInt8>, _ end: Int, isFirst: Bool) -> [UInt8] {
    let byte = rest.first ?? 0
    let isAtEnd = end == rest.endIndex
    let isEscaped =
      byte > 126 || byte == 61 || (isAtEnd && (byte == 32 || byte == 9))
      || (isFirst && (byte == 46 || rest.starts(with: "From ".utf8)))
    let character = Array(rest[rest.startIndex..<end])
    guard isEscaped else { return character }
    return character.flatMap { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return Array((digits.utf8.count == 1 ? "=0" : "=").utf8) + Array(digits.utf8)
    }
  }

  /// Quoted-printable decoded; nil where an escape is none.
  static func unquoted(_ encoded: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      let escape = byte == 61 ? rest.prefix(2) : []
      rest = rest.dropFirst(escape.count)
      if escape.elementsEqual([13, 10]) { continue }
      let value = UInt8(String(decoding: escape, as: UTF8.self), radix: 16)
      guard let value = byte == 61 ? value : byte else { return nil }
      decoded.append(value)
    }
    return decoded
  }

  /// One byte where there is no UTF-8.
  private static func characterLength(_ rest: ArraySlice<UInt8>) -> Int {
    let length =
      switch rest.first ?? 0 {
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    let others = rest.dropFirst().prefix(length - 1)
    return others.count == length - 1 && others.allSatisfy { $0 & 0xC0 == 0x80 } ? length : 1
  }

  /// What has no place in a body: controls but LF and tab, and the C1 controls of UTF-8.
  static func holdsControl(_ bytes: [UInt8]) -> Bool {
    let isC1 = zip(bytes, bytes.dropFirst()).contains { $0 == 0xC2 && (0x80...0x9F).contains($1) }
    return isC1 || bytes.contains { ($0 < 32 && $0 != 10 && $0 != 9) || $0 == 127 }
  }

  /// A field in lines of at most 76 octets, broken at spaces (RFC 5322 section 2.2.3).
  static func folded(_ name: String, _ value: String) -> String {
    var lines = [name + ":"]
    for word in value.split(separator: " ", omittingEmptySubsequences: value.isEmpty) {
      if lines[lines.count - 1].utf8.count + 1 + word.utf8.count > 76 { lines.append("") }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  /// A line of `format=flowed` (RFC 3676 section 4).
  static func flowed(_ line: [UInt8], flows: Bool) -> [UInt8] {
    var content = line
    while content.last == 32 { content.removeLast() }
    let text = String(decoding: content, as: UTF8.self)
    let isStuffed =
      content.first == 32 || content.first == 62 || text == "From" || text == "--"
      || content.starts(with: "From ".utf8)
    return (isStuffed ? [32] : []) + content + (flows && !content.isEmpty ? [32] : []) + [10]
  }
}
