/// What a recipients file says of a recipient.
enum RecipientField: Int, CaseIterable {
  case id, profile, name, email, locale, timeZone, frequency, weekday, hour, typesOff
  case minimumPriority
  case quietHours, quietHoursEnabled, quietHoursStart, quietHoursEnd
  case latitude, longitude, radius, unsubscribed, unsubscribeURL, also

  /// The name in reports.
  var name: String { names[0] }

  /// The paths at which it is looked for, the first that is present and not null winning. Names
  /// match in snake_case and camelCase alike, so that `time_zone` and `timezone` are among them.
  var names: [String] {
    switch self {
    case .id: ["id", "recipient", "recipientId", "userId", "uid"]
    case .profile: ["profile"]
    case .name: ["name", "fullName", "displayName"]
    case .email: ["email", "emailAddress"]
    case .locale: ["locale"]
    case .timeZone: ["timeZone", "tz"]
    case .frequency: ["frequency"]
    case .weekday: ["weekday"]
    case .hour: ["hour"]
    case .typesOff: ["typesOff", "mutedTypes"]
    case .minimumPriority: ["minimumPriority", "minPriority"]
    case .quietHours: ["quietHours"]
    case .quietHoursEnabled: ["quietHoursEnabled", "quietHours.enabled"]
    case .quietHoursStart: ["quietHoursStart", "quietHours.start", "quietHours.from"]
    case .quietHoursEnd: ["quietHoursEnd", "quietHours.end", "quietHours.to"]
    case .latitude: ["latitude", "lat", "location.latitude", "location.lat"]
    case .longitude:
      ["longitude", "lng", "lon", "long", "location.longitude", "location.lng", "location.lon"]
    case .radius: ["radius", "radiusKm", "searchRadius", "location.radius"]
    case .unsubscribed: ["unsubscribed", "unsubscribedAt", "isUnsubscribed", "optedOut"]
    case .unsubscribeURL: ["unsubscribeURL"]
    case .also: ["also"]
    }
  }

  /// The paths, in the record itself and under `preferences`, where many systems keep them; whose
  /// record it is stands in the record itself.
  var paths: [[String]] {
    let own = names.map { $0.split(separator: ".").map(String.init) }
    switch self {
    case .id, .profile, .name, .email, .also: return own
    case .locale, .timeZone, .frequency, .weekday, .hour, .typesOff, .minimumPriority, .quietHours,
      .quietHoursEnabled, .quietHoursStart, .quietHoursEnd, .latitude, .longitude, .radius,
      .unsubscribed, .unsubscribeURL:
      return own + own.map { ["preferences"] + $0 }
    }
  }

  /// Members of the record that somebody reads.
  static let members =
    Set(allCases.flatMap { $0.names.compactMap { $0.split(separator: ".").first } })
    .map(String.init).sorted() + ["preferences"]
}

/// The slots of a recipient's fields.
struct RecipientSlots {
  /// By the field's raw value.
  private let byField: [[Slot]]

  init(_ paths: RecordPaths) {
    byField = RecipientField.allCases.map { field in
      field.paths.map { paths.slot(forNames: $0) }
    }
  }

  subscript(field: RecipientField) -> [Slot] { byField[field.rawValue] }
}
