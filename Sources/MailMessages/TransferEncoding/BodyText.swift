/// The text of a body part: lines end in LF, no C0 or C1 control but LF and tab.
///
/// Gmail clips a message that holds U+0092, and readers disagree on a bare CR.
struct BodyText: Equatable, Sendable {
  let bytes: [UInt8]
  /// How many LF there are; each travels as CRLF.
  let lineBreakCount: Int
  /// How many bytes are above 127; quoted-printable makes three of each.
  let countBeyondASCII: Int

  /// Takes UTF-8. CRLF and CR become LF, NEL becomes a space, the other controls go.
  init(_ raw: [UInt8]) {
    let scan = Scan(raw)
    if scan.isClean {
      bytes = raw
      lineBreakCount = scan.lineBreakCount
      countBeyondASCII = scan.countBeyondASCII
    } else {
      bytes = Self.cleaned(raw)
      lineBreakCount = bytes.count { $0 == ASCII.lf }
      countBeyondASCII = bytes.count { $0 >= 0x80 }
    }
  }

  /// The octets before a transfer encoding, with CRLF.
  var canonicalCount: Int { bytes.count + lineBreakCount }

  var canonical: [UInt8] {
    guard lineBreakCount > 0 else { return bytes }
    var canonical: [UInt8] = []
    canonical.reserveCapacity(canonicalCount)
    bytes.withUnsafeBufferPointer { source in
      var start = 0
      while start < source.count {
        let end = source.lineEnd(from: start)
        canonical.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<end]))
        if end < source.count { canonical.appendCRLF() }
        start = end + 1
      }
    }
    return canonical
  }

  private static func cleaned(_ raw: [UInt8]) -> [UInt8] {
    var clean: [UInt8] = []
    clean.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      let next = index + 1 < raw.count ? raw[index + 1] : 0
      index += 1
      if byte == ASCII.cr {
        if next != ASCII.lf { clean.append(ASCII.lf) }
      } else if byte == 0xC2, (0x80...0x9F).contains(next) {
        if next == 0x85 { clean.append(ASCII.space) }
        index += 1
      } else if byte == ASCII.lf || byte == ASCII.tab || !byte.isASCIIControl {
        clean.append(byte)
      }
    }
    return clean
  }
}

extension BodyText {
  /// One pass over the bytes, eight at a time: almost every body is clean and is not copied.
  private struct Scan {
    var isClean = true
    var lineBreakCount = 0
    var countBeyondASCII = 0

    init(_ raw: [UInt8]) {
      raw.withUnsafeBufferPointer { source in
        var index = 0
        while index + 8 <= source.count, isClean {
          let eight = EightBytes(source, at: index)
          countBeyondASCII += eight.countBeyondASCII
          let marks =
            eight.marks(below: 0x20) | eight.marks(equalTo: ASCII.delete)
            | eight.marks(equalTo: 0xC2)
          if marks != 0 { look(at: index..<(index + 8), of: source) }
          index += 8
        }
        if isClean {
          look(at: index..<source.count, of: source)
          countBeyondASCII += source[index...].count { $0 >= 0x80 }
        }
      }
    }

    private mutating func look(at range: Range<Int>, of source: UnsafeBufferPointer<UInt8>) {
      for index in range {
        let byte = source[index]
        if byte == ASCII.lf {
          lineBreakCount += 1
        } else if byte == 0xC2 {
          let next = index + 1 < source.count ? source[index + 1] : 0
          if (0x80...0x9F).contains(next) { isClean = false }
        } else if byte.isASCIIControl, byte != ASCII.tab {
          isClean = false
        }
      }
    }
  }
}
