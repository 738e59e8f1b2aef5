import ByteText

/// Text of which something was lost: a parser writes U+FFFD for half of a surrogate pair.
package enum LostText {
  /// Whether bytes hold U+FFFD.
  package static func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ScalarBytes.replacement.withUnsafeBufferPointer {
      ByteSearch.offset(of: $0, in: bytes.assumingMemoryBound(to: UInt8.self)) != nil
    }
  }
}
