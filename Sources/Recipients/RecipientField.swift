/// The fields of a recipient in a recipients file. The reader and the manual's reference both use
/// this table.
package enum RecipientField: Int, CaseIterable, Sendable {
  case id, profile, name, email, locale, timeZone, typesOff
  case frequency, weekday, days, day, hour, hours, urgent, pausedUntil
  case minimumPriority
  case quietHours, quietHoursEnabled, quietHoursStart, quietHoursEnd
  case latitude, longitude, radius, unsubscribed, unsubscribeURL, also

  /// What is said of a field.
  package struct Declaration: Sendable {
    /// The paths of the field; the first that is present and not null wins. Names match in snake_case
    /// and camelCase alike, so `time_zone` and `timezone` match too.
    package let names: [String]
    /// What it says, in Markdown.
    package let meaning: String
    /// A value in JSON.
    package let example: String
    /// What holds without it, in Markdown.
    package let standard: String

    init(_ names: String..., meaning: String, example: String, standard: String) {
      self.names = names
      self.meaning = meaning
      self.example = example
      self.standard = standard
    }
  }

  /// The name in reports.
  package var name: String { names[0] }

  package var names: [String] { declaration.names }

  /// Whether it is also read under `preferences`, where many systems keep a recipient's wishes.
  package var isPreference: Bool {
    switch self {
    case .id, .profile, .name, .email, .also: false
    case .locale, .timeZone, .frequency, .weekday, .days, .day, .hour, .hours, .urgent,
      .pausedUntil, .typesOff, .minimumPriority, .quietHours, .quietHoursEnabled, .quietHoursStart,
      .quietHoursEnd, .latitude, .longitude, .radius,
      .unsubscribed, .unsubscribeURL:
      true
    }
  }

  /// The paths in the record itself and, of a preference, under `preferences`.
  var paths: [[String]] {
    let own = names.map { $0.split(separator: ".").map(String.init) }
    return isPreference ? own + own.map { ["preferences"] + $0 } : own
  }

  /// The members of the record that are read.
  static let members =
    Set(allCases.flatMap { $0.names.compactMap { $0.split(separator: ".").first } })
    .map(String.init).sorted() + ["preferences"]
}

extension RecipientField {
  package var declaration: Declaration {
    switch self {
    case .id:
      Declaration(
        "id", "recipient", "recipientId", "userId", "uid",
        meaning: "The recipient's id in the export, a text or a number.",
        example: #""user-17""#, standard: "required")
    case .profile:
      Declaration(
        "profile",
        meaning: "The system that the id comes from, by the name in `tidings profiles list`.",
        example: #""rooms""#, standard: "the first export's")
    case .name:
      Declaration(
        "name", "fullName", "displayName", "firstName",
        meaning: "The recipient's name, for the address and the pages.",
        example: #""Maya Ortiz""#, standard: "none")
    case .email:
      Declaration(
        "email", "emailAddress", "e-mail", "email address", "mail", "userEmail", "primaryEmail",
        "contactEmail",
        meaning: "One email address.",
        example: #""maya@example.org""#, standard: "the outcome `no address`")
    case .locale:
      Declaration(
        "locale",
        meaning: "The language, as a BCP 47 tag.",
        example: #""pt-BR""#, standard: "the job's `locale`")
    case .timeZone:
      Declaration(
        "timeZone", "tz",
        meaning: "The time zone of the recipient's days and hours, by its IANA name.",
        example: #""Europe/Berlin""#, standard: "the job's `time-zone`")
    case .typesOff:
      Declaration(
        "typesOff", "mutedTypes",
        meaning:
          "The types that the recipient does not want, by key: a list, or one text with "
          + "commas. `tidings profiles show NAME` lists the keys.",
        example: #"["event"]"#, standard: "all types")
    case .frequency:
      Declaration(
        "frequency",
        meaning:
          "How often mails come: `daily`, `weekdays` (Monday to Friday), `weekly` (on "
          + "Monday), `weekly:friday`, `monthly` (on the first), `monthly:15` or `never`.",
        example: #""weekly:friday""#, standard: "the job's `frequency`")
    case .weekday:
      Declaration(
        "weekday",
        meaning: "The day of a weekly mail: `monday`, `mon`, or 1 (Monday) to 7.",
        example: #""sunday""#, standard: "Monday")
    case .days:
      Declaration(
        "days",
        meaning:
          "The days of a weekly mail, if there are several: a list, or one text with commas.",
        example: #"["mon", "thu"]"#, standard: "Monday")
    case .day:
      Declaration(
        "day",
        meaning: "The day of a monthly mail, 1 to 31. In a shorter month it is the last day.",
        example: "31", standard: "1")
    case .hour:
      Declaration(
        "hour",
        meaning: "The local hour from which a mail is due: 0 to 23, or a time such as `17:30`.",
        example: "8", standard: "the job's `hour`")
    case .hours:
      Declaration(
        "hours",
        meaning:
          "Several hours instead of `hour`, for several mails a day: a list, or one text with "
          + "commas.",
        example: #"[8, "17:30"]"#, standard: "`hour`")
    case .urgent:
      Declaration(
        "urgent",
        meaning:
          "With `immediately`, the next run mails unread notifications of high priority at "
          + "any hour that is not quiet, and the digest does not repeat them. With `digest`, "
          + "they come with the others.",
        example: #""immediately""#, standard: "the job's `urgent`")
    case .pausedUntil:
      Declaration(
        "pausedUntil",
        meaning:
          "No mail comes before this day begins for the recipient, or before a point in time.",
        example: #""2026-03-01""#, standard: "no pause")
    case .minimumPriority:
      Declaration(
        "minimumPriority", "minPriority",
        meaning: "`low`, `normal` or `high`. Notifications of a lower priority are left out.",
        example: #""normal""#, standard: "`low`")
    case .quietHours:
      Declaration(
        "quietHours",
        meaning:
          "When nothing is delivered: an object with `start` and `end`, a text with both, or "
          + "`false`. A mail that is due waits for the end.",
        example: #""22:30-07:15""#, standard: "none")
    case .quietHoursEnabled:
      Declaration(
        "quietHoursEnabled", "quietHours.enabled",
        meaning: "Whether the quiet hours apply.",
        example: "true", standard: "`true`")
    case .quietHoursStart:
      Declaration(
        "quietHoursStart", "quietHours.start", "quietHours.from",
        meaning:
          "The first quiet minute: `22:30`, or a point in time of which only the local clock "
          + "counts.",
        example: #""22:30""#, standard: "required with an end")
    case .quietHoursEnd:
      Declaration(
        "quietHoursEnd", "quietHours.end", "quietHours.to",
        meaning: "The first minute after the quiet hours.",
        example: #""07:15""#, standard: "required with a start")
    case .latitude:
      Declaration(
        "latitude", "lat", "location.latitude", "location.lat",
        meaning: "Where the recipient is, in degrees from -90 to 90.",
        example: "40.71", standard: "no limit of distance")
    case .longitude:
      Declaration(
        "longitude", "lng", "lon", "long", "location.longitude", "location.lng", "location.lon",
        meaning: "Where the recipient is, in degrees from -180 to 180.",
        example: "-74.01", standard: "no limit of distance")
    case .radius:
      Declaration(
        "radius", "radiusKm", "searchRadius", "location.radius",
        meaning: "In kilometers. Notifications with a place farther away are left out.",
        example: "25", standard: "no limit of distance")
    case .unsubscribed:
      Declaration(
        "unsubscribed", "unsubscribedAt", "isUnsubscribed", "optedOut",
        meaning:
          "`true`, or the time when the recipient unsubscribed. One true spelling is enough.",
        example: "true", standard: "`false`")
    case .unsubscribeURL:
      Declaration(
        "unsubscribeURL",
        meaning:
          "The recipient's own unsubscribe link: `https:`, `http:` or `mailto:`, at most 900 "
          + "bytes of ASCII.",
        example: #""https://app.example.org/bye/17""#, standard: "the job's `unsubscribe`")
    case .also:
      Declaration(
        "also",
        meaning: "The same person's ids in other systems, by profile.",
        example: #"{"gitlab": 42}"#, standard: "no other ids")
    }
  }
}
