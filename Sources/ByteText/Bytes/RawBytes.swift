import Glibc

extension [UInt8] {
  /// `withUnsafeBytes` for a body that throws errors of one type.
  @inlinable @inline(__always)
  package func withRawBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }
    return try result.get()
  }

  /// `withUnsafeMutableBytes` for a body that throws errors of one type.
  @inlinable @inline(__always)
  package mutating func withMutableRawBytes<Answer, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeMutableBytes { bytes in
      Result { () throws(Failure) in try body(bytes) }
    }
    return try result.get()
  }
}

extension String {
  /// Hands over the text's UTF-8 where it lies. `withUTF8` needs a variable of its own, which costs a
  /// reference counted up and down, as much as looking at a short text.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// As `withBytes`, untyped.
  @inlinable @inline(__always)
  package func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes { body(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two texts have the same bytes; a bulk comparison, as texts are compared for every record.
  package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count
    }
    return memcmp(left, right, count) == 0
  }
}
