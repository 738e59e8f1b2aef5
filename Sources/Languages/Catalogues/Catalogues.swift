import Synchronization

/// All catalogues of a run: the bundled ones, and those that add or override.
///
///     let catalogues = try Catalogues(bundled: files, own: [])
///     let words = catalogues.words(for: "de-AT")
///     words(.countUnread, count: 7)     // 7 ungelesen
///
/// Words are made once per locale and kept: making them asks Foundation for names and patterns.
public final class Catalogues: Sendable {
  /// By tag, the bundled one before one's own.
  private let layers: [LanguageTag: [Catalogue]]
  private let made: Mutex<[LanguageTag: Words]> = Mutex([:])
  /// A bound for locales that strangers choose; more are made each time they are asked for.
  private static let mostKept = 512

  /// Throws where a file cannot be read as a catalogue, uses a name that its message in English does
  /// not have, or English is not among the bundled ones.
  public init(
    bundled: [CatalogueFile], own: [CatalogueFile] = []
  ) throws(CatalogueError) {
    var layers: [LanguageTag: [Catalogue]] = [:]
    for file in bundled + own {
      let catalogue = try Catalogue(file)
      layers[catalogue.tag, default: []].append(catalogue)
    }
    guard let english = layers[.english]?.first else {
      throw CatalogueError(file: "en.yaml", reason: .noEnglish)
    }
    for catalogue in layers.values.joined() { try catalogue.checkNames(against: english) }
    self.layers = layers
  }

  /// The tags that there are catalogues for, sorted.
  public var tags: [String] { layers.keys.map(\.text).sorted() }

  /// The words for a locale by BCP 47 lookup; English, saying so in `fellBackFrom`, where there is no
  /// catalogue for it. `en-XA` is the pseudo-locale.
  public func words(for tag: String) -> Words {
    let requested = LanguageTag(tag)
    if let words = made.withLock({ $0[requested] }) { return words }
    let words = makeWords(for: requested, asWritten: tag)
    // Two threads may make the same words at once: they are equal, and no lock is held meanwhile.
    if words.fellBackFrom == nil {
      made.withLock { if $0.count < Self.mostKept { $0[requested] = words } }
    }
    return words
  }

  /// The keys that a bundled or own catalogue lacks and takes from English, in order.
  public func missingKeys(in tag: String) -> [MessageKey] {
    let present = layers[LanguageTag(tag)] ?? []
    return MessageKey.allCases.filter { key in
      !present.contains { $0.entries[key.rawValue] != nil }
    }
  }

  /// The keys of a catalogue that no document uses, sorted: typing errors, or words of own templates.
  public func unknownKeys(in tag: String) -> [String] {
    let keys = (layers[LanguageTag(tag)] ?? []).flatMap(\.entries.keys)
    return keys.filter { MessageKey(rawValue: $0) == nil && !$0.hasPrefix(ZoneNames.prefix) }
      .sorted()
  }

  private func makeWords(for requested: LanguageTag, asWritten tag: String) -> Words {
    let isPseudo = requested == .pseudo
    let catalogue = isPseudo ? .english : requested.lookup(in: layers.keys)
    let messages = messages(for: catalogue ?? .english)
    if isPseudo {
      return Words(
        tag: .pseudo, catalogue: .english, messages: messages.mapValues(PseudoLocale.message))
    }
    guard let catalogue else {
      if let kept = made.withLock({ $0[.english] }) { return kept.fallingBack(from: tag) }
      return words(for: LanguageTag.english.text).fallingBack(from: tag)
    }
    return Words(tag: requested, catalogue: catalogue, messages: messages)
  }

  /// English, then the language, then the region: what comes later overrides.
  private func messages(for tag: LanguageTag) -> [String: Message] {
    let tags = tag.fallbacks.reversed().filter { $0 != .english }
    return ([.english] + tags).flatMap { layers[$0] ?? [] }.reduce(into: [:]) { words, layer in
      words.merge(layer.entries.mapValues(\.message)) { $1 }
    }
  }
}

extension Catalogue {
  /// A name that English does not use has no value: it would be shown in braces.
  fileprivate func checkNames(against english: Catalogue) throws(CatalogueError) {
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let known = english.entries[key]?.message.names else { continue }
      if let name = entry.message.names.subtracting(known).min() {
        throw CatalogueError(
          file: self.name, line: entry.line, column: entry.column, key: key,
          reason: .unknownName(name, known: known.sorted()))
      }
    }
  }
}
