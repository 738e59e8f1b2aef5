import ByteText
import CByteWord
import Languages

/// Turns user text into one line.
enum FlatText {
  /// Replaces each run of blanks, line breaks (CR, LF, NEL, U+2028, U+2029) and C0 or C1 controls by
  /// one space, and removes them at the ends. Balances directional formatting, so that checks of the
  /// line see what documents write, and lowers piles of marks.
  static func line(_ text: String) -> String {
    text.withBytes { isFlat($0) ? nil : flattened($0) } ?? text
  }

  /// Whether the text is one such line, or empty.
  static func isLine(_ text: String) -> Bool { text.withBytes { isFlat($0) } }

  /// A line for the name of a type, person or thing: cut if longer than any name, in columns and,
  /// for characters without width, in bytes.
  static func name(_ text: String) -> String {
    if text.utf8.count <= nameColumns { return line(text) }
    var start = text
    if text.utf8.count > nameBytes {
      // Cuts between scalars, since a grapheme may have any number of marks.
      start = String(decoding: text.utf8.prefix(nameBytes), as: UTF8.self)
      while start.unicodeScalars.last == "\u{FFFD}" { start.unicodeScalars.removeLast() }
      start += "…"
    }
    return DisplayWidth.truncated(line(start), columns: nameColumns)
  }

  private static let nameColumns = 80
  private static let nameBytes = 1024

  /// Detects the common case in one pass, eight bytes a step.
  private static func isFlat(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    // Marks a space before the first byte of a word; the line must not begin with one.
    var before: UInt64 = 0x80
    var seen: UInt64 = 0
    while index + 8 <= utf8.count {
      let word = ByteWord(utf8.baseAddress, at: index)
      let spaces = word.spaces
      seen |= word.bits
      if word.controls | word.deletes | (spaces & (spaces << 8 | before)) != 0 { return false }
      // C2 and E2 begin the blanks of several bytes, and many other characters.
      if word.marks(0xE2, either: 0x20) != 0 {
        for offset in index..<index + 8 where utf8[offset] != 0x20 {
          if ScalarBytes.blank(utf8, at: offset) > 0 || BidiBalance.isControl(utf8, at: offset) {
            return false
          }
        }
      }
      before = spaces >> 56
      index += 8
    }
    var previous = before == 0 ? 0 : UInt8(ascii: " ")
    while index < utf8.count {
      let byte = utf8[index]
      if ScalarBytes.blank(utf8, at: index) > 0, byte != UInt8(ascii: " ") || byte == previous {
        return false
      }
      if BidiBalance.isControl(utf8, at: index) { return false }
      previous = byte
      seen |= UInt64(byte)
      index += 1
    }
    if seen & ByteWord.highs != 0, MarkPile.isFound(in: utf8) { return false }
    return previous != UInt8(ascii: " ") || utf8.isEmpty
  }

  private static func flattened(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
    var flat: [UInt8] = []
    flat.reserveCapacity(utf8.count)
    var bidi = BidiBalance()
    var isBlankDue = false
    var index = 0
    while index < utf8.count {
      if case let length = ScalarBytes.blank(utf8, at: index), length > 0 {
        isBlankDue = !flat.isEmpty
        index += length
        continue
      }
      let start = index
      if BidiBalance.isControl(utf8, at: index) {
        index += 3
        if !bidi.admit(utf8, at: start) { continue }
      } else {
        index = endOfRun(utf8, from: start)
      }
      if isBlankDue { flat.append(UInt8(ascii: " ")) }
      isBlankDue = false
      flat.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
    }
    bidi.close(into: &flat)
    return flat.withUnsafeBufferPointer { line in
      MarkPile.isFound(in: line)
        ? String(decoding: MarkPile.lowered(line), as: UTF8.self)
        : String(decoding: line, as: UTF8.self)
    }
  }

  /// The end of the bytes that stay unchanged, found eight at a time.
  private static func endOfRun(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= utf8.count {
      let word = ByteWord(utf8.baseAddress, at: index)
      let spaces = word.spaces
      // A blank may follow a space at the end of the word.
      let blanks = spaces & (spaces << 8 | 1 << 63)
      if word.controls | word.deletes | word.marks(0xE2, either: 0x20) | blanks == 0 {
        index += 8
        continue
      }
      for offset in index..<index + 8 where endsRun(utf8, at: offset) { return offset }
      index += 8
    }
    while index < utf8.count, !endsRun(utf8, at: index) { index += 1 }
    return index
  }

  /// Any blank except a single space, and directional formatting.
  @inline(__always)
  private static func endsRun(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    if utf8[index] > 0x20 && utf8[index] < 0x7F { return false }
    if ScalarBytes.blank(utf8, at: index) == 0 { return BidiBalance.isControl(utf8, at: index) }
    return utf8[index] != UInt8(ascii: " ") || index + 1 == utf8.count
      || ScalarBytes.blank(utf8, at: index + 1) > 0 || BidiBalance.isControl(utf8, at: index + 1)
  }
}

extension String {
  /// Calls `body` with each line that is not empty, until it answers false. A line ends where
  /// `Character.isNewline` holds; asking each character takes thirty times as long.
  func forEachLine(_ body: (String) -> Bool) {
    withBytes { utf8 in
      var start = 0
      var index = 0
      while index < utf8.count {
        if Self.isWithinLine(utf8, at: index) {
          index += 8
          continue
        }
        let length = Self.mayBreakLines(utf8[index]) ? ScalarBytes.lineBreak(utf8, at: index) : 0
        if length > 0 {
          if start < index, !body(String(decoding: utf8[start..<index], as: UTF8.self)) { return }
          start = index + length
        }
        index += max(1, length)
      }
      guard start < utf8.count else { return }
      _ = body(start == 0 ? self : String(decoding: utf8[start...], as: UTF8.self))
    }
  }

  /// Whether the next eight bytes surely break no line: they hold no control and none of the bytes C2
  /// and E2, with which NEL and U+2028 begin.
  private static func isWithinLine(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 8 <= utf8.count else { return false }
    let word = ByteWord(utf8.baseAddress, at: index)
    return word.controls | word.marks(0xE2, either: 0x20) == 0
  }

  /// LF to CR, and what NEL and U+2028 begin with.
  private static func mayBreakLines(_ byte: UInt8) -> Bool {
    0x0A...0x0D ~= byte || byte == 0xC2 || byte == 0xE2
  }
}
