import ByteText
package import Languages
package import Notifications
import YAML

/// A title or body pattern by locale, as a profile writes it: one message, or a map such as
/// `{en: "{actor} liked your room", de: …}`.
package struct LocalizedMessage: Sendable {
  /// By language tag; `""` is the message without a locale. Names are collected once: a pattern's
  /// values are looked up by name.
  private let byTag: [String: (message: MessageFormat, names: [String])]

  package init(byTag: [String: MessageFormat]) {
    self.byTag = byTag.mapValues { ($0, $0.names.sorted()) }
  }

  /// Every name between braces, of all locales.
  package var names: Set<String> { byTag.values.reduce(into: []) { $0.formUnion($1.names) } }

  /// The text in a language, or else the one without a locale, or else English; nil if a value that
  /// it names is missing.
  package func words(in language: Language, value: (String) -> MessageArguments.Value?) -> String? {
    filled(in: language, value: value)?.words
  }

  func filled(
    in language: Language, value: (String) -> MessageArguments.Value?
  ) -> (words: String, names: Set<String>)? {
    let own = language.tag.fallbacks.lazy.compactMap { byTag[$0.text] }.first
    let entry = own ?? byTag[""] ?? byTag["en"] ?? byTag.min { $0.key < $1.key }?.value
    guard let entry else { return nil }
    var arguments = MessageArguments()
    for name in entry.names {
      // A plural form need not use every name; the message itself reports what is missing.
      if let value = value(name) { arguments[name] = value }
    }
    return entry.message.filled(arguments, in: own == nil ? .english : language)
  }
}

/// A pattern and the conditions under which it is used.
package struct TextRule: Sendable {
  package var conditions: [ValueCondition]
  package var message: LocalizedMessage
}

/// The patterns of titles, or of bodies, by type.
package struct PatternTable: Sendable {
  /// Patterns in the order of trial: the first whose values are all present. The key `*` holds the
  /// fallback of every type.
  package let byType: [TypeKey: [TextRule]]

  /// The key of patterns for every type.
  static let anyType = TypeKey(normalizing: "*")

  package init(byType: [TypeKey: [TextRule]] = [:]) { self.byType = byType }

  package var isEmpty: Bool { byType.isEmpty }

  /// The text of the first pattern of a type that has all its values, and the names of these.
  package func filled(
    type: TypeKey, in language: Language, value: (String) -> MessageArguments.Value?,
    where holds: ([ValueCondition]) -> Bool = \.isEmpty
  ) -> (words: String, names: Set<String>)? {
    for key in [type, Self.anyType] {
      for rule in byType[key] ?? [] where holds(rule.conditions) {
        if let filled = rule.message.filled(in: language, value: value) { return filled }
      }
    }
    return nil
  }

  /// All rules, of any type.
  package var rules: [TextRule] { byType.values.flatMap(\.self) }
}

/// The text of `{items}`: "a photo", "20 photos and 3 videos", "23 items".
package struct ItemPhrases: Sendable {
  package var photo: LocalizedMessage
  package var video: LocalizedMessage
  package var note: LocalizedMessage
  /// Items whose kinds are not all known.
  package var item: LocalizedMessage
  /// `{first} and {last}`.
  package var pair: LocalizedMessage
  /// `{first}, {next}`, before the last one of three.
  package var comma: LocalizedMessage

  /// Counts by kind if every item is known, or else only the total.
  ///
  /// - Parameters:
  ///   - bare: how many items came alone and have no thumbnail; nil if thumbnails are missing.
  ///   - kindOfBare: what those items are; nil if nothing tells it.
  package func words(
    thumbnails: [Thumbnail], batchCount: Int?, bare: Int?, as kindOfBare: Thumbnail.Kind?,
    in language: Language
  ) -> String? {
    let total = max(batchCount ?? thumbnails.count, 1)
    guard let bare, thumbnails.count + bare == total, bare == 0 || kindOfBare != nil else {
      return counted(item, total, in: language)
    }
    let kinds: [(LocalizedMessage, Thumbnail.Kind)] = [
      (photo, .photo), (video, .video), (note, .note),
    ]
    let parts = kinds.compactMap { message, kind -> String? in
      let count = thumbnails.count { $0.kind == kind } + (kind == kindOfBare ? bare : 0)
      return count == 0 ? nil : counted(message, count, in: language)
    }
    return joined(parts, in: language)
  }

  private func counted(
    _ message: LocalizedMessage, _ count: Int, in language: Language
  ) -> String? {
    message.words(in: language) { $0 == "count" ? .integer(count) : nil }
  }

  private func joined(_ parts: [String], in language: Language) -> String? {
    guard var words = parts.first else { return nil }
    for (index, part) in parts.enumerated().dropFirst() {
      let isLast = index == parts.count - 1
      let next = (isLast ? pair : comma).words(in: language) { name in
        switch name {
        case "first": .text(words)
        case "next", "last": .text(part)
        default: nil
        }
      }
      words = next ?? words
    }
    return words
  }
}

extension YAMLNode {
  func priority() throws(Fault) -> Priority {
    let text = try text()
    guard let priority = Priority.allCases.first(where: { $0.name == text }) else {
      throw unknownWord(text, allowed: Priority.allCases.map(\.name))
    }
    return priority
  }

  /// A map from keys to labels or descriptions, in the order of the chips.
  func types() throws(Fault) -> [NotificationType] {
    var types: [NotificationType] = []
    var keys: Set<TypeKey> = []
    for member in try placedMembers() {
      let key = TypeKey(normalizing: member.name)
      guard keys.insert(key).inserted else { throw member.place.repeatedKey }
      types.append(try member.value.type(key))
    }
    return types
  }

  private func type(_ key: TypeKey) throws(Fault) -> NotificationType {
    guard isMapping else { return NotificationType(key: key, label: try label()) }
    let section = try section(ProfileSchema.type, and: ["colour"])  // as the first ones spell it
    var type = NotificationType(
      key: key, label: try section["label"]?.label() ?? LocalizedText(key.readableLabel))
    type.hasOwnLabel = section["label"] != nil
    type.singular = try section["one"]?.label()
    type.emoji = try section["emoji"]?.text()
    type.color = try (section["color"] ?? section["colour"])?.word(of: TypeColor.self)
    type.defaultPriority = try section["priority"]?.priority() ?? .normal
    type.isRedacted = try section["redact"]?.flag() ?? false
    type.redacted = try section["redacted"]?.label()
    type.isDigest = try section["digest"]?.flag() ?? false
    return type
  }

  /// A label as a text or a map by locale.
  func label() throws(Fault) -> LocalizedText {
    guard isMapping else { return LocalizedText(try text()) }
    var byTag: [String: String] = [:]
    for (tag, node) in try members() { byTag[try node.localeTag(tag)] = try node.text() }
    return LocalizedText(byTag: byTag)
  }

  private func localeTag(_ text: String) throws(Fault) -> String {
    let tag = LanguageTag(text)
    guard tag.text != "und" else {
      throw malformed(text, expected: "a language tag such as de or pt-BR")
    }
    return tag.text
  }

  /// Patterns by type: each a message, a map of messages by locale, or a list in the order of
  /// trial.
  func patterns(_ names: ProfileNames) throws(Fault) -> PatternTable {
    var byType: [TypeKey: [TextRule]] = [:]
    for member in try placedMembers() {
      let (name, place) = (member.name, member.place)
      let key = name == "*" ? PatternTable.anyType : try place.typeKey(name, names)
      for node in member.value.list() { byType[key, default: []].append(try node.textRule(names)) }
    }
    return PatternTable(byType: byType)
  }

  /// A message, or one with conditions.
  private func textRule(_ names: ProfileNames) throws(Fault) -> TextRule {
    let isRule = hasKey(of: ProfileSchema.text.keys)
    let section = try isRule ? section(ProfileSchema.text) : nil
    let message = try (section?.required("text") ?? self).localizedMessage()
    for used in message.names.sorted() where !ProfileNames.computed.contains(used) {
      _ = try paths(named: used, names)
    }
    return TextRule(conditions: try section?["when"]?.conditions(names) ?? [], message: message)
  }

  /// A message as a text, a plural map, or a map of either by locale.
  func localizedMessage() throws(Fault) -> LocalizedMessage {
    guard isMapping else { return LocalizedMessage(byTag: ["": try message()]) }
    let members = try members()
    if PluralMessage.isPlural(keys: members.map(\.name)) {
      return LocalizedMessage(byTag: ["": try message()])
    }
    var byTag: [String: MessageFormat] = [:]
    for (tag, node) in members { byTag[try node.localeTag(tag)] = try node.message() }
    return LocalizedMessage(byTag: byTag)
  }

  func itemPhrases() throws(Fault) -> ItemPhrases {
    let section = try section(ProfileSchema.items)
    return ItemPhrases(
      photo: try section.required("photo").phrase(["count"]),
      video: try section.required("video").phrase(["count"]),
      note: try section.required("note").phrase(["count"]),
      item: try section.required("item").phrase(["count"]),
      pair: try section.required("pair").phrase(["first", "last"]),
      comma: try section.required("comma").phrase(["first", "next"]))
  }

  private func phrase(_ names: [String]) throws(Fault) -> LocalizedMessage {
    let message = try localizedMessage()
    for name in message.names.sorted() { try check(name, among: names) }
    return message
  }

  func check(_ name: String, among allowed: [String]) throws(Fault) {
    guard allowed.contains(name) else { throw unknownName(name, allowed: allowed) }
  }

  func typeKey(_ text: String, _ names: ProfileNames) throws(Fault) -> TypeKey {
    let key = TypeKey(normalizing: text)
    guard names.knownTypes.contains(key) else {
      throw unknownWord(text, allowed: names.types.map(\.text))
    }
    return key
  }

  func typeKeys(_ names: ProfileNames) throws(Fault) -> Set<TypeKey> {
    Set(try list().map { (node) throws(Fault) in try node.typeKey(try node.text(), names) })
  }
}
