import ByteText

/// The text of a body part: lines end in LF, and there are no controls except LF and tab.
///
/// Gmail clips a message that contains U+0092, and readers disagree on a bare CR.
struct BodyText: Equatable, Sendable {
  let bytes: [UInt8]
  /// The number of LFs; each is sent as CRLF.
  let lineBreakCount: Int
  /// The number of bytes that are `=` or above 127; quoted-printable makes three of each.
  let escapeCount: Int

  /// Takes UTF-8. CRLF and CR become LF, NEL becomes a space, other controls are dropped.
  init(_ raw: [UInt8]) {
    var scan = BodyScan(raw)
    bytes = scan.isClean ? raw : Self.cleaned(raw)
    if !scan.isClean { scan = BodyScan(bytes) }
    lineBreakCount = scan.lineBreakCount
    escapeCount = scan.escapeCount
  }

  /// The number of bytes with CRLF, before a transfer encoding.
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

  /// Copies sixteen bytes at a time up to each LF; bytes written past it are overwritten.
  private static func copyCanonical(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var index = 0
    var written = 0
    while index &+ 16 <= count {
      let sixteen = SixteenBytes(source + index)
      sixteen.write(to: target + written)
      let length = SixteenBytes.first(sixteen.equal(to: UInt8(ascii: "\n")))
      index &+= length
      written &+= length
      if length < 16 {
        target[written] = UInt8(ascii: "\r")
        target[written &+ 1] = UInt8(ascii: "\n")
        written &+= 2
        index &+= 1
      }
    }
    while index < count {
      if source[index] == UInt8(ascii: "\n") {
        target[written] = UInt8(ascii: "\r")
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
      if byte == UInt8(ascii: "\r") {
        if next != UInt8(ascii: "\n") { clean.append(UInt8(ascii: "\n")) }
      } else if byte == 0xC2, (0x80...0x9F).contains(next) {
        if next == 0x85 { clean.append(UInt8(ascii: " ")) }
        index += 1
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || !byte.isASCIIControl {
        clean.append(byte)
      }
    }
    return clean
  }
}

/// Facts about a body from one pass, sixteen bytes at a time: almost every body is clean and is not
/// copied.
struct BodyScan: Equatable {
  /// Whether there are no controls except LF and tab.
  private(set) var isClean = true
  private(set) var lineBreakCount = 0
  /// The number of bytes that are `=` or above 127.
  private(set) var escapeCount = 0

  private typealias Lanes = SixteenBytes.Lanes

  init(_ raw: [UInt8]) {
    raw.withUnsafeBufferPointer { source in
      var index = 0
      if let bytes = source.baseAddress {
        // A C1 control has two bytes, so the byte after the sixteen is read too.
        while index + 17 <= source.count {
          // A lane counts to 255.
          let end = min(source.count - 16, index + 255 * 16)
          index = scan(bytes, from: index, below: end)
        }
      }
      while index < source.count {
        look(at: source[index], before: index + 1 < source.count ? source[index + 1] : 0)
        index += 1
      }
    }
  }

  /// Scans the blocks that begin before `end`; returns where it stopped.
  private mutating func scan(
    _ bytes: UnsafePointer<UInt8>, from start: Int, below end: Int
  ) -> Int {
    var index = start
    var breaks = Lanes()
    var escapes = Lanes()
    var refused = Lanes()
    while index < end {
      let sixteen = SixteenBytes(bytes + index)
      let isBreak = sixteen.equal(to: UInt8(ascii: "\n"))
      breaks &-= SixteenBytes.lanes(isBreak)
      escapes &-= SixteenBytes.lanes(sixteen.equal(to: UInt8(ascii: "=")) .| sixteen.beyondASCII)
      refused |= SixteenBytes.lanes(
        (sixteen.below(UInt8(ascii: " ")) .^ isBreak .^ sixteen.equal(to: UInt8(ascii: "\t")))
          .| sixteen.equal(to: 0x7F) .| sixteen.beginningC1(bytes + index))
      index &+= 16
    }
    lineBreakCount += Self.sum(breaks)
    escapeCount += Self.sum(escapes)
    if !SixteenBytes.areZero(refused) { isClean = false }
    return index
  }

  private mutating func look(at byte: UInt8, before next: UInt8) {
    if byte == UInt8(ascii: "\n") {
      lineBreakCount += 1
    } else if byte >= 0x80 || byte == UInt8(ascii: "=") {
      escapeCount += 1
      if byte == 0xC2, next & 0xE0 == 0x80 { isClean = false }
    } else if byte.isASCIIControl, byte != UInt8(ascii: "\t") {
      isClean = false
    }
  }

  private static func sum(_ lanes: Lanes) -> Int {
    lanes.indices.reduce(0) { $0 + Int(lanes[$1]) }
  }
}

extension SixteenBytes {
  /// Where a C1 control begins: 0xC2 before 0x80 to 0x9F. Reads the byte after the sixteen too.
  @inline(__always)
  fileprivate func beginningC1(_ bytes: UnsafePointer<UInt8>) -> Mask {
    let next = SixteenBytes(bytes + 1).lanes & Lanes(repeating: 0xE0)
    return equal(to: 0xC2) .& (next .== Lanes(repeating: 0x80))
  }
}

/// Sixteen bytes in one register, for the loops over every byte of a message.
struct SixteenBytes {
  typealias Lanes = SIMD16<UInt8>
  typealias Mask = SIMDMask<SIMD16<Int8>>

  let lanes: Lanes

  /// Reads sixteen bytes, which must exist.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    lanes = UnsafeRawPointer(bytes).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  func write(to bytes: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(bytes).storeBytes(of: lanes, as: Lanes.self)
  }

  @inline(__always)
  func equal(to byte: UInt8) -> Mask { lanes .== Lanes(repeating: byte) }

  @inline(__always)
  func below(_ byte: UInt8) -> Mask { lanes .< Lanes(repeating: byte) }

  @inline(__always)
  var beyondASCII: Mask { lanes .>= Lanes(repeating: 0x80) }

  /// Controls and bytes above 127, which are negative as signed numbers.
  @inline(__always)
  var belowSpaceOrBeyondASCII: Mask {
    unsafeBitCast(lanes, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0x20)
  }

  /// 255 in each lane that the mask sets, 0 in the others.
  @inline(__always)
  static func lanes(_ mask: Mask) -> Lanes { unsafeBitCast(mask, to: Lanes.self) }

  /// Whether all lanes are 0; two halves are faster to check than sixteen lanes.
  @inline(__always)
  static func areZero(_ lanes: Lanes) -> Bool {
    let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  /// The first lane that the mask sets; 16 if there is none.
  @inline(__always)
  static func first(_ mask: Mask) -> Int {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = halves[0].littleEndian
    return low != 0
      ? low.trailingZeroBitCount >> 3 : 8 &+ halves[1].littleEndian.trailingZeroBitCount >> 3
  }
}
