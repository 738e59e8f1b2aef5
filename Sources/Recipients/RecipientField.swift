import ByteText

/// A field of a recipient: how it is written, what it says and how it is read. Files of recipients,
/// systems' own preferences and the manual's reference all use these rows. A class: each record meets
/// each row, whose texts a copy would retain.
package final class RecipientField: Sendable {
  /// The paths of the field; the first that is present and not null wins. Names match in snake_case
  /// and camelCase alike, so `time_zone` and `timezone` match too.
  package let names: [String]
  /// What it says, in Markdown.
  package let meaning: String
  /// A value in JSON.
  package let example: String
  /// What holds without it, in Markdown.
  package let standard: String
  /// Whether it is also read under `preferences`, where many systems keep a recipient's wishes.
  package let isPreference: Bool
  private let read: @Sendable (FieldReading, inout RecipientWords) throws(Fault) -> Void

  /// The name in reports.
  package var name: String { names[0] }

  private init<Value>(
    _ names: String..., isPreference: Bool = true, meaning: String, example: String,
    standard: String, read: @escaping @Sendable (FieldReading) -> () throws(Fault) -> Value,
    set: @escaping @Sendable (inout RecipientWords, Value) -> Void
  ) {
    self.names = names
    self.isPreference = isPreference
    self.meaning = meaning
    (self.example, self.standard) = (example, standard)
    self.read = { (value, words) throws(Fault) in set(&words, try read(value)()) }
  }

  /// Reads the field, unless it is absent or null.
  func readIfPresent(_ value: FieldReading, _ words: inout RecipientWords) throws(Fault) {
    if value.first != nil { try read(value, &words) }
  }

  /// The paths in the record itself and, of a preference, under `preferences`.
  var paths: [[String]] {
    let own = names.map { $0.split(separator: ".").map(String.init) }
    return isPreference ? own + own.map { ["preferences"] + $0 } : own
  }

  /// The members of the record that are read.
  static let members =
    Set(all.flatMap { $0.names.compactMap { $0.split(separator: ".").first } })
    .map(String.init).sorted() + ["preferences"]

  /// The members that may be a list or an object.
  static let nested =
    all.flatMap { field in
      let isNested = "[{".contains(field.example.prefix(1))
      return field.names.filter { isNested || $0.contains(".") }
        .compactMap { $0.split(separator: ".").first.map(String.init) }
    } + ["preferences"]

  /// The rows by name that more than their own reading needs.
  static let (id, profile, email, radius) = (
    named("id"), named("profile"), named("email"), named("radius")
  )
  static let (quietHoursEnabled, quietHoursStart, quietHoursEnd) = (
    named("quietHoursEnabled"), named("quietHoursStart"), named("quietHoursEnd")
  )

  private static func named(_ name: String) -> RecipientField {
    guard let field = all.first(where: { $0.name == name }) else {
      preconditionFailure("no field \(name)")
    }
    return field
  }

  /// In the order in which they are read.
  package static let all: [RecipientField] = [
    RecipientField(
      "id", "recipient", "recipientId", "userId", "uid", isPreference: false,
      meaning: "The recipient's id in the export, a text or a number.",
      example: #""user-17""#, standard: "required",
      read: FieldReading.recipientID
    ) { $0.draft.id = $1 },
    RecipientField(
      "profile", isPreference: false,
      meaning: "The system that the id comes from, by the name in `tidings profiles list`.",
      example: #""rooms""#, standard: "the first export's", read: FieldReading.profile
    ) { $0.draft.profile = $1 },
    RecipientField(
      "name", "fullName", "displayName", "firstName", isPreference: false,
      meaning: "The recipient's name, for the address and the pages.",
      example: #""Maya Ortiz""#, standard: "none",
      read: FieldReading.text
    ) { $0.draft.name = $1 },
    RecipientField(
      "email", "emailAddress", "e-mail", "email address", "mail", "userEmail", "primaryEmail",
      "contactEmail", isPreference: false, meaning: "One email address.",
      example: #""maya@example.org""#, standard: "the outcome `no address`", read: FieldReading.text
    ) { $0.draft.email = $1 },
    RecipientField(
      "locale",
      meaning: "The language, as a BCP 47 tag.",
      example: #""pt-BR""#, standard: "the job's `locale`",
      read: FieldReading.locale
    ) { $0.draft.locale = $1 },
    RecipientField(
      "timeZone", "tz",
      meaning: "The time zone of the recipient's days and hours, by its IANA name.",
      example: #""Europe/Berlin""#, standard: "the job's `time-zone`", read: FieldReading.zone
    ) { $0.draft.zone = $1 },
    RecipientField(
      "typesOff", "mutedTypes",
      meaning: "The types that the recipient does not want, by key: a list, or one text with "
        + "commas. `tidings profiles show NAME` lists the keys.",
      example: #"["event"]"#, standard: "all types",
      read: FieldReading.types
    ) { $0.everywhereOff = $1 },
    RecipientField(
      "frequency",
      meaning:
        "How often mails come: `daily`, `weekdays` (Monday to Friday), `weekly` (on "
        + "Monday), `weekly:friday`, `monthly` (on the first), `monthly:15` or `never`.",
      example: #""weekly:friday""#, standard: "the job's `frequency`", read: FieldReading.text
    ) { $0.rhythm.frequency = $1 },
    RecipientField(
      "weekday", meaning: "The day of a weekly mail: `monday`, `mon`, or 1 (Monday) to 7.",
      example: #""sunday""#, standard: "Monday", read: FieldReading.text
    ) { $0.rhythm.weekday = $1 },
    RecipientField(
      "days",
      meaning: "The days of a weekly mail, if there are several: a list, or one text with commas.",
      example: #"["mon", "thu"]"#, standard: "Monday", read: FieldReading.listOfWords
    ) { $0.rhythm.days = $1 },
    RecipientField(
      "day", meaning: "The day of a monthly mail, 1 to 31. In a shorter month it is the last day.",
      example: "31", standard: "1", read: FieldReading.text
    ) { $0.rhythm.day = $1 },
    RecipientField(
      "hour",
      meaning: "The local hour from which a mail is due: 0 to 23, or a time such as `17:30`.",
      example: "8", standard: "the job's `hour`", read: FieldReading.text
    ) { $0.rhythm.hour = $1 },
    RecipientField(
      "hours",
      meaning: "Several hours instead of `hour`, for several mails a day: a list, or one text with "
        + "commas.",
      example: #"[8, "17:30"]"#, standard: "`hour`",
      read: FieldReading.listOfWords
    ) { $0.rhythm.hours = $1 },
    RecipientField(
      "urgent",
      meaning: "With `immediately`, the next run mails unread notifications of high priority at "
        + "any hour that is not quiet, and the digest does not repeat them. With `digest`, "
        + "they come with the others.",
      example: #""immediately""#, standard: "the job's `urgent`",
      read: FieldReading.text
    ) { $0.rhythm.urgent = $1 },
    RecipientField(
      "pausedUntil",
      meaning: "No mail comes before this day begins for the recipient, or before a point in time.",
      example: #""2026-03-01""#, standard: "no pause", read: FieldReading.text
    ) { $0.rhythm.pausedUntil = $1 },
    RecipientField(
      "minimumPriority", "minPriority",
      meaning: "`low`, `normal` or `high`. Notifications of a lower priority are left out.",
      example: #""normal""#, standard: "`low`", read: FieldReading.priority
    ) { $0.draft.minimumPriority = $1 },
    RecipientField(
      "quietHours",
      meaning: "When nothing is delivered: an object with `start` and `end`, a text with both, or "
        + "`false`. A mail that is due waits for the end.",
      example: #""22:30-07:15""#, standard: "none",
      read: FieldReading.quietTimes
    ) { $0.quiet.whole = $1 },
    RecipientField(
      "quietHoursEnabled", "quietHours.enabled", meaning: "Whether the quiet hours apply.",
      example: "true", standard: "`true`", read: FieldReading.truth
    ) { $0.quiet.isOn = $1 },
    RecipientField(
      "quietHoursStart", "quietHours.start", "quietHours.from",
      meaning: "The first quiet minute: `22:30`, or a point in time of which only the local clock "
        + "counts.",
      example: #""22:30""#, standard: "required with an end",
      read: FieldReading.clockTime
    ) { $0.quiet.start = $1 },
    RecipientField(
      "quietHoursEnd", "quietHours.end", "quietHours.to",
      meaning: "The first minute after the quiet hours.",
      example: #""07:15""#, standard: "required with a start",
      read: FieldReading.clockTime
    ) { $0.quiet.end = $1 },
    RecipientField(
      "latitude", "lat", "location.latitude", "location.lat",
      meaning: "Where the recipient is, in degrees from -90 to 90.",
      example: "40.71", standard: "no limit of distance",
      read: FieldReading.latitude
    ) { $0.latitude = $1 },
    RecipientField(
      "longitude", "lng", "lon", "long", "location.longitude", "location.lng", "location.lon",
      meaning: "Where the recipient is, in degrees from -180 to 180.",
      example: "-74.01", standard: "no limit of distance",
      read: FieldReading.longitude
    ) { $0.longitude = $1 },
    RecipientField(
      "radius", "radiusKm", "searchRadius", "location.radius",
      meaning: "In kilometers. Notifications with a place farther away are left out.",
      example: "25", standard: "no limit of distance", read: FieldReading.radius
    ) { $0.radius = $1 },
    RecipientField(
      "unsubscribed", "unsubscribedAt", "isUnsubscribed", "optedOut", "optedOutAt", "isOptedOut",
      "optOut", "emailOptOut", "emailOptedOut", "noEmail", "doNotEmail", "emailBounced",
      "bouncedAt", "deletedAt", "isDeleted", "deactivatedAt", "isDeactivated", "suspendedAt",
      "isSuspended",
      meaning:
        "`true`, or the time when the recipient unsubscribed or left. Within an entry, one true spelling is enough.",
      example: "true", standard: "`false`", read: FieldReading.truth
    ) { $0.draft.isUnsubscribed = $1 },
    RecipientField(
      "subscribed", "isSubscribed", "emailNotifications", "emailEnabled", "emailOptIn", "isActive",
      meaning: "`false` if the recipient is to get no mail; any other value says nothing.",
      example: "false", standard: "`true`", read: FieldReading.denial
    ) { $0.draft.isUnsubscribed = $1 ?? $0.draft.isUnsubscribed },
    RecipientField(
      "unsubscribeURL",
      meaning: "The recipient's own unsubscribe link: `https:`, `http:` or `mailto:`, at most 900 "
        + "bytes of ASCII.",
      example: #""https://app.example.org/bye/17""#, standard: "the job's `unsubscribe`",
      read: FieldReading.unsubscribeURL
    ) { $0.draft.unsubscribeURL = $1 },
    RecipientField(
      "also", isPreference: false, meaning: "The same person's ids in other systems, by profile.",
      example: #"{"gitlab": 42}"#, standard: "no other ids", read: FieldReading.identities
    ) { $0.draft.also = $1 },
  ]
}
