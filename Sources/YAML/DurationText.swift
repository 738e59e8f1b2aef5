/// Durations as people write them: `10s`, `5m`, `24h`, `7d`.
package enum DurationText {
  /// Seconds, 1 to 100 years; nil for anything else.
  package static func seconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
      count > 0, count <= 36_500 * 86_400 / unit
    else { return nil }
    return count * unit
  }
}
