/// The integer that a number is, however it is written: `1.0`, `1e0` and `1` are one id.
///
/// A table that has a hole in a column of integers is written with `1.0`, and large ones with `1e+16`.
/// Digits are moved as text, so that no value loses precision.
package enum WholeNumber {
  /// An exponent that makes more digits leaves the number as it is written.
  private static let longest = 1024

  /// Whether bytes are certainly no number, or one without fraction and exponent: nearly every id.
  @inlinable @inline(__always)
  package static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, first &- 48 < 10 || first == UInt8(ascii: "-") else {
      return true
    }
    // A UUID: no number has a dash there. Six in ten begin with a digit, and took 1 % of all reading.
    if bytes.count == 36, bytes[8] == UInt8(ascii: "-"), bytes[7] | 0x20 != UInt8(ascii: "e") {
      return true
    }
    return isPlain(bytes, beginningWith: first)
  }

  /// The same of bytes that begin with a digit or a minus.
  @usableFromInline
  static func isPlain(_ bytes: UnsafeRawBufferPointer, beginningWith first: UInt8) -> Bool {
    var index = 1
    while index < bytes.count, bytes[index] &- 48 < 10 { index += 1 }
    if index == bytes.count { return first != UInt8(ascii: "-") || bytes.last != 48 }
    if bytes[index] != UInt8(ascii: "."), bytes[index] | 0x20 != UInt8(ascii: "e") { return true }
    // A random id such as `9e5b…` has a letter soon that no number has.
    while index < bytes.count {
      let byte = bytes[index]
      if byte &- 43 >= 15 && byte | 0x20 != UInt8(ascii: "e") { return true }
      index += 1
    }
    return false
  }

  /// The integer's digits; nil if the bytes are no integer, or plain digits already.
  ///
  /// - Parameter isNumber: whether the bytes are a JSON number. A text is one only with a zero
  ///   fraction or an exponent with a plus: `12e4` may be the id itself.
  package static func digits(of bytes: UnsafeRawBufferPointer, isNumber: Bool) -> [UInt8]? {
    if isPlain(bytes) { return nil }
    var rest = bytes[...]
    func takeDigits() -> ArraySlice<UInt8> {
      let digits = rest.prefix { $0 &- 48 < 10 }
      rest = rest.dropFirst(digits.count)
      return ArraySlice(digits)
    }
    func take(_ byte: Character) -> Bool {
      guard let wanted = byte.asciiValue, let next = rest.first,
        next == wanted || next == wanted &- 32 && wanted > 96
      else { return false }
      rest = rest.dropFirst()
      return true
    }
    let isNegative = take("-")
    let whole = takeDigits()
    if whole.isEmpty || whole.count > 1 && whole.first == 48 { return nil }
    let fraction = take(".") ? takeDigits() : []
    var exponent = 0
    if take("e") {
      let isPositive = take("+")
      if !isNumber, !isPositive { return nil }
      let isBelow = !isPositive && take("-")
      guard let value = Int(String(decoding: takeDigits(), as: UTF8.self)) else { return nil }
      exponent = isBelow ? -min(value, longest) : min(value, longest)
    }
    guard rest.isEmpty, bytes.last != UInt8(ascii: ".") else { return nil }
    return moved(Array(whole + fraction), to: whole.count + exponent, isNegative: isNegative)
  }

  /// An id as it is compared: the integer that it is, or the text itself.
  package static func id(_ text: String, isNumber: Bool = false) -> String {
    let digits = text.withRawBytes { Self.digits(of: $0, isNumber: isNumber) }
    return digits.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Digits with the point behind so many of them; nil if other digits than zeros follow it.
  private static func moved(_ digits: [UInt8], to point: Int, isNegative: Bool) -> [UInt8]? {
    let first = digits.firstIndex { $0 != 48 }
    guard let first, let last = digits.lastIndex(where: { $0 != 48 }) else { return [48] }
    guard last < point, point - first < longest else { return nil }
    let significant = digits[first...last]
    return (isNegative ? [UInt8(ascii: "-")] : []) + significant
      + Array(repeating: 48, count: point - first - significant.count)
  }
}
