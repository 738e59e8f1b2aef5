package import Languages
package import Notifications

/// A title or body pattern by locale, as a profile writes it: one message, or a map such as
/// `{en: "{actor} liked your room", de: …}`.
package struct LocalizedMessage: Sendable {
  /// By language tag; `""` is the message that was given without a locale.
  private let byTag: [String: Entry]

  private struct Entry: Sendable {
    let message: MessageFormat
    /// Found once: a pattern's values are asked for by name.
    let names: [String]

    init(_ message: MessageFormat) {
      self.message = message
      names = message.names.sorted()
    }
  }

  package init(byTag: [String: MessageFormat]) { self.byTag = byTag.mapValues(Entry.init) }

  /// Every name between braces, of all locales.
  package var names: Set<String> {
    byTag.values.reduce(into: []) { $0.formUnion($1.names) }
  }

  /// The words in a language, by lookup, else those without locale, else English; nil where a value
  /// that they name is missing.
  package func words(
    in language: Language, value: (String) -> MessageArguments.Value?
  ) -> String? {
    filled(in: language, value: value)?.words
  }

  /// The words, and the names of the values that they show.
  func filled(
    in language: Language, value: (String) -> MessageArguments.Value?
  ) -> (words: String, names: Set<String>)? {
    let own = language.tag.fallbacks.lazy.compactMap { byTag[$0.text] }.first
    let entry = own ?? byTag[""] ?? byTag["en"] ?? byTag.min { $0.key < $1.key }?.value
    guard let entry else { return nil }
    var arguments = MessageArguments()
    for name in entry.names {
      // A form of a plural map need not use every name; the message itself judges what is missing.
      if let value = value(name) { arguments[name] = value }
    }
    return entry.message.filled(arguments, in: own == nil ? .english : language)
  }
}

/// The patterns of titles, or of bodies, by type.
package struct PatternTable: Sendable {
  /// In order: one whose values are missing gives way to the next. The key `*` holds what every type
  /// falls back to.
  package let byType: [TypeKey: [LocalizedMessage]]

  /// What patterns for every type stand under.
  static let anyType = TypeKey(normalizing: "*")

  package init(byType: [TypeKey: [LocalizedMessage]] = [:]) { self.byType = byType }

  package var isEmpty: Bool { byType.isEmpty }

  /// The words of the first pattern of a type that has all its values.
  package func words(
    type: TypeKey, in language: Language, value: (String) -> MessageArguments.Value?
  ) -> String? {
    filled(type: type, in: language, value: value)?.words
  }

  /// The same, and the names of the values that the words show.
  func filled(
    type: TypeKey, in language: Language, value: (String) -> MessageArguments.Value?
  ) -> (words: String, names: Set<String>)? {
    for key in [type, Self.anyType] {
      for pattern in byType[key] ?? [] {
        if let filled = pattern.filled(in: language, value: value) { return filled }
      }
    }
    return nil
  }
}
