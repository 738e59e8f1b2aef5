import ByteText
import CLanguages

/// The identifiers of the IANA database, with their rules and the English names of their times.
struct ZoneList: Sendable {
  static let bundled = ZoneList()

  private let lines = BundledLines(tidings_zones())

  /// Sorted.
  var identifiers: [String] { (0..<lines.count).map { String(lines.fields($0)[0]) } }

  /// The rules of a zone and its names; nil if there is none of that name.
  ///
  /// Rules are the system's, which are kept up to date, or else those that the tool was built with.
  func zone(_ identifier: String) -> (rules: ZoneRules, names: ZoneAbbreviations)? {
    guard Self.isPossible(identifier) else { return nil }
    guard let rules = Self.system(identifier) ?? bundledRules(identifier) else { return nil }
    let names = fields(identifier)?.dropFirst(3).map { String($0) }
    return (rules, ZoneAbbreviations(names ?? []))
  }

  private func fields(_ identifier: String) -> [Substring]? {
    lines.index(of: identifier, in: 0..<lines.count).map { lines.fields($0) }
  }

  /// Whether an identifier is a path below the folder of zones. Those below `right` count leap
  /// seconds, and `localtime` is the machine's zone.
  private static func isPossible(_ identifier: String) -> Bool {
    let parts = identifier.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let areas = ["right", "posix", "SystemV", "localtime", "posixrules"]
    return !areas.contains { parts[0].elementsEqual($0.utf8) }
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCIILetterOrDigit || "+-_".utf8.contains($0) }
      }
  }

  private static func system(_ identifier: String) -> ZoneRules? {
    (try? OpenFile.bytes(of: "/usr/share/zoneinfo/" + identifier)).flatMap { ZoneRules($0) }
  }

  /// The rules that the tool was built with.
  func bundledRules(_ identifier: String) -> ZoneRules? {
    guard let fields = fields(identifier), fields.count > 2, let start = Int(fields[1]),
      let count = Int(fields[2]), start + count <= Self.bundledBytes.count
    else { return nil }
    return ZoneRules(Array(Self.bundledBytes[start..<start + count]))
  }

  /// The rules of all zones, inflated when the first is asked for; they have 236 KB.
  private static let bundledBytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { bytes, count in
    count = tidings_inflate_zone_rules(bytes.baseAddress, bytes.count)
  }
}

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

struct ZoneAbbreviations: Sendable {
  private(set) var names: [String] = []
  /// The zone's current standard and daylight time; other offsets in its history are named by their
  /// number.
  private let known: [(name: String, offset: Int, isDaylight: Bool)]

  /// From standard time's name and offset, and those of daylight saving time; empty where there is
  /// no name.
  init(_ words: [String]) {
    known = [false, true].compactMap { isDaylight in
      let index = isDaylight ? 2 : 0
      guard index + 1 < words.count, let offset = Int(words[index + 1]) else { return nil }
      return (name: words[index], offset: offset, isDaylight: isDaylight)
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
