/// Words by locale: what a profile writes as one string or as a map such as `{en: …, de: …}`.
package struct LocalizedText: Equatable, Sendable {
  /// By language tag; the key `""` holds words that were given without a locale.
  package var byTag: [String: String]

  package init(_ words: String) { byTag = ["": words] }
  package init(byTag: [String: String]) { self.byTag = byTag }

  /// The words for a locale by lookup, else those without locale, else English, else the first by
  /// tag.
  package func words(for locale: LanguageTag) -> String {
    for tag in locale.fallbacks {
      if let words = byTag[tag.text] { return words }
    }
    return byTag[""] ?? byTag["en"] ?? byTag.min { $0.key < $1.key }?.value ?? ""
  }
}
