/// A BCP 47 language tag such as `pt-BR`, reduced to language, script and region.
///
/// `_` counts as `-`, and case does not matter. Variants and extensions are dropped, so that tags
/// with the same words are equal.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// The tag in its conventional case: `zh-Hans-CN` (RFC 5646 section 2.1.1).
  package let text: String

  package static let english = LanguageTag(canonical: "en")
  /// English with every letter accented, for tests that look for words outside the catalogues.
  package static let pseudo = LanguageTag(canonical: "en-XA")

  private init(canonical text: String) { self.text = text }

  /// Never fails: anything that is not a language tag becomes `und`, which no catalogue has.
  package init(_ text: String) {
    // Profiles name thousands of languages by two letters.
    if text.utf8.count == 2, text.utf8.allSatisfy({ (0x61...0x7A).contains($0) }), text != "zh",
      Self.replaced[text] == nil
    {
      self.text = text
      return
    }
    let subtags = text.utf8.split(whereSeparator: {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    })
    .map { String(decoding: $0, as: UTF8.self) }
    guard let first = subtags.first, (2...3).contains(first.utf8.count), first.isASCIILetters else {
      self.text = "und"
      return
    }
    let language = Self.replaced[first.lowercased()] ?? first.lowercased()
    var rest = subtags.dropFirst()
    var script: String?
    if let subtag = rest.first, subtag.utf8.count == 4, subtag.isASCIILetters {
      script = subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
      rest = rest.dropFirst()
    }
    let region = rest.first.flatMap { $0.isRegion ? $0.uppercased() : nil }
    if language == "zh", script == nil {
      script = ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
    }
    self.text = [language, script, region].compactMap(\.self).joined(separator: "-")
  }

  package var description: String { text }

  /// The primary language subtag: `pt` of `pt-BR`.
  package var language: String { String(text.prefix { $0 != "-" }) }

  /// This tag and its shorter prefixes, most specific first (RFC 4647 section 3.4, lookup), each
  /// followed by its likely tag from CLDR: `pt-PT`, `pt`, `pt-BR`.
  ///
  /// `zh` alone is left out, so that traditional Chinese does not fall back to simplified.
  package var fallbacks: [LanguageTag] {
    var subtags = text.split(separator: "-")
    var tags: [LanguageTag] = []
    while !subtags.isEmpty {
      let tag = LanguageTag(canonical: subtags.joined(separator: "-"))
      tags.append(tag)
      if let likely = Self.likely[tag.text] { tags.append(LanguageTag(canonical: likely)) }
      subtags.removeLast()
      if subtags.count == 1, language == "zh" { break }
    }
    return tags
  }

  /// The first of `fallbacks` that `tags` contains.
  package func lookup(in tags: some Collection<LanguageTag>) -> LanguageTag? {
    fallbacks.first { tags.contains($0) }
  }

  /// Languages whose code has changed (IANA Language Subtag Registry, Preferred-Value).
  private static let replaced = ["iw": "he", "in": "id", "ji": "yi"]
  private static let likely = ["pt": "pt-BR"]
}

extension String {
  fileprivate var isASCIILetters: Bool {
    utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// Two letters or three digits (RFC 5646 section 2.2.4).
  fileprivate var isRegion: Bool {
    utf8.count == 2 && isASCIILetters
      || utf8.count == 3
        && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// Words by locale: what a profile writes as one string or as a map such as `{en: …, de: …}`.
package struct LocalizedText: Equatable, Sendable {
  /// By language tag; the key `""` holds words without a locale.
  package var byTag: [String: String]

  package init(_ words: String) { byTag = ["": words] }
  package init(byTag: [String: String]) { self.byTag = byTag }

  /// The words for a locale by lookup; nil if there are none.
  package func ownWords(for locale: LanguageTag) -> String? {
    locale.fallbacks.lazy.compactMap { byTag[$0.text] }.first ?? byTag[""]
  }

  /// The words for a locale by lookup; otherwise those without a locale, then English, then the
  /// first by tag.
  package func words(for locale: LanguageTag) -> String { byTag[tag(for: locale)] ?? "" }

  /// The tag of the words for a locale.
  package func tag(for locale: LanguageTag) -> String {
    locale.fallbacks.lazy.map(\.text).first { byTag[$0] != nil }
      ?? ["", "en"].first { byTag[$0] != nil } ?? byTag.keys.min() ?? ""
  }
}
