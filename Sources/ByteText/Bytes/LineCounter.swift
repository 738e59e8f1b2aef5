/// Counts line feeds up to offsets that seldom go back.
package struct LineCounter {
  private var offset = 0
  private var lines = 0

  package init() {}

  /// The line feeds before `end`; the bytes are those of the last call.
  package mutating func count(in bytes: UnsafeRawBufferPointer, to end: Int) -> Int {
    let end = min(max(end, 0), bytes.count)
    if end < offset { (offset, lines) = (0, 0) }
    lines += Self.lineFeeds(in: UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
    offset = end
    return lines
  }

  /// How many line feeds there are.
  package static func lineFeeds(in bytes: UnsafeRawBufferPointer) -> Int {
    let feed = SIMD16<UInt8>(repeating: 0x0A)
    var count = 0
    var index = 0
    while index + 16 <= bytes.count {
      // A byte counts to 255.
      let end = min(index + 16 * 255, index + (bytes.count - index) / 16 * 16)
      var sums = SIMD16<UInt8>.zero
      while index < end {
        let piece = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        sums &+= SIMD16.zero.replacing(with: 1, where: piece .== feed)
        index += 16
      }
      count += Int(SIMD16<UInt16>(truncatingIfNeeded: sums).wrappedSum())
    }
    return count + bytes[index...].count { $0 == 0x0A }
  }
}
