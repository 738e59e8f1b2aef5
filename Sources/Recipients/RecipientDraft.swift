package import ByteText
package import Exports
package import Languages
package import Notifications
package import Profiles

/// What one source says of a recipient. A field is nil if the source does not set it, so that
/// another source may.
package struct RecipientDraft: Equatable, Sendable {
  /// The system of the id; nil means the run's own.
  package var profile: ProfileName?
  package var id: RecipientID
  package var name: String?
  package var email: String?
  package var locale: LanguageTag?
  package var zone: Zone?
  package var rhythm = Rhythm()
  package var typesOff: TypesOff?
  package var minimumPriority: Priority?
  package var quietTimes: QuietTimes?
  package var center: Coordinates?
  /// In kilometers.
  package var radius: Double?
  package var isUnsubscribed: Bool?
  package var unsubscribeURL: String?
  package var also: [ProfileName: RecipientID] = [:]

  package var file: String
  package var place: Fault.Place

  /// This draft, with the values of `other` for fields that it does not set.
  package func over(_ other: RecipientDraft) -> RecipientDraft {
    var draft = self
    draft.name = name ?? other.name
    draft.email = email ?? other.email
    draft.locale = locale ?? other.locale
    draft.zone = zone ?? other.zone
    draft.rhythm = rhythm.over(other.rhythm)
    draft.typesOff = typesOff ?? other.typesOff
    draft.minimumPriority = minimumPriority ?? other.minimumPriority
    draft.quietTimes = quietTimes ?? other.quietTimes
    draft.center = center ?? other.center
    draft.radius = radius ?? other.radius
    draft.isUnsubscribed = isUnsubscribed ?? other.isUnsubscribed
    draft.unsubscribeURL = unsubscribeURL ?? other.unsubscribeURL
    return draft
  }

  /// The recipient that it describes. Quiet hours stored as points in time are read in the
  /// recipient's zone, or else in `defaultZone`.
  package func recipient(defaultZone: Zone) -> Recipient {
    var preferences = Preferences(
      rhythm: rhythm, quietHours: quietTimes?.hours(in: zone ?? defaultZone))
    preferences.mutedTypes = typesOff?.everywhere ?? []
    preferences.mutedTypesByProfile = typesOff?.byProfile ?? [:]
    preferences.minimumPriority = minimumPriority ?? .low
    preferences.area = center.flatMap { center in radius.map { Area(center: center, radius: $0) } }
    preferences.isUnsubscribed = isUnsubscribed ?? false
    return Recipient(
      id: id, profile: profile, name: name, email: email, locale: locale, preferences: preferences,
      unsubscribeURL: unsubscribeURL, also: also)
  }
}

/// What a record says of a recipient, before what belongs together is put together.
struct RecipientWords {
  var draft: RecipientDraft
  var rhythm = RhythmWords()
  var quiet = QuietWords()
  /// The types that are off in all systems.
  var everywhereOff: Set<TypeKey>?
  var latitude: Double?
  var longitude: Double?
  var radius: Double?

  /// The whole; what a system's own preferences said stays.
  func settled(_ spellings: KnownSpellings) throws(Fault) -> RecipientDraft {
    var draft = draft
    if rhythm != RhythmWords() {
      draft.rhythm = try spellings.rhythms.value(of: rhythm) { words throws(Fault) in
        try words.rhythm()
      }
    }
    if let everywhereOff {
      draft.typesOff = draft.typesOff ?? TypesOff()
      draft.typesOff?.everywhere = everywhereOff
    }
    if draft.quietTimes == nil { draft.quietTimes = try quiet.times(isStrict: true) }
    draft.radius = draft.radius ?? radius
    if let latitude, let longitude {
      draft.center = Coordinates(latitude: latitude, longitude: longitude)
    } else if latitude != nil || longitude != nil {
      throw .missing(latitude == nil ? "latitude" : "longitude")
    }
    return draft
  }
}

/// The types that a recipient has turned off.
package struct TypesOff: Equatable, Sendable {
  /// In all systems.
  package var everywhere: Set<TypeKey> = []
  /// In one system: keys belong to their profile.
  package var byProfile: [ProfileName: Set<TypeKey>] = [:]
}

/// How files of recipients are read.
package struct RecipientOptions: Sendable {
  /// The profiles of the run, which declare how systems keep preferences.
  package var profiles: [Profile]
  /// The zones of the run; any other zone is a fault.
  package var zones: Zones
  package var keys: AddressKeys
  /// Whose a file is that is one object without an id.
  package var owner: RecipientID?
  /// The folder for a private copy of a database with leftover logs.
  package var temporaryFolder: String

  package init(
    profiles: [Profile], zones: Zones, keys: AddressKeys, owner: RecipientID? = nil,
    temporaryFolder: String
  ) {
    self.profiles = profiles
    self.zones = zones
    self.keys = keys
    self.owner = owner
    self.temporaryFolder = temporaryFolder
  }
}

/// An entry of a file of recipients.
package enum RecipientEntry: Equatable, Sendable {
  case draft(RecipientDraft)
  case rejected(SideFileReject)

  var place: Fault.Place {
    switch self {
    case .draft(let draft): draft.place
    case .rejected(let reject): reject.place
    }
  }
}

/// The entries of a file of recipients or preferences.
package struct RecipientReading: Equatable, Sendable {
  /// In the order of the file.
  package var people: [RecipientEntry] = []
  /// Rows of a system's own preferences, which say more of these people, or of others.
  package var preferences: [RecipientEntry] = []
  /// What further files say of these people, or of others.
  package var others: [RecipientReading] = []
  /// Members or columns that are not read, perhaps misspelled; of the first 1,000 entries.
  package var unknownFields: Set<String> = []

  /// The names of fields that are read, in one spelling each.
  package static let fieldNames = RecipientField.members

  /// All of them.
  package var entries: [RecipientEntry] { people + preferences + others.flatMap(\.entries) }

  package var drafts: [RecipientDraft] {
    entries.compactMap { if case .draft(let draft) = $0 { draft } else { nil } }
  }

  package var rejects: [SideFileReject] {
    entries.compactMap { if case .rejected(let reject) = $0 { reject } else { nil } }
  }

  /// What says more of the people, the foremost first.
  var further: [[RecipientEntry]] { [preferences] + others.flatMap { [$0.people] + $0.further } }
}
