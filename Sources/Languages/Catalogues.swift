package import ByteText
import Notifications
import Synchronization
import YAML

/// All catalogues of a run: the bundled ones, and the user's own, which add or override.
///
///     let catalogues = try Catalogues(bundled: files, own: [])
///     let words = catalogues.localization(for: "de-AT")
///     words(.countUnread, count: 7)     // 7 ungelesen
///
/// Localizations are cached: making one reads its catalogue.
package final class Catalogues: Sendable {
  /// Read when their language is first needed; each takes a few milliseconds.
  private let bundled: [LanguageTag: CatalogueFile]
  private let own: [LanguageTag: [Catalogue]]
  private let english: Catalogue
  private let address: Address
  private let made: Mutex<[String: Localization]> = Mutex([:])
  /// Limits the cache for locales that strangers choose; others are made again each time.
  private static let mostKept = 512

  /// Throws if there is no valid English catalogue, or if an own file is invalid, has a key that no
  /// document uses, names a value that the English message lacks, or empties a message. `check()`
  /// reads the other bundled files.
  package init(bundled: [CatalogueFile], own: [CatalogueFile] = []) throws(Fault) {
    var files: [LanguageTag: CatalogueFile] = [:]
    for file in bundled { files[LanguageTag(file.tag)] = file }
    guard let english = files[.english] else {
      throw Fault(
        .usage, code: "no-english", of: "en.yaml",
        "there is no catalogue for English, which the others fall back to")
    }
    self.english = try Catalogue(english)
    self.bundled = files
    var read: [LanguageTag: [Catalogue]] = [:]
    for file in own {
      let catalogue = try Catalogue(file)
      try catalogue.checkKeys(against: self.english)
      try catalogue.checkNames(against: self.english)
      read[catalogue.tag, default: []].append(catalogue)
    }
    self.own = read
    address = .formal
  }

  private init(_ other: Catalogues, address: Address) {
    bundled = other.bundled
    own = other.own
    english = other.english
    self.address = address
  }

  /// The same catalogues with the words that address a reader so, where a language has both.
  package func addressing(_ address: Address) -> Catalogues {
    address == self.address ? self : Catalogues(self, address: address)
  }

  /// Throws if a bundled file is invalid; for tests.
  package func check() throws(Fault) {
    for file in bundled.values { try Catalogue(file).checkNames(against: english) }
  }

  /// The tags of all catalogues, English first.
  package var tags: [String] {
    let others = allTags.subtracting([.english]).map(\.text).sorted()
    return [LanguageTag.english.text] + others
  }

  private var allTags: Set<LanguageTag> { Set(bundled.keys).union(own.keys) }

  /// The localization for a locale by BCP 47 lookup, or English with `fellBackFrom` set if there is
  /// no catalogue for it. `en-XA` is the pseudo-locale.
  package func localization(for tag: String) -> Localization {
    if let words = made.withLock({ $0[tag] }) { return words }
    let words = makeLocalization(for: tag)
    // Two threads may both make one; the two are equal, and no lock is held meanwhile.
    made.withLock { if $0.count < Self.mostKept { $0[tag] = words } }
    return words
  }

  private func makeLocalization(for tag: String) -> Localization {
    let requested = LanguageTag(tag)
    if requested == .pseudo {
      let messages = messages(for: .english).mapValues(PseudoLocale.message)
      return Localization(tag: .pseudo, catalogue: .english, messages: messages)
    }
    var tags = allTags
    while let damaged = requested.lookup(in: tags), !isReadable(damaged) { tags.remove(damaged) }
    guard let catalogue = requested.lookup(in: tags) else {
      return Localization(localization(for: LanguageTag.english.text), fellBackFrom: tag)
    }
    return Localization(tag: requested, catalogue: catalogue, messages: messages(for: catalogue))
  }

  /// Whether the bundled file of a tag, if any, is valid. An invalid one counts as missing, so that
  /// the words report a fallback instead of mixing languages.
  private func isReadable(_ tag: LanguageTag) -> Bool {
    guard tag != .english, let file = bundled[tag] else { return true }
    do throws(Fault) {
      _ = try Catalogue(file)
      return true
    } catch { return false }
  }

  /// Merges English, the language and the region; later ones override.
  private func messages(for tag: LanguageTag) -> [String: MessageFormat] {
    let tags = tag.fallbacks.reversed().filter { $0 != .english }
    return ([.english] + tags).flatMap(layers).reduce(into: [:]) { words, layer in
      words.merge(layer.messages(address)) { $1 }
    }
  }

  /// The bundled catalogue of exactly this tag, if valid, and the user's own.
  private func layers(_ tag: LanguageTag) -> [Catalogue] {
    let file = tag == .english ? nil : bundled[tag]
    let first = tag == .english ? english : file.flatMap { try? Catalogue($0) }
    return (first.map { [$0] } ?? []) + (own[tag] ?? [])
  }
}

extension Catalogue {
  /// Throws for a key that no document uses, and for a text that is empty though English has one.
  fileprivate func checkKeys(against english: Catalogue) throws(Fault) {
    let known = Set(MessageKey.allCases.map(\.path)).union(english.entries.keys)
      .union(Self.openGroups)
    for (key, entry) in entries.sorted(by: { $0.value.place.isBefore($1.value.place) }) {
      let meant = Address.informal.key(of: key) ?? key
      // Any abbreviation of a zone may have a word.
      if meant.hasPrefix(ZoneNames.prefix) { continue }
      guard known.contains(meant) else {
        throw Self.unknownKey(meant, at: entry.place, known: known)
      }
      if entry.message.isEmpty, english.entries[meant]?.message.isEmpty == false {
        throw entry.place.fault("empty", "the text is empty", advice: Self.advice)
      }
    }
  }

  private static let advice =
    "compare it with catalogues/en.yaml (tidings templates eject catalogues/en.yaml)"

  /// What begins keys that are not listed.
  private static let openGroups = [ZoneNames.prefix, Address.informal.rawValue + "."]

  /// A key is looked for among all keys; those of its group are what it can be.
  private static func unknownKey(_ key: String, at place: YAMLNode, known: Set<String>) -> Fault {
    if known.contains(where: { $0.hasPrefix(key + ".") }) {
      return place.fault("wrong-type", "this must be a map of keys", advice: advice)
    }
    var group = key[...]
    var members: Set<String> = []
    while members.isEmpty {
      let end = group.lastIndex(of: ".")
      group = group[..<(end ?? group.startIndex)]
      let prefix = group.isEmpty ? "" : group + "."
      members = Set(
        known.filter { $0.hasPrefix(prefix) }.map { member in
          String(member.dropFirst(prefix.count).prefix { group.isEmpty ? $0 != "." : true })
        })
      if group.isEmpty { break }
    }
    let nearest = NearestName.of(key, among: known.subtracting(openGroups).sorted())
    let guess = Fault.didYouMean(nearest).map { $0 + " " } ?? ""
    return place.fault(
      "unknown-key", "there is no such key",
      advice: guess + (group.isEmpty ? "the groups are " : "the keys of \(group) are ")
        + members.sorted().joined(separator: ", "))
  }

  /// Throws for a name that English does not use, since it would have no value, and for a number that
  /// no text says.
  fileprivate func checkNames(against english: Catalogue) throws(Fault) {
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let meant = Address.informal.key(of: key) ?? key
      guard let message = english.entries[meant]?.message else { continue }
      let known = message.names
      if let name = entry.message.names.subtracting(known).min() {
        let values = known.sorted().map { "{\($0)}" }.joined(separator: ", ")
        throw entry.place.fault(
          "unknown-name",
          "{\(name)} is not a value here; "
            + (values.isEmpty ? "this message takes no values" : "the values are \(values)"),
          advice: Self.advice)
      }
      if message.general.names.contains("count"), !entry.message.general.names.contains("count") {
        throw entry.place.fault(
          "missing-name", "{count} is missing, so that nothing says how many", advice: Self.advice)
      }
    }
  }
}

extension YAMLNode {
  fileprivate func isBefore(_ other: YAMLNode) -> Bool {
    (place?.line ?? 0, place?.column ?? 0) < (other.place?.line ?? 0, other.place?.column ?? 0)
  }
}

/// The pseudo-locale `en-XA`: accented English in brackets, which a test can tell from text that
/// comes from no catalogue.
enum PseudoLocale {
  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçđéƒğĥíĵķĺɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"))

  static func message(_ message: MessageFormat) -> MessageFormat {
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
