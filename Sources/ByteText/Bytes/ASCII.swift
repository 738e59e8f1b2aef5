/// Texts compared as ASCII. A character's byte is `UInt8(ascii:)`, which every module inlines.
package enum ASCII {
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
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

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
