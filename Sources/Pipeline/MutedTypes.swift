package import Notifications

/// The types that people have muted, and the number of people each.
package struct MutedTypes {
  package struct Entry: Equatable {
    package var type: TypeKey
    package var recipients: Int
  }

  private var counts: [TypeKey: Int] = [:]

  package init(_ recipients: [Recipient]) {
    for recipient in recipients { count(recipient.preferences) }
  }

  private mutating func count(_ preferences: Preferences) {
    let own = preferences.mutedTypesByProfile.values
    for type in own.reduce(preferences.mutedTypes, { $0.union($1) }) {
      counts[type, default: 0] += 1
    }
  }

  /// Muted types that no profile and no record has, in order of their keys.
  package func unknown(_ types: KnownTypes) -> [Entry] {
    counts.filter { !types.has($0.key) }.map { Entry(type: $0.key, recipients: $0.value) }
      .sorted { $0.type.text.utf8.lexicographicallyPrecedes($1.type.text.utf8) }
  }
}
