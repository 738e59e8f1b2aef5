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
    func best(_ isDayFirst: Bool) -> (pattern: String, count: Int)? {
      let patterns = Set(values.compactMap { Self.pattern(of: $0, isDayFirst: isDayFirst) })
      // The fewest letters: `d` is also the first of a month.
      let ordered = patterns.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      return ordered.prefix(4).map { ($0, Self.count(values, of: $0)) }.max { $0.1 < $1.1 }
    }
    let (european, american) = (best(true), best(false))
    guard let most = [european?.count, american?.count].compactMap({ $0 }).max(), most > 0,
      most * 10 >= values.count * 9
    else { return nil }
    let order = Self.order(values, by: european?.pattern, or: american?.pattern)
    let areEqual =
      order == 0 && european?.count == american?.count && european?.pattern != american?.pattern
    // Nobody writes the month first with points, and few the day with AM and PM.
    let hasPoints = european?.pattern.contains("d.M") == true
    let hasHalves = american?.pattern.contains("a") == true
    let isEuropean =
      areEqual
      ? hasPoints || !hasHalves
      : european?.count == american?.count
        ? order > 0 || hasPoints : european?.count ?? 0 > american?.count ?? 0
    guard let chosen = (isEuropean || american == nil ? european : american) else { return nil }
    pattern = chosen.pattern
    isAmbiguous = areEqual && !hasPoints
  }

  /// How many values are times between 1995 and 2100 in a form.
  private static func count(_ values: ArraySlice<String>, of pattern: String) -> Int {
    texts(values, pattern).count { $0.map(DraftField.isTime) ?? false }
  }

  /// The values as times that every rule reads.
  private static func texts(_ values: ArraySlice<String>, _ pattern: String) -> [String?] {
    guard let form = TimePattern(pattern).map({ TimeReader($0) }) else { return [] }
    return values.map { value in
      value.withRawBytes { form.parts(of: $0)?.dateTime }.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  /// Above 0 where the first pattern makes more of the records' order and of the days between them, below
  /// where the second does, 0 if that does not tell: exports are mostly written in the order of time.
  private static func order(
    _ values: ArraySlice<String>, by first: String?, or second: String?
  ) -> Int {
    guard let first, let second, first != second, values.count > 3 else { return 0 }
    func look(_ pattern: String) -> (breaks: Int, span: Int64) {
      let times = texts(values, pattern).compactMap { text in
        text?.withRawBytes { try? Timestamp.instant(text: $0, epoch: .unix).seconds }
      }
      let rises = zip(times, times.dropFirst()).count { $0 <= $1 }
      let breaks = min(rises, max(times.count - 1, 0) - rises)
      return (breaks, (times.max() ?? 0) - (times.min() ?? 0))
    }
    let (left, right) = (look(first), look(second))
    if left.breaks != right.breaks { return right.breaks - left.breaks }
    return left.span * 3 < right.span ? 1 : right.span * 3 < left.span ? -1 : 0
  }

  // MARK: The form of one value

  private enum Token: Equatable {
    case digits(String)
    case word(String)
    case gap(String)
  }

  private static func tokens(_ value: Substring) -> [Token] {
    var tokens: [Token] = []
    var rest = value
    while let first = rest.first {
      let part: Substring
      if first.isASCII, first.isNumber {
        part = rest.prefix { $0.isASCII && $0.isNumber }
        tokens.append(.digits(String(part)))
      } else if first.isLetter {
        part = rest.prefix { $0.isLetter }
        tokens.append(.word(String(part)))
      } else {
        part = rest.prefix { !$0.isLetter && !($0.isASCII && $0.isNumber) }
        tokens.append(.gap(String(part)))
      }
      rest = rest[part.endIndex...]
    }
    return tokens
  }

  /// The pattern of a value; nil if it does not look like a time.
  private static func pattern(of value: String, isDayFirst: Bool) -> String? {
    guard value.utf8.count <= 48 else { return nil }
    let offset = offset(in: value)
    let tokens = tokens(value.dropLast(offset.length))
    let hasMonthName = tokens.contains {
      if case .word(let word) = $0 { isMonth(word) } else { false }
    }
    let digits = tokens.compactMap { if case .digits(let digits) = $0 { digits } else { nil } }
    guard var letters = letters(for: digits, hasMonthName: hasMonthName, isDayFirst: isDayFirst)
    else { return nil }
    guard hasDate(tokens, hasMonthName: hasMonthName, digits) else { return nil }
    let hasHalf = tokens.contains { if case .word(let word) = $0 { isHalf(word) } else { false } }
    var pattern = ""
    for (index, token) in tokens.enumerated() {
      switch token {
      case .gap(let gap):
        pattern += String(gap.map { $0.isWhitespace ? " " : $0 }).replacing("'", with: "''")
      case .digits:
        let next = letters.removeFirst()
        pattern += hasHalf ? next.replacing("H", with: "h") : next
      case .word(let word):
        guard let piece = piece(word, isFirst: index == 0) else { return nil }
        pattern += piece
      }
    }
    return pattern + offset.pattern
  }

  /// Whether the first numbers are written as those of a date: `2.10.2026`, `2 Oct 2026`; ids and
  /// versions are not.
  private static func hasDate(_ tokens: [Token], hasMonthName: Bool, _ digits: [String]) -> Bool {
    if digits.first?.count ?? 0 > 4 { return tokens.count == 1 }
    if case .word(let word)? = tokens.first, !isMonth(word) {
      guard word.count > 1, tokens.count > 1, case .gap = tokens[1] else { return false }
    }
    if hasMonthName { return true }
    guard digits.count > 2, let start = tokens.firstIndex(of: .digits(digits[0])),
      tokens.count >= start + 5, case .gap(let gap) = tokens[start + 1],
      tokens[start + 3] == .gap(gap),
      [".", "/", "-", ". "].contains(gap)
    else { return false }
    // `1.2.10` is a version.
    let hasShortYear = digits[0].count < 4 && digits[2].count < 4
    return !hasShortYear || gap == "/" || digits.prefix(3).allSatisfy { $0.count == 2 }
  }

  /// The letters of each number.
  private static func letters(
    for digits: [String], hasMonthName: Bool, isDayFirst: Bool
  ) -> [String]? {
    let isYearFirst = digits.first?.count == 4
    var parts: [Character]
    if let first = digits.first, first.count == 14 || first.count == 12 {
      return digits.count == 1 ? [first.count == 14 ? "yyyyMMddHHmmss" : "yyyyMMddHHmm"] : nil
    } else if hasMonthName {
      parts = isYearFirst ? ["y", "d"] : ["d", "y"]
    } else {
      parts = isYearFirst ? ["y", "M", "d"] : isDayFirst ? ["d", "M", "y"] : ["M", "d", "y"]
    }
    let time: [Character] = ["H", "m", "s", "S"]
    guard digits.count >= parts.count, digits.count - parts.count != 1,
      digits.count <= parts.count + time.count
    else { return nil }
    parts += time.prefix(digits.count - parts.count)
    var letters: [String] = []
    for (part, number) in zip(parts, digits) {
      let longest = part == "S" ? 9 : part == "y" ? 4 : 2
      guard number.count <= longest, part != "y" || number.count == 4 || number.count == 2 else {
        return nil
      }
      letters.append(String(repeating: part, count: number.count))
    }
    return letters
  }

  private static func piece(_ word: String, isFirst: Bool) -> String? {
    if isMonth(word) { return word.count > 3 ? "MMMM" : "MMM" }
    if isHalf(word) { return "a" }
    if isFirst { return word.count < 4 ? "EEE" : "EEEE" }
    // Such as `Uhr`, `um`, `at`, `de`.
    return word.count <= 4 ? "'\(word)'" : nil
  }

  private static func isMonth(_ word: String) -> Bool {
    let name = Array(word.utf8)
    return MonthNames.all.contains { $0.name == name }
  }

  private static func isHalf(_ word: String) -> Bool { ["am", "pm"].contains(word.lowercased()) }

  /// What a value ends with after its time: the length, and the pattern for it.
  private static func offset(in value: String) -> (length: Int, pattern: String) {
    let tail = value.suffix(6)
    guard let sign = tail.lastIndex(where: { $0 == "+" || $0 == "-" }), value.contains(":") else {
      let isUTC = value.hasSuffix("UTC") || value.hasSuffix("GMT")
      return isUTC ? (3, "XXX") : value.hasSuffix("Z") ? (1, "XXX") : (0, "")
    }
    let digits = tail[sign...].dropFirst()
    let isOffset =
      [2, 4, 5].contains(digits.count) && digits.allSatisfy { $0.isNumber || $0 == ":" }
    return isOffset ? (digits.count + 1, "XXX") : (0, "")
  }
}
