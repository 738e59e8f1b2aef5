/// The text of a body part: lines end in LF, no C0 or C1 control but LF and tab.
///
/// Gmail clips a message that holds U+0092, and readers disagree on a bare CR.
struct BodyText: Equatable, Sendable {
  let bytes: [UInt8]
  /// How many LF there are; each travels as CRLF.
  let lineBreakCount: Int

  /// Takes UTF-8. CRLF and CR become LF, NEL becomes a space, the other controls go.
  init(_ raw: [UInt8]) {
    let scan = Self.scan(raw)
    if scan.isClean {
      bytes = raw
      lineBreakCount = scan.lineBreakCount
    } else {
      bytes = Self.cleaned(raw)
      lineBreakCount = bytes.count { $0 == ASCII.lf }
    }
  }

  /// The octets before a transfer encoding, with CRLF.
  var canonicalCount: Int { bytes.count + lineBreakCount }

  var canonical: [UInt8] {
    guard lineBreakCount > 0 else { return bytes }
    var canonical: [UInt8] = []
    canonical.reserveCapacity(canonicalCount)
    for line in bytes.split(separator: ASCII.lf, omittingEmptySubsequences: false) {
      canonical.append(contentsOf: line)
      canonical.appendCRLF()
    }
    canonical.removeLast(2)
    return canonical
  }

  // MARK: Controls

  private enum Kind: UInt8 { case ordinary, lineBreak, leadsTwo, control }

  private static let kinds: [UInt8] = (0...255).map { value in
    let byte = UInt8(truncatingIfNeeded: value)
    let kind: Kind =
      switch byte {
      case ASCII.lf: .lineBreak
      case ASCII.tab: .ordinary
      case 0xC2: .leadsTwo
      default: byte.isASCIIControl ? .control : .ordinary
      }
    return kind.rawValue
  }

  /// One pass over the bytes by table: almost every body is clean and is not copied.
  private static func scan(_ raw: [UInt8]) -> (isClean: Bool, lineBreakCount: Int) {
    var lineBreakCount = 0
    let isClean = raw.withUnsafeBufferPointer { source in
      kinds.withUnsafeBufferPointer { kinds in
        for index in source.indices {
          let kind = kinds[Int(source[index])]
          if kind == Kind.ordinary.rawValue { continue }
          if kind == Kind.lineBreak.rawValue {
            lineBreakCount += 1
          } else if kind == Kind.control.rawValue || isC1(source, at: index) {
            return false
          }
        }
        return true
      }
    }
    return (isClean, lineBreakCount)
  }

  private static func isC1(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1])
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
