package import Notifications

/// How the records of one system become notifications: data, read from YAML.
///
/// `tidings profiles show` prints the bundled ones, which are the best documentation of the keys.
package struct Profile: Sendable {
  package var name: ProfileName
  /// A line about the system.
  package var summary: String
  /// The YAML as it was written.
  package var source: String
  /// Whether it comes from a folder of the user's, not with the tool.
  package var isOwn = false
  /// How its records are told apart; empty where the profile is only used by name.
  package var detection: [DetectionRule]
  package var records: RecordLocation

  /// By field, the paths of which the first that is present and not null wins.
  package var fields: [Field: [FieldPath]]
  /// Further values for patterns and addresses, by name.
  package var values: [String: [FieldPath]]
  package var readMarks: [ReadMark]
  /// Words that the system has for priorities, in lower case, besides those that `Priority` knows.
  package var priorities: [String: Priority]
  /// From when plain numbers in time fields count.
  package var epoch: Epoch
  package var thumbnails: ThumbnailRule?

  /// In the order of the chips.
  package var types: [NotificationType]
  package var titles: PatternTable
  package var bodies: PatternTable
  package var itemPhrases: ItemPhrases?
  package var bodyFormat: BodyFormat

  package var links: [LinkRule]
  package var actions: [ActionRule]
  package var rewrites: [URLRewrite]

  package var collapses: [CollapseRule]
  package var supersessions: [SupersedeRule]
  /// Seconds after its time at which a notification without an expiry of its own expires.
  package var lifetime: Int64?
  /// Seconds after which a notification is shown nowhere.
  package var retention: Int64?
  /// A notification whose actor is its recipient is no news.
  package var dropsOwnActions: Bool

  package var mutations: Mutations
  package var preferences: PreferenceFields?

  /// The type with a key, nil where the profile does not know it.
  package func type(_ key: TypeKey) -> NotificationType? { types.first { $0.key == key } }
}
