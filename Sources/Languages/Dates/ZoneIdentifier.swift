/// Which identifiers are the IANA database's own.
enum ZoneIdentifier {
  /// Names without a slash that the database has. Foundation takes others as well, which mean another
  /// place than people think (`BST` is Dhaka's, `IST` Kolkata's) or are made up (`GMT+5`).
  private static let withoutArea: Set<String> = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "Factory", "GB",
    "GB-Eire", "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran",
    "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT",
    "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT",
    "UTC", "Universal", "W-SU", "WET", "Zulu",
  ]

  /// Names of UTC itself; the database has them as links.
  static let utc: Set<String> = [
    "UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal",
  ]

  static func isIANA(_ identifier: String) -> Bool {
    // A NUL would end the name for the C library below Foundation, and more could follow it.
    guard identifier.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 < 0x7F }) else { return false }
    if identifier.utf8.contains(UInt8(ascii: "/")) {
      return !identifier.utf8.starts(with: "SystemV/".utf8)
    }
    return withoutArea.contains(identifier)
  }
}
