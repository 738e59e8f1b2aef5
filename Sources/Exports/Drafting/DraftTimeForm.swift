import ByteText
import Languages
import Notifications
import Profiles

/// The form of times that no rule reads without being told: `02.10.2026 09:01`, `10/02/2026 9:01 AM`.
package struct DraftTimeForm: Equatable, Sendable {
  /// In the letters of a profile's `format`.
  package let pattern: String
  /// Whether no value tells which number is the day and which the month.
  package let isAmbiguous: Bool

  /// The number of values that are looked at.
  private static let mostValues = 100

  /// Nil if fewer than nine of ten values have one form of time.
  package init?(_ values: [String]) {
    let values = values.prefix(Self.mostValues)
    guard values.first?.contains(where: \.isNumber) == true else { return nil }
    func best(_ isDayFirst: Bool) -> Trial? {
      Set(values.compactMap { DateTokens($0)?.pattern(isDayFirst: isDayFirst) })
        // The fewest letters: `d` is also the first of a month.
        .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(4)
        .map { Trial($0, values) }.max { $0.times.count < $1.times.count }
    }
    let trials = [best(true), best(false)].compactMap(\.self)
    guard let first = trials.first, let last = trials.last,
      let most = trials.map(\.times.count).max(), most > 0, most * 10 >= values.count * 9
    else { return nil }
    // Nobody writes the month first with points, and few the day with AM and PM.
    let hasPoints = first.pattern.contains("d.M")
    let isEven = first.times.count == last.times.count && first.pattern != last.pattern
    let order = isEven ? first.order(against: last) : 0
    isAmbiguous = isEven && order == 0 && !hasPoints
    let isDayFirst =
      !isEven
      ? first.times.count >= last.times.count
      : hasPoints || (order == 0 ? !last.pattern.contains("a") : order > 0)
    pattern = isDayFirst ? first.pattern : last.pattern
  }

  /// Values read in a form.
  private struct Trial {
    let pattern: String
    /// Those between 1995 and 2100, in the order of the values.
    let times: [Int64]

    init(_ pattern: String, _ values: ArraySlice<String>) {
      let form = TimePattern(pattern).map { TimeReader($0) }
      self.pattern = pattern
      times = values.compactMap { value in
        let time = value.withRawBytes { try? form?.instant($0, zone: .utc) }
        return time.map(\.seconds).flatMap { DraftField.likelyTimes.contains($0) ? $0 : nil }
      }
    }

    /// Above 0 where this form makes more of the records' order and of the days between them, below where
    /// the other does, 0 if that does not tell: exports are mostly written in the order of time.
    func order(against other: Trial) -> Int {
      guard times.count > 3 else { return 0 }
      if breaks != other.breaks { return other.breaks - breaks }
      return span * 3 < other.span ? 1 : other.span * 3 < span ? -1 : 0
    }

    private var breaks: Int {
      let rises = zip(times, times.dropFirst()).count { $0 <= $1 }
      return min(rises, times.count - 1 - rises)
    }

    private var span: Int64 { (times.max() ?? 0) - (times.min() ?? 0) }
  }
}

/// The numbers, words and gaps of a text that may be a time.
private struct DateTokens {
  private var tokens: [Substring] = []
  /// The form of an offset after them.
  private var offset = ""
  private let digits: [Substring]
  private let hasMonthName: Bool

  /// Nil if the text does not look like a time: ids and versions do not.
  init?(_ value: String) {
    guard value.utf8.count <= 48 else { return nil }
    var rest = value[...]
    for zone in ["UTC", "GMT", "Z"] where offset.isEmpty && rest.hasSuffix(zone) {
      (rest, offset) = (rest.dropLast(zone.count), "XXX")
    }
    if value.contains(":"), let sign = rest.suffix(6).lastIndex(where: { "+-".contains($0) }),
      [2, 4, 5].contains(rest[sign...].count - 1),
      rest[sign...].dropFirst().allSatisfy({ $0.isNumber || $0 == ":" })
    {
      (rest, offset) = (rest[..<sign], "XXX")
    }
    while let first = rest.first {
      let kind = Self.kind(first)
      tokens.append(rest.prefix { Self.kind($0) == kind })
      rest = rest.dropFirst(tokens[tokens.count - 1].count)
    }
    digits = tokens.filter { Self.kind($0) == 0 }
    hasMonthName = tokens.contains(where: Self.isMonth)
    guard isDate else { return nil }
  }

  /// 0 for digits, 1 for letters, 2 for the rest.
  private static func kind(_ text: Substring) -> Int { text.first.map(kind) ?? 2 }

  private static func kind(_ character: Character) -> Int {
    character.isASCII && character.isNumber ? 0 : character.isLetter ? 1 : 2
  }

  private static func isMonth(_ word: Substring) -> Bool {
    MonthNames.all.contains { $0.name.elementsEqual(word.utf8) }
  }

  private static func isHalf(_ word: Substring) -> Bool {
    ["am", "pm"].contains(word.lowercased())
  }

  /// Whether the first numbers are written as those of a date: `2.10.2026`, `2 Oct 2026`.
  private var isDate: Bool {
    guard let first = digits.first, let start = tokens.firstIndex(of: first) else { return false }
    if first.count > 4 { return tokens.count == 1 }
    if Self.kind(tokens[0]) == 1, !Self.isMonth(tokens[0]) {
      guard tokens[0].count > 1, tokens.count > 1, Self.kind(tokens[1]) == 2 else { return false }
    }
    if hasMonthName { return true }
    guard digits.count > 2, tokens.count >= start + 5, tokens[start + 1] == tokens[start + 3],
      [".", "/", "-", ". "].contains(tokens[start + 1])
    else { return false }
    // `1.2.10` is a version.
    return first.count == 4 || digits[2].count == 4 || tokens[start + 1] == "/"
      || digits.prefix(3).allSatisfy { $0.count == 2 }
  }

  /// In the letters of a profile; nil if the numbers are not those of a time.
  func pattern(isDayFirst: Bool) -> String? {
    guard var letters = letters(isDayFirst: isDayFirst) else { return nil }
    let hasHalf = tokens.contains(where: Self.isHalf)
    var pattern = ""
    for (place, token) in tokens.enumerated() {
      switch Self.kind(token) {
      case 0:
        let next = letters.removeFirst()
        pattern += hasHalf ? next.replacing("H", with: "h") : next
      case 1 where Self.isMonth(token): pattern += token.count > 3 ? "MMMM" : "MMM"
      case 1 where Self.isHalf(token): pattern += "a"
      case 1 where place == 0: pattern += token.count < 4 ? "EEE" : "EEEE"
      // Such as `Uhr`, `um`, `at`, `de`.
      case 1 where token.count <= 4: pattern += "'\(token)'"
      case 1: return nil
      default:
        pattern += token.map { $0.isWhitespace ? " " : $0 == "'" ? "''" : "\($0)" }.joined()
      }
    }
    return pattern + offset
  }

  /// The letters of each number.
  private func letters(isDayFirst: Bool) -> [String]? {
    guard let first = digits.first else { return nil }
    if first.count == 14 || first.count == 12 {
      return digits.count == 1 ? [String("yyyyMMddHHmmss".prefix(first.count))] : nil
    }
    let isYearFirst = first.count == 4
    let date =
      hasMonthName
      ? isYearFirst ? "yd" : "dy" : isYearFirst ? "yMd" : isDayFirst ? "dMy" : "Mdy"
    let clock = digits.count - date.count
    guard clock >= 0, clock != 1, clock <= 4 else { return nil }
    var letters: [String] = []
    for (part, number) in zip(date + "HmsS".prefix(clock), digits) {
      let longest = part == "S" ? 9 : part == "y" ? 4 : 2
      guard number.count <= longest, part != "y" || number.count % 2 == 0 else { return nil }
      letters.append(String(repeating: part, count: number.count))
    }
    return letters
  }
}
