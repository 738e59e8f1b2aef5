import Foundation

/// Prints what the data of CLDR in Foundation say of locales and zones: the tables of Languages.
///
///     LocaleWords locales
///     LocaleWords money
///     LocaleWords zones < identifiers
@main
struct LocaleWords {
  static func main() {
    if CommandLine.arguments.last == "zones" {
      while let identifier = readLine() { print(ZoneLine(identifier).text) }
    } else {
      let isMoney = CommandLine.arguments.last == "money"
      print(isMoney ? MoneyTable().text : LocaleTable().text, terminator: "")
    }
  }
}

/// The English abbreviations of a zone's standard and daylight time, where there are any.
private struct ZoneLine {
  let text: String

  private static let utc = [
    "UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal",
  ]

  init(_ identifier: String) {
    if Self.utc.contains(identifier) {
      text = "\(identifier)\tUTC\t0\t\t"
      return
    }
    guard let zone = TimeZone(identifier: identifier) else {
      text = identifier
      return
    }
    let year = (0..<12).map { Date(timeIntervalSince1970: 1_767_225_600 + Double($0) * 2_629_746) }
    let names = [false, true].map { isDaylight -> String in
      guard let date = year.first(where: { zone.isDaylightSavingTime(for: $0) == isDaylight }),
        let name = Self.name(zone, identifier, isDaylight ? .shortDaylightSaving : .shortStandard)
      else { return "\t" }
      return "\(name)\t\(zone.secondsFromGMT(for: date))"
    }
    text = names == ["\t", "\t"] ? identifier : "\(identifier)\t\(names.joined(separator: "\t"))"
  }

  /// The name in the first regional English that has one; in CLDR each has only the names of its
  /// own region.
  private static func name(
    _ zone: TimeZone, _ identifier: String, _ style: NSTimeZone.NameStyle
  ) -> String? {
    for locale in ["en_US", "en_GB"] + regional(identifier) {
      let name = zone.localizedName(for: style, locale: Locale(identifier: locale))
      if let name, !name.hasPrefix("GMT") || name == "GMT" { return name }
    }
    return nil
  }

  private static func regional(_ identifier: String) -> [String] {
    let regions = [
      ("Australia/", "en_AU"), ("Asia/Kolkata", "en_IN"), ("Asia/Calcutta", "en_IN"),
      ("Asia/Tokyo", "ja_JP"), ("Japan", "ja_JP"), ("Pacific/Auckland", "en_NZ"), ("NZ", "en_NZ"),
      ("Africa/", "en_ZA"),
    ]
    return regions.filter { identifier.hasPrefix($0.0) }.map(\.1)
  }
}
