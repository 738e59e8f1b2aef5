/// A strict reader of quoted-printable.
enum LintQuotedPrintable {
  /// The bytes with CRLF; nil when an escape is malformed (small letters included: RFC 2045 section
  /// 6.7, rule 1).
  static func decode(_ lines: ArraySlice<LintLine>, _ report: inout LintReport) -> [UInt8]? {
    var decoded: [UInt8] = []
    var isWellFormed = true
    for line in lines {
      var rest = line.bytes
      var isSoft = false
      while let byte = rest.popFirst() {
        guard byte == ASCII.equals else {
          decoded.append(byte)
          continue
        }
        if rest.isEmpty {
          isSoft = true
        } else if let value = escapedByte(rest.prefix(2)) {
          decoded.append(value)
          rest = rest.dropFirst(2)
        } else {
          isWellFormed = false
          let escape = String(decoding: rest.prefix(2), as: UTF8.self)
          report.add(.malformedQuotedPrintable, line: line.number, "=\(escape)")
        }
      }
      let isLast = line.number == lines.last?.number
      if isSoft, isLast {
        isWellFormed = false
        report.add(.malformedQuotedPrintable, line: line.number, "soft break at the end")
      }
      if !isSoft, !isLast { decoded.append(contentsOf: [ASCII.cr, ASCII.lf]) }
    }
    return isWellFormed ? decoded : nil
  }

  /// The byte of two hexadecimal digits, the letters large.
  static func escapedByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2 else { return nil }
    var value: UInt8 = 0
    for digit in digits {
      guard let place = ASCII.hexDigits.firstIndex(of: digit) else { return nil }
      value = value << 4 | UInt8(truncatingIfNeeded: place)
    }
    return value
  }
}

/// A strict reader of base64.
enum LintBase64 {
  static func decode(_ lines: ArraySlice<LintLine>, _ report: inout LintReport) -> [UInt8]? {
    let decoded = decode(lines.flatMap { Array($0.bytes) }[...])
    if decoded == nil {
      report.add(.malformedBase64, line: lines.first?.number ?? 1)
    }
    return decoded
  }

  /// Nil unless the text is whole groups of four, padded at the end only, with no stray bits.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let padding = text.reversed().prefix { $0 == ASCII.equals }.count
    guard text.count % 4 == 0, padding <= 2 else { return nil }
    var decoded: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in text.dropLast(padding) {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= 1 << bitCount - 1
      }
    }
    return bits == 0 ? decoded : nil
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
