/// The text of a body part: lines end in LF, no C0 or C1 control but LF and tab.
///
/// Gmail clips a message that holds U+0092, and readers disagree on a bare CR.
struct BodyText: Equatable, Sendable {
  let bytes: [UInt8]
  /// How many LF there are; each travels as CRLF.
  let lineBreakCount: Int
  /// How many bytes are `=` or above 127; quoted-printable makes three of each.
  let escapeCount: Int

  /// Takes UTF-8. CRLF and CR become LF, NEL becomes a space, the other controls go.
  init(_ raw: [UInt8]) {
    var scan = BodyScan(raw)
    bytes = scan.isClean ? raw : Self.cleaned(raw)
    if !scan.isClean { scan = BodyScan(bytes) }
    lineBreakCount = scan.lineBreakCount
    escapeCount = scan.escapeCount
  }

  /// The octets before a transfer encoding, with CRLF.
  var canonicalCount: Int { bytes.count + lineBreakCount }

  var canonical: [UInt8] {
    guard lineBreakCount > 0 else { return bytes }
    let slack = 16
    return Array(unsafeUninitializedCapacity: canonicalCount + slack) { target, written in
      bytes.withUnsafeBufferPointer { source in
        if let target = target.baseAddress, let source = source.baseAddress {
          written = Self.copyCanonical(source, count: bytes.count, to: target)
        }
      }
    }
  }

  /// Copies sixteen bytes at a time up to each LF; what is written past it is written over.
  private static func copyCanonical(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var index = 0
    var written = 0
    while index &+ 16 <= count {
      let sixteen = SixteenBytes(source + index)
      sixteen.write(to: target + written)
      let length = SixteenBytes.first(sixteen.equal(to: ASCII.lf))
      index &+= length
      written &+= length
      if length < 16 {
        target[written] = ASCII.cr
        target[written &+ 1] = ASCII.lf
        written &+= 2
        index &+= 1
      }
    }
    while index < count {
      if source[index] == ASCII.lf {
        target[written] = ASCII.cr
        written &+= 1
      }
      target[written] = source[index]
      written &+= 1
      index &+= 1
    }
    return written
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
