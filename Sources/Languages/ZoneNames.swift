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
struct ZoneAbbreviations: Sendable {
  private(set) var names: [String] = []
  /// The zone's current standard and daylight time; other offsets in its history are named by their
  /// number.
  private let known: [Known]

  private struct Known {
    var name: String
    var offset: Int
    var isDaylight: Bool
  }

  /// From standard time's name and offset, and those of daylight saving time; empty where there is
  /// no name.
  init(_ words: [String]) {
    known = [false, true].compactMap { isDaylight in
      let index = isDaylight ? 2 : 0
      guard index + 1 < words.count, let offset = Int(words[index + 1]) else { return nil }
      return Known(name: words[index], offset: offset, isDaylight: isDaylight)
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
}
