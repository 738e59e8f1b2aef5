import Foundation

/// A language's own names for zones: `MEZ` for `CET`.
///
/// They are optional messages of a catalogue under `zone.`; `zone.GMT` also replaces the `GMT` in
/// `GMT+3`.
struct ZoneNames: Sendable {
  static let prefix = "zone."
  private let names: [String: String]

  init(_ messages: [String: MessageFormat]) {
    names = messages.reduce(into: [:]) { names, pair in
      guard pair.key.hasPrefix(Self.prefix) else { return }
      names[String(pair.key.dropFirst(Self.prefix.count))] = pair.value.sources["other"]
    }
  }

  func name(_ abbreviation: String) -> String {
    if names.isEmpty { return abbreviation }
    if let name = names[abbreviation] { return name }
    guard abbreviation.hasPrefix("GMT"), let name = names["GMT"] else { return abbreviation }
    return name + abbreviation.dropFirst(3)
  }
}

/// The English abbreviations of a zone's times.
struct ZoneAbbreviations {
  private(set) var names: [String] = []
  /// The zone's current standard and daylight time; other offsets in its history are named by their
  /// number.
  private let known: [Known]

  private struct Known {
    var name: String
    var offset: Int
    var isDaylight: Bool
  }

  init(_ zone: TimeZone, identifier: String) {
    if ZoneIdentifier.utc.contains(identifier) {
      known = [Known(name: "UTC", offset: 0, isDaylight: false)]
      return
    }
    let year = (0..<12).map { Date(timeIntervalSince1970: 1_767_225_600 + Double($0) * 2_629_746) }
    known = [false, true].compactMap { isDaylight in
      guard let date = year.first(where: { zone.isDaylightSavingTime(for: $0) == isDaylight })
      else { return nil }
      let style: NSTimeZone.NameStyle = isDaylight ? .shortDaylightSaving : .shortStandard
      guard let name = Self.name(zone, identifier, style: style) else { return nil }
      return Known(name: name, offset: zone.secondsFromGMT(for: date), isDaylight: isDaylight)
    }
  }

  /// The index of a time's name in `names`, to which it is added if new.
  mutating func index(offset: Int, isDaylight: Bool) -> Int {
    let name =
      known.first { $0.offset == offset && $0.isDaylight == isDaylight }?.name
      ?? Self.offsetName(offset)
    if let index = names.firstIndex(of: name) { return index }
    names.append(name)
    return names.count - 1
  }

  /// `GMT`, `GMT+3`, `GMT-3:30`; seconds of local mean time are left out (CLDR's short form).
  private static func offsetName(_ offset: Int) -> String {
    let minutes = offset.magnitude / 60
    if minutes == 0 { return "GMT" }
    let sign = offset < 0 ? "-" : "+"
    let rest = minutes % 60
    return "GMT\(sign)\(minutes / 60)" + (rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)")
  }

  /// The name in the first regional English that has one; in CLDR each has only the names of its
  /// own region.
  private static func name(
    _ zone: TimeZone, _ identifier: String, style: NSTimeZone.NameStyle
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

/// Decides which identifiers belong to the IANA database.
enum ZoneIdentifier {
  /// The database's names without a slash. Foundation accepts others, which are misleading (`BST`
  /// is Dhaka's time, `IST` Kolkata's) or invented (`GMT+5`).
  private static let withoutArea: Set<String> = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "Factory", "GB",
    "GB-Eire", "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran",
    "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT",
    "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT",
    "UTC", "Universal", "W-SU", "WET", "Zulu",
  ]

  /// The database's names of UTC.
  static let utc: Set<String> = [
    "UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal",
  ]

  static func isIANA(_ identifier: String) -> Bool {
    // A NUL would end the name for the C library below Foundation.
    guard identifier.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 < 0x7F }) else { return false }
    if identifier.utf8.contains(UInt8(ascii: "/")) {
      return !identifier.utf8.starts(with: "SystemV/".utf8)
    }
    return withoutArea.contains(identifier)
  }
}
