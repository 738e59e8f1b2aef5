package import Languages
package import Notifications

/// A requested language without a catalogue; its recipients read English.
package struct MissingLanguage: Equatable, Sendable {
  /// The tag as requested, such as `tlh`.
  package var tag: String
  package var recipients: Int

  /// All of them, in order of their tags.
  package static func all(
    of recipients: [Recipient], _ catalogues: Catalogues
  ) -> [MissingLanguage] {
    var counts: [String: Int] = [:]
    for locale in recipients.compactMap(\.locale) { counts[locale.text, default: 0] += 1 }
    return counts.filter { catalogues.localization(for: $0.key).fellBackFrom != nil }
      .sorted { $0.key < $1.key }
      .map { MissingLanguage(tag: $0.key, recipients: $0.value) }
  }
}
