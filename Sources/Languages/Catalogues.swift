import Notifications
import Synchronization

/// All catalogues of a run: the bundled ones, and those that add or override.
///
///     let catalogues = try Catalogues(bundled: files, own: [])
///     let words = catalogues.words(for: "de-AT")
///     words(.countUnread, count: 7)     // 7 ungelesen
///
/// Words are made once per locale and kept: making them asks Foundation for names and patterns.
package final class Catalogues: Sendable {
  /// The bundled files, read when their language is asked for: a file takes a few milliseconds.
  private let bundled: [LanguageTag: CatalogueFile]
  private let own: [LanguageTag: [Catalogue]]
  private let english: Catalogue
  private let made: Mutex<[String: Words]> = Mutex([:])
  /// A bound for locales that strangers choose; more are made each time they are asked for.
  private static let mostKept = 512

  /// Throws where one's own file cannot be read as a catalogue, or uses a name that its message in
  /// English does not have, or where English is not among the bundled files or cannot be read.
  ///
  /// The other bundled files are read when they are needed; `check()` reads them all.
  package init(
    bundled: [CatalogueFile], own: [CatalogueFile] = []
  ) throws(CatalogueError) {
    var files: [LanguageTag: CatalogueFile] = [:]
    for file in bundled { files[LanguageTag(file.tag)] = file }
    guard let english = files[.english] else {
      throw CatalogueError(file: "en.yaml", reason: .noEnglish)
    }
    self.english = try Catalogue(english)
    self.bundled = files
    var read: [LanguageTag: [Catalogue]] = [:]
    for file in own {
      let catalogue = try Catalogue(file)
      try catalogue.checkNames(against: self.english)
      read[catalogue.tag, default: []].append(catalogue)
    }
    self.own = read
  }

  /// Throws where a bundled file has a fault; a test's work, as they do not change after the build.
  package func check() throws(CatalogueError) {
    for file in bundled.values { try Catalogue(file).checkNames(against: english) }
  }

  /// The tags that there are catalogues for, sorted.
  package var tags: [String] { allTags.map(\.text).sorted() }

  private var allTags: Set<LanguageTag> { Set(bundled.keys).union(own.keys) }

  /// The words for a locale by BCP 47 lookup; English, saying so in `fellBackFrom`, where there is no
  /// catalogue for it. `en-XA` is the pseudo-locale.
  package func words(for tag: String) -> Words {
    if let words = made.withLock({ $0[tag] }) { return words }
    let words = makeWords(for: tag)
    // Two threads may make the same words at once: they are equal, and no lock is held meanwhile.
    made.withLock { if $0.count < Self.mostKept { $0[tag] = words } }
    return words
  }

  /// The keys that a bundled or own catalogue lacks and takes from English, in order.
  package func missingKeys(in tag: String) -> [MessageKey] {
    let present = layers(LanguageTag(tag))
    return MessageKey.allCases.filter { key in
      !present.contains { $0.entries[key.rawValue] != nil }
    }
  }

  /// The keys of a catalogue that no document uses, sorted: typing errors, or words of own templates.
  package func unknownKeys(in tag: String) -> [String] {
    let keys = layers(LanguageTag(tag)).flatMap(\.entries.keys)
    return keys.filter { MessageKey(rawValue: $0) == nil && !$0.hasPrefix(ZoneNames.prefix) }
      .sorted()
  }

  private func makeWords(for tag: String) -> Words {
    let requested = LanguageTag(tag)
    if requested == .pseudo {
      let messages = messages(for: .english).mapValues(PseudoLocale.message)
      return Words(tag: .pseudo, catalogue: .english, messages: messages)
    }
    var tags = allTags
    while let damaged = requested.lookup(in: tags), !isReadable(damaged) { tags.remove(damaged) }
    guard let catalogue = requested.lookup(in: tags) else {
      return Words(words(for: LanguageTag.english.text), fellBackFrom: tag)
    }
    return Words(tag: requested, catalogue: catalogue, messages: messages(for: catalogue))
  }

  /// Whether the bundled file of a tag, if there is one, has no fault: with one, the language counts as
  /// missing, and the words say that they fell back, instead of being half another language's.
  private func isReadable(_ tag: LanguageTag) -> Bool {
    guard tag != .english, let file = bundled[tag] else { return true }
    do throws(CatalogueError) {
      _ = try Catalogue(file)
      return true
    } catch { return false }
  }

  /// English, then the language, then the region: what comes later overrides.
  private func messages(for tag: LanguageTag) -> [String: Message] {
    let tags = tag.fallbacks.reversed().filter { $0 != .english }
    return ([.english] + tags).flatMap(layers).reduce(into: [:]) { words, layer in
      words.merge(layer.entries.mapValues(\.message)) { $1 }
    }
  }

  /// The bundled catalogue of exactly this tag and one's own; a bundled one with a fault is as if it
  /// were not there.
  private func layers(_ tag: LanguageTag) -> [Catalogue] {
    let file = tag == .english ? nil : bundled[tag]
    let first = tag == .english ? english : file.flatMap { try? Catalogue($0) }
    return (first.map { [$0] } ?? []) + (own[tag] ?? [])
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

/// The pseudo-locale `en-XA`: English with every letter accented, in brackets, so that a test sees
/// words that do not come from a catalogue, and a reader still understands it.
enum PseudoLocale {
  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçđéƒğĥíĵķĺɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"))

  static func message(_ message: Message) -> Message {
    switch message {
    case .pattern(let pattern): .pattern(Self.pattern(pattern))
    case .plural(let plural): .plural(plural.map(Self.pattern))
    }
  }

  private static func pattern(_ pattern: MessagePattern) -> MessagePattern {
    let open = MessagePattern.Piece.literal(Array("[".utf8))
    let close = MessagePattern.Piece.literal(Array("]".utf8))
    return MessagePattern(pieces: [open] + pattern.pieces.map(piece) + [close])
  }

  private static func piece(_ piece: MessagePattern.Piece) -> MessagePattern.Piece {
    switch piece {
    case .literal(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return .literal(Array(String(text.map { accented[$0] ?? $0 }).utf8))
    case .argument: return piece
    }
  }
}
