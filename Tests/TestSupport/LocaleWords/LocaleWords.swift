import ByteText
import Foundation
import Languages
import Notifications

/// Prints all that Tidings takes from Foundation's data of languages and zones: dates and numbers in
/// every locale, offsets and names of every zone, folded and composed characters.
///
/// `Tests/run package` compares what it prints with the whole data and with those of the package.
@main
struct LocaleWords {
  static func main() {
    let zones = Zone.knownIdentifiers.sorted().compactMap { Zone($0) }
    print("zones", zones.count)
    for identifier in Locale.availableIdentifiers.sorted() { print(locale(identifier, zones)) }
    for zone in zones { print(times(zone)) }
    for scalar in (0...0x10FFFF).compactMap(Unicode.Scalar.init) { print(character(scalar)) }
  }

  /// The dates of a year, the hours of a day, and numbers.
  private static func locale(_ identifier: String, _ zones: [Zone]) -> String {
    let tag = LanguageTag(identifier)
    let words = DateWords(tag)
    let numbers = NumberStyle(tag)
    var lines = ["locale \(identifier) \(tag.text)"]
    lines += [-1, 0, 7, 12, 999, 1000, 12_345, 1_234_567, 123_456_789, Int.max, Int.min].map {
      numbers.formatted($0)
    }
    let first = CivilDate(year: 2026, month: 1, day: 1).dayNumber
    for day in 0..<365 {
      let date = CivilDate(dayNumber: first + day)
      lines.append(
        [words.short(date, in: date), words.medium(date), words.weekdayAndDay(date)].joined(
          separator: "|"))
    }
    for hour in 0..<24 {
      let zone = zones[hour * zones.count / 24]
      let time = Int64(first) * 86_400 + Int64(hour) * 3601
      lines.append(words.absoluteWithYear(time, in: zone))
      lines.append(words.absolute(time, now: time, in: zone))
    }
    return lines.joined(separator: "\n")
  }

  /// Every change of a zone's offset or name from 1800 to 2300, to six hours.
  private static func times(_ zone: Zone) -> String {
    var lines = ["zone \(zone.identifier)"]
    var last: (Int, String)?
    let first = Int64(CivilDate(year: 1800, month: 1, day: 1).dayNumber) * 86_400
    let end = Int64(CivilDate(year: 2300, month: 1, day: 1).dayNumber) * 86_400
    for time in stride(from: first, to: end, by: 21_600) {
      let now = (zone.offset(at: time), zone.abbreviation(at: time))
      if let last, last == now { continue }
      last = now
      lines.append("\(time) \(now.0) \(now.1)")
    }
    return lines.joined(separator: "\n")
  }

  /// A character as searches and host names compare it, in hexadecimal.
  private static func character(_ scalar: Unicode.Scalar) -> String {
    let text = String(scalar)
    let forms = [
      text.precomposedStringWithCompatibilityMapping,
      text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil),
      text.lowercased(), text.uppercased(),
    ]
    return forms.map {
      $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
    .joined(separator: "|")
  }
}
