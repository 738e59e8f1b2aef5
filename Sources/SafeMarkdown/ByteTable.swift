/// Runs of bytes that a table of 256 entries lets through.
enum ByteTable {
  /// The index of the first byte from `start` on whose entry is not 0, or the text's count.
  ///
  /// Eight bytes at a time: one comparison for all of their entries.
  @inline(__always)
  static func end(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, where table: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var index = start
    while index + 8 <= text.count {
      if entries(of: text, at: index, table) != 0 { break }
      index += 8
    }
    // Of the last eight some may have been looked at: they tell nothing new.
    if index + 8 > text.count, text.count - 8 >= start,
      entries(of: text, at: text.count - 8, table) == 0
    {
      return text.count
    }
    while index < text.count, table[Int(text[index])] == 0 { index += 1 }
    return index
  }

  /// The entries of eight bytes, one or the other.
  @inline(__always)
  private static func entries(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, _ table: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    let first = table[Int(text[index])] | table[Int(text[index + 1])]
    let second = table[Int(text[index + 2])] | table[Int(text[index + 3])]
    let third = table[Int(text[index + 4])] | table[Int(text[index + 5])]
    let fourth = table[Int(text[index + 6])] | table[Int(text[index + 7])]
    return first | second | third | fourth
  }
}
