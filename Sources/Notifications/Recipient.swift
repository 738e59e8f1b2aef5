/// A person who receives notifications, and their wishes.
///
/// Most recipients have no wishes and share one empty set; copies of the others share theirs.
package struct Recipient: Equatable, Sendable {
  package var id: RecipientID
  /// The system that the id belongs to; nil if there is only one.
  package var profile: ProfileName?
  package var name: String?
  /// The address as given; the mail checks it.
  package var email: String?
  private var wishes: Wishes

  package var locale: LanguageTag? {
    get { wishes.values.locale }
    set { change { $0.locale = newValue } }
  }
  package var preferences: Preferences {
    get { wishes.values.preferences }
    set { change { $0.preferences = newValue } }
  }
  package var unsubscribeURL: String? {
    get { wishes.values.unsubscribeURL }
    set { change { $0.unsubscribeURL = newValue } }
  }
  /// The same person's ids under other profiles.
  package var also: [ProfileName: RecipientID] {
    get { wishes.values.also }
    set { change { $0.also = newValue } }
  }

  package init(
    id: RecipientID, profile: ProfileName? = nil, name: String? = nil, email: String? = nil,
    locale: LanguageTag? = nil, preferences: Preferences = Preferences(),
    unsubscribeURL: String? = nil, also: [ProfileName: RecipientID] = [:]
  ) {
    self.id = id
    self.profile = profile
    self.name = name
    self.email = email
    let values = Wishes.Values(
      locale: locale, preferences: preferences,
      unsubscribeURL: unsubscribeURL, also: also)
    wishes = values == Wishes.none.values ? .none : Wishes(values)
  }

  private mutating func change(_ body: (inout Wishes.Values) -> Void) {
    var values = wishes.values
    body(&values)
    wishes = Wishes(values)
  }
}

/// The settings that few recipients have. Immutable, so that copies share them.
private final class Wishes: Equatable, Sendable {
  struct Values: Equatable, Sendable {
    var locale: LanguageTag?
    var preferences = Preferences()
    var unsubscribeURL: String?
    var also: [ProfileName: RecipientID] = [:]
  }

  let values: Values
  static let none = Wishes(Values())

  init(_ values: Values) { self.values = values }

  static func == (left: Wishes, right: Wishes) -> Bool {
    left === right || left.values == right.values
  }
}

/// What a recipient wants to receive, and when; everything is on by default.
package struct Preferences: Equatable, Sendable {
  package var rhythm = Rhythm()
  /// Types that are off in every system.
  package var mutedTypes: Set<TypeKey> = []
  /// Types that are off in one system.
  package var mutedTypesByProfile: [ProfileName: Set<TypeKey>] = [:]
  package var minimumPriority = Priority.low
  package var quietHours: QuietHours?
  package var area: Area?
  package var isUnsubscribed = false

  package init(rhythm: Rhythm = Rhythm(), quietHours: QuietHours? = nil) {
    (self.rhythm, self.quietHours) = (rhythm, quietHours)
  }

  /// Whether a type of one system is off.
  package func mutes(_ type: TypeKey, of profile: ProfileName) -> Bool {
    mutedTypes.contains(type) || mutedTypesByProfile[profile]?.contains(type) == true
  }
}

/// The minutes of the local day without delivery, from `start` to before `end`; they span midnight
/// if `end` is before `start`.
package struct QuietHours: Equatable, Sendable {
  /// 0 to 1,439.
  package let start: Int
  package let end: Int

  /// Nil if a value is not a minute of the day or both are equal, which means no quiet hours.
  package init?(start: Int, end: Int) {
    guard (0..<1440).contains(start), (0..<1440).contains(end), start != end else { return nil }
    (self.start, self.end) = (start, end)
  }

  package func contains(minute: Int) -> Bool {
    start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }
}

/// The circle that a recipient cares about.
package struct Area: Equatable, Sendable {
  package var center: Coordinates
  /// In kilometers.
  package var radius: Double

  package init(center: Coordinates, radius: Double) {
    (self.center, self.radius) = (center, radius)
  }
}
