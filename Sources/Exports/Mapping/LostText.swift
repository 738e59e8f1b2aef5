/// Text of which something was lost: a parser writes U+FFFD for half of a surrogate pair.
package enum LostText {
  /// Whether bytes hold U+FFFD.
  package static func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 3 else { return false }
    for index in 0...(bytes.count - 3)
    where bytes[index] == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] == 0xBD {
      return true
    }
    return false
  }
}
