public import Languages
public import Notifications

/// What one source says of a recipient; nil where it says nothing, so that another source's word
/// counts there.
public struct RecipientDraft: Equatable, Sendable {
  /// The system whose id it is; nil stands for the run's own.
  public var profile: ProfileName?
  public var id: RecipientID
  public var name: String?
  public var email: String?
  public var locale: LanguageTag?
  public var timeZone: String?
  public var frequency: Frequency?
  public var hour: Int?
  public var typesOff: TypesOff?
  public var minimumPriority: Priority?
  public var quietTimes: QuietTimes?
  public var centre: Coordinates?
  /// In kilometres.
  public var radius: Double?
  public var isUnsubscribed: Bool?
  public var unsubscribeURL: String?
  public var also: [ProfileName: RecipientID] = [:]

  public var file: String
  public var place: CompanionPlace

  public init(profile: ProfileName? = nil, id: RecipientID, file: String, place: CompanionPlace) {
    self.profile = profile
    self.id = id
    self.file = file
    self.place = place
  }

  /// This draft with the words of `other` where it has none itself.
  public func over(_ other: RecipientDraft) -> RecipientDraft {
    var draft = self
    draft.name = name ?? other.name
    draft.email = email ?? other.email
    draft.locale = locale ?? other.locale
    draft.timeZone = timeZone ?? other.timeZone
    draft.frequency = frequency ?? other.frequency
    draft.hour = hour ?? other.hour
    draft.typesOff = typesOff ?? other.typesOff
    draft.minimumPriority = minimumPriority ?? other.minimumPriority
    draft.quietTimes = quietTimes ?? other.quietTimes
    draft.centre = centre ?? other.centre
    draft.radius = radius ?? other.radius
    draft.isUnsubscribed = isUnsubscribed ?? other.isUnsubscribed
    draft.unsubscribeURL = unsubscribeURL ?? other.unsubscribeURL
    return draft
  }

  /// The recipient that it describes. Quiet hours that were stored as points in time are read in the
  /// recipient's zone, else in `defaultZone`.
  public func recipient(defaultZone: Zone, zones: Zones) -> Recipient {
    let zone = timeZone.flatMap(zones.zone) ?? defaultZone
    let area = centre.flatMap { centre in radius.map { Area(centre: centre, radius: $0) } }
    return Recipient(
      id: id, profile: profile, name: name, email: email, locale: locale, timeZone: timeZone,
      preferences: Preferences(
        frequency: frequency ?? .daily, hour: hour, mutedTypes: typesOff?.everywhere ?? [],
        mutedTypesByProfile: typesOff?.byProfile ?? [:],
        minimumPriority: minimumPriority ?? .low, quietHours: quietTimes?.hours(in: zone),
        area: area, isUnsubscribed: isUnsubscribed ?? false),
      unsubscribeURL: unsubscribeURL, also: also)
  }
}

/// The types that a recipient does not want.
public struct TypesOff: Equatable, Sendable {
  /// Whatever the system.
  public var everywhere: Set<TypeKey>
  /// Of one system: keys belong to their profile.
  public var byProfile: [ProfileName: Set<TypeKey>]

  public init(everywhere: Set<TypeKey> = [], byProfile: [ProfileName: Set<TypeKey>] = [:]) {
    self.everywhere = everywhere
    self.byProfile = byProfile
  }
}
