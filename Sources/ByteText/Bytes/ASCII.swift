/// ASCII characters by their bytes, and texts compared as ASCII.
package enum ASCII {
  @inlinable @inline(__always) package static var tab: UInt8 { 0x09 }
  @inlinable @inline(__always) package static var lf: UInt8 { 0x0A }
  @inlinable @inline(__always) package static var cr: UInt8 { 0x0D }
  @inlinable @inline(__always) package static var space: UInt8 { 0x20 }
  @inlinable @inline(__always) package static var quote: UInt8 { 0x22 }
  @inlinable @inline(__always) package static var hyphen: UInt8 { 0x2D }
  @inlinable @inline(__always) package static var dot: UInt8 { 0x2E }
  @inlinable @inline(__always) package static var colon: UInt8 { 0x3A }
  @inlinable @inline(__always) package static var less: UInt8 { 0x3C }
  @inlinable @inline(__always) package static var equals: UInt8 { 0x3D }
  @inlinable @inline(__always) package static var greater: UInt8 { 0x3E }
  @inlinable @inline(__always) package static var question: UInt8 { 0x3F }
  @inlinable @inline(__always) package static var at: UInt8 { 0x40 }
  @inlinable @inline(__always) package static var backslash: UInt8 { 0x5C }
  @inlinable @inline(__always) package static var underscore: UInt8 { 0x5F }
  @inlinable @inline(__always) package static var delete: UInt8 { 0x7F }

  /// Whether two texts are equal when the case of ASCII letters does not count.
  @inlinable
  package static func equalIgnoringCase(
    _ left: UnsafeRawBufferPointer, _ right: some Collection<UInt8>
  ) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// A space, tab or carriage return.
  @inlinable @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab || byte == cr }

  /// The bytes without spaces, tabs and carriage returns at their ends.
  package static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var range = bytes.indices
    while let first = range.first, isBlank(bytes[first]) { range = range.dropFirst() }
    while let last = range.last, isBlank(bytes[last]) { range = range.dropLast() }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }
}

extension UInt8 {
  @inlinable @inline(__always) package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inlinable @inline(__always) package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable @inline(__always) package var isASCIIUppercase: Bool { self &- 0x41 < 26 }
  @inlinable @inline(__always)
  package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
  @inlinable @inline(__always)
  package var isHexadecimalDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
  /// A C0 control or DEL.
  @inlinable @inline(__always)
  package var isASCIIControl: Bool { self < 0x20 || self == 0x7F }
  @inlinable @inline(__always)
  package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}
