extension String {
  /// Hands over the text's UTF-8 where it lies. `withUTF8` needs a variable of its own, which costs a
  /// reference counted up and down, as much as looking at a short text.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}
