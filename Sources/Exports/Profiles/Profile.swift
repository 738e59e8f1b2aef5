public import Notifications

/// How the records of one system become notifications: data, read from YAML.
///
/// `tidings profiles show` prints the bundled ones, which are the best documentation of the keys.
public struct Profile: Sendable {
  public var name: ProfileName
  /// A line about the system.
  public var summary: String
  /// The YAML as it was written.
  public var source: String
  /// Whether it comes from a folder of the user's, not with the tool.
  public var isOwn = false
  /// How its records are told apart; empty where the profile is only used by name.
  public var detection: [DetectionRule]
  public var records: RecordLocation

  /// By field, the paths of which the first that is present and not null wins.
  public var fields: [Field: [FieldPath]]
  /// Further values for patterns and addresses, by name.
  public var values: [String: [FieldPath]]
  public var readMarks: [ReadMark]
  /// Words that the system has for priorities, in lower case, besides those that `Priority` knows.
  public var priorities: [String: Priority]
  /// From when plain numbers in time fields count.
  public var epoch: Epoch
  public var thumbnails: ThumbnailRule?

  /// In the order of the chips.
  public var types: [NotificationType]
  public var titles: PatternTable
  public var bodies: PatternTable
  public var itemPhrases: ItemPhrases?
  public var bodyFormat: BodyFormat

  public var links: [LinkRule]
  public var actions: [ActionRule]
  public var rewrites: [URLRewrite]

  public var collapses: [CollapseRule]
  public var supersessions: [SupersedeRule]
  /// Seconds after its time at which a notification without an expiry of its own expires.
  public var lifetime: Int64?
  /// Seconds after which a notification is shown nowhere.
  public var retention: Int64?
  /// A notification whose actor is its recipient is no news.
  public var dropsOwnActions: Bool

  public var mutations: Mutations
  public var preferences: PreferenceFields?

  /// The type with a key, nil where the profile does not know it.
  public func type(_ key: TypeKey) -> NotificationType? { types.first { $0.key == key } }
}
