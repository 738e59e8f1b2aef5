/// What a language calls zones whose English abbreviation its people do not use: `MEZ` for `CET`.
///
/// Optional words of a catalogue under `zone.`, by abbreviation; `zone.GMT` also replaces the `GMT`
/// of `GMT+3`.
struct ZoneNames: Sendable {
  static let prefix = "zone."
  private let names: [String: String]

  init(_ messages: [String: Message]) {
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
