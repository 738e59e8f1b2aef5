package import Notifications

/// A locale's digits and digit groups.
package struct NumberStyle: Equatable, Sendable {
  /// The ten digits in UTF-8; each takes a tenth of the bytes.
  let digits: [UInt8]
  let separator: [UInt8]
  /// The number of digits in the last group, and in the others (3 and 2 in Hindi).
  let primaryGroup: Int
  let secondaryGroup: Int
  /// Shorter numbers are not grouped (5 in Spanish).
  let leastDigits: Int
  let minus: [UInt8]

  static let english = NumberStyle(
    digits: Array(UInt8(ascii: "0")...UInt8(ascii: "9")), separator: [UInt8(ascii: ",")],
    primaryGroup: 3, secondaryGroup: 3, leastDigits: 4, minus: [UInt8(ascii: "-")])

  /// Decimal digits without groups, for what no person reads.
  package static let plain = NumberStyle(
    digits: english.digits, separator: [], primaryGroup: 3, secondaryGroup: 3, leastDigits: .max,
    minus: english.minus)

  /// An integer in the locale's digits and groups.
  package func formatted(_ number: Int) -> String {
    var output: [UInt8] = []
    append(number, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends an integer in the locale's digits and groups, padded with zeros to `width`.
  package func append(
    _ number: Int, grouped: Bool = true, width: Int = 1, to output: inout [UInt8]
  ) {
    if number < 0 { output += minus }
    var rest = number.magnitude
    if rest < 10, width == 1 { return append(digit: Int(rest), to: &output) }
    var divisor: UInt = 1
    var count = 1
    while rest / divisor >= 10 {
      divisor *= 10
      count += 1
    }
    for _ in 0..<max(0, width - count) { append(digit: 0, to: &output) }
    let grouped = grouped && count >= leastDigits
    while count > 0 {
      append(digit: Int(rest / divisor), to: &output)
      rest %= divisor
      divisor /= 10
      count -= 1
      if grouped, count > 0, endsGroup(remaining: count) { output += separator }
    }
  }

  private func append(digit: Int, to output: inout [UInt8]) {
    if digits.count == 10 { return output.append(digits[digit]) }
    let size = digits.count / 10
    for index in digit * size..<(digit + 1) * size { output.append(digits[index]) }
  }

  private func endsGroup(remaining: Int) -> Bool {
    remaining == primaryGroup
      || remaining > primaryGroup && (remaining - primaryGroup) % secondaryGroup == 0
  }
}

extension NumberStyle {
  /// The digits and groups of a locale.
  package init(_ tag: LanguageTag) {
    if tag == .english || tag == .pseudo {
      self = .english
      return
    }
    let list = LocaleTable.bundled.lists(tag)[.numbers]
    func number(_ index: Int) -> Int { Int(list[index]) ?? 0 }
    let leastDigits = number(4)
    self.init(
      digits: Array(list[0].utf8), separator: Array(list[1].utf8), primaryGroup: number(2),
      secondaryGroup: number(3), leastDigits: leastDigits == 0 ? .max : leastDigits,
      minus: Array(list[5].utf8))
  }
}
