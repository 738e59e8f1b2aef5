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

  /// All forms that the weights name: dates, with a clock or without.
  private static let known: [(pattern: String, reader: TimeReader)] = {
    func forms(_ list: String) -> [String] {
      NameWeights.bundled[list].map { $0.replacing("_", with: " ") }
    }
    let clocks = [""] + forms("clockForms")
    return forms("dateForms").flatMap { date in clocks.map { date + $0 } }.compactMap { pattern in
      TimePattern(pattern).map { (pattern, TimeReader($0)) }
    }.sorted { ($0.pattern.utf8.count, $0.pattern) < ($1.pattern.utf8.count, $1.pattern) }
  }()

  private static let mostValues = 100
  /// How many values tell by their order which number is the day.
  private static let enough = 8

  /// Nil if fewer than nine of ten values have one form of time.
  package init?(_ values: [String]) {
    let values = values.prefix(Self.mostValues)
    let dated = values.filter(Self.mayBeTime)
    let trials = Self.known.filter { !Self.times($0.reader, dated.prefix(1)).isEmpty }.map {
      (pattern: $0.pattern, times: Self.times($0.reader, dated))
    }
    let most = max(trials.map(\.times.count).max() ?? 0, 1)
    let best = trials.filter { $0.times.count == most && most * 10 >= values.count * 9 }
    let days = best.filter { Self.isDayFirst($0.pattern) }
    let months = best.filter { !Self.isDayFirst($0.pattern) }
    guard let day = days.first, let month = months.first else {
      guard let only = best.first else { return nil }
      (pattern, isAmbiguous) = (only.pattern, false)
      return
    }
    // Exports are mostly written in the order of time; a few are in order by chance.
    let (byDay, byMonth) = (Self.breaks(day.times), Self.breaks(month.times))
    isAmbiguous = most < Self.enough || min(byDay, byMonth) > 0 || byDay == byMonth
    // Who writes AM and PM writes the month first; between quotes are words, such as `a las`.
    let letters = day.pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    let hasHalves = letters.contains { $0.offset.isMultiple(of: 2) && $0.element.contains("a") }
    let isDay = isAmbiguous ? !hasHalves : byDay < byMonth
    pattern = isDay ? day.pattern : month.pattern
  }

  /// The likely times among values that have a form.
  private static func times(_ form: TimeReader, _ values: some Sequence<String>) -> [Int64] {
    values.compactMap { value in
      value.withRawBytes { (try? form.instant($0, zone: .utc))?.seconds }
    }.filter(DraftField.likelyTimes.contains)
  }

  private static func isDayFirst(_ pattern: String) -> Bool {
    pattern.firstRange(of: "M").map { pattern[..<$0.lowerBound].contains("d") } ?? true
  }

  /// How often times turn back.
  private static func breaks(_ times: [Int64]) -> Int {
    let rises = zip(times, times.dropFirst()).count { $0 <= $1 }
    return min(rises, times.count - 1 - rises)
  }

  /// Whether a text may be a time: ids and versions are not as long, and texts have more letters.
  private static func mayBeTime(_ text: String) -> Bool {
    guard 8...48 ~= text.utf8.count, !text.contains("_") else { return false }
    let digits = text.utf8.count { 48...57 ~= $0 }
    return digits > 3 && digits * 3 >= text.count(where: \.isLetter)
  }
}
