/// A BCP 47 language tag such as `pt-BR`; `_` is taken for `-`, letters' case does not matter.
public struct LocaleTag: Hashable, Sendable, CustomStringConvertible {
  /// The tag in its conventional case: `zh-Hans-CN` (RFC 5646 section 2.1.1).
  public let text: String

  public init(_ text: String) {
    let subtags = text.split(whereSeparator: { $0 == "-" || $0 == "_" })
    self.text = subtags.enumerated().map { index, subtag in
      if index == 0 { return subtag.lowercased() }
      switch subtag.utf8.count {
      case 2: return subtag.uppercased()
      case 4: return subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
      default: return subtag.lowercased()
      }
    }.joined(separator: "-")
  }

  public static let english = LocaleTag("en")

  public var description: String { text }

  /// The primary language subtag: `pt` of `pt-BR`.
  public var language: String { String(text.prefix { $0 != "-" }) }

  /// This tag and its ever shorter prefixes, most specific first (RFC 4647 section 3.4, lookup).
  public var fallbacks: [LocaleTag] {
    var tags: [LocaleTag] = []
    var subtags = text.split(separator: "-")
    while !subtags.isEmpty {
      tags.append(LocaleTag(subtags.joined(separator: "-")))
      subtags.removeLast()
      if let last = subtags.last, last.utf8.count == 1 { subtags.removeLast() }
    }
    return tags
  }
}

/// Words by locale: what a profile writes as one string or as a map such as `{en: …, de: …}`.
public struct LocalizedText: Equatable, Sendable {
  /// By language tag; the key `""` holds words that were given without a locale.
  public var byTag: [String: String]

  public init(_ words: String) { byTag = ["": words] }
  public init(byTag: [String: String]) { self.byTag = byTag }

  /// The words for a locale by lookup, else those without locale, else English, else the first by
  /// tag.
  public func words(for locale: LocaleTag) -> String {
    for tag in locale.fallbacks {
      if let words = byTag[tag.text] { return words }
    }
    return byTag[""] ?? byTag["en"] ?? byTag.min { $0.key < $1.key }?.value ?? ""
  }
}
