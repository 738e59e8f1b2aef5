/// What one pass over the bytes of a body tells: almost every body is clean and is not copied.
///
/// Sixteen bytes a step, without a branch: this touches every byte of every message.
struct BodyScan: Equatable {
  /// No C0 control but LF and tab, no DEL, no C1 control.
  private(set) var isClean = true
  private(set) var lineBreakCount = 0
  /// How many bytes are `=` or above 127.
  private(set) var escapeCount = 0

  private typealias Lanes = SixteenBytes.Lanes

  init(_ raw: [UInt8]) {
    raw.withUnsafeBufferPointer { source in
      var index = 0
      if let bytes = source.baseAddress {
        // The byte after the sixteen is looked at too: a C1 control is two.
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

  /// Scans what begins below `end`, and answers where it stopped.
  private mutating func scan(
    _ bytes: UnsafePointer<UInt8>, from start: Int, below end: Int
  ) -> Int {
    var index = start
    var breaks = Lanes()
    var escapes = Lanes()
    var refused = Lanes()
    while index < end {
      let sixteen = SixteenBytes(bytes + index)
      let isBreak = sixteen.equal(to: ASCII.lf)
      breaks &-= SixteenBytes.lanes(isBreak)
      escapes &-= SixteenBytes.lanes(sixteen.equal(to: ASCII.equals) .| sixteen.beyondASCII)
      refused |= SixteenBytes.lanes(
        (sixteen.below(ASCII.space) .^ isBreak .^ sixteen.equal(to: ASCII.tab))
          .| sixteen.equal(to: ASCII.delete) .| sixteen.beginningC1(bytes + index))
      index &+= 16
    }
    lineBreakCount += Self.sum(breaks)
    escapeCount += Self.sum(escapes)
    if !SixteenBytes.areZero(refused) { isClean = false }
    return index
  }

  private mutating func look(at byte: UInt8, before next: UInt8) {
    if byte == ASCII.lf {
      lineBreakCount += 1
    } else if byte >= 0x80 || byte == ASCII.equals {
      escapeCount += 1
      if byte == 0xC2, next & 0xE0 == 0x80 { isClean = false }
    } else if byte.isASCIIControl, byte != ASCII.tab {
      isClean = false
    }
  }

  private static func sum(_ lanes: Lanes) -> Int {
    lanes.indices.reduce(0) { $0 + Int(lanes[$1]) }
  }
}

extension SixteenBytes {
  /// Where a C1 control begins: 0xC2, before 0x80 to 0x9F. Reads the byte after the sixteen too.
  @inline(__always)
  fileprivate func beginningC1(_ bytes: UnsafePointer<UInt8>) -> Mask {
    let next = SixteenBytes(bytes + 1).lanes & Lanes(repeating: 0xE0)
    return equal(to: 0xC2) .& (next .== Lanes(repeating: 0x80))
  }
}
