import ByteText
internal import YAML

/// A key of a profile and what it means.
package struct ProfileKey: Sendable {
  package let name: String
  /// One sentence or two.
  package let meaning: String
  package let isRequired: Bool

  static func required(_ name: String, _ meaning: String) -> ProfileKey {
    ProfileKey(name: name, meaning: meaning, isRequired: true)
  }

  static func optional(_ name: String, _ meaning: String) -> ProfileKey {
    ProfileKey(name: name, meaning: meaning, isRequired: false)
  }
}

/// A mapping of a profile with a closed set of keys.
package struct ProfileSection: Sendable {
  /// Where it is in a profile, in Markdown: `read`.
  package let title: String
  /// What the manual says before the keys.
  package let introduction: String?
  package let members: [ProfileKey]

  /// The names of the keys, in the order of the manual.
  var keys: [String] { members.map(\.name) }
}

extension ProfileSection {
  init(_ title: String, introduction: String? = nil, _ members: ProfileKey...) {
    self.init(title: title, introduction: introduction, members: members)
  }
}

extension YAMLNode {
  /// The members of a mapping with the keys of a section, which has all required ones.
  ///
  /// - Parameter others: further keys that are read but not documented.
  func section(_ declared: ProfileSection, and others: [String] = []) throws(Fault) -> YAMLSection {
    let section = try section(declared.keys + others)
    for key in declared.members where key.isRequired { _ = try section.required(key.name) }
    return section
  }
}

/// All keys of a profile, in the order of the manual. The reader and the manual's reference both use
/// this table.
package enum ProfileSchema {
  package static let sections: [ProfileSection] = [
    root, rule, records, fields, value, read, badges, thumbnails, join, type, text, items, link,
    action, rewrite, collapse, supersede, marks, markedSQL, markedRequests, markedRequest,
    preferences,
  ]

  static let root = ProfileSection(
    "The profile",
    .required("name", "The profile's name: small letters, digits and hyphens."),
    .optional("description", "One line about the system."),
    .optional("match", "How its records are recognized: one rule or a list of rules."),
    .optional("fallback", "true: the profile is taken only where no other one fits."),
    .optional("records", "Where the records are."),
    .optional("file", "A pattern for the end of a file's path; its names are read as @name."),
    .optional("where", "Only records with these values are notifications."),
    .optional("whereNot", "Records with one of these values are not notifications."),
    .optional("joins", "Objects of other lists that records refer to, read as @name.field."),
    .required("fields", "The values of a notification."),
    .optional("values", "Further values, for patterns, links and conditions."),
    .optional("read", "How a record says that it was read: a path, a mark or a list of them."),
    .optional("priority", "The system's words for priorities: each is low, normal or high."),
    .optional("badges", "The words that the app itself shows for priorities."),
    .optional("epoch", "The year from which plain numbers count: 1970, or 2001 as in Swift."),
    .optional("timeZone", "The zone of times that name none, such as Asia/Kolkata; else UTC."),
    .optional("thumbnails", "A list of pictures in each record."),
    .optional(
      "types",
      "The types, each a label or a description; of equally frequent ones the first comes first."),
    .optional("title", "Titles of records without one, by type; * is any type."),
    .optional("body", "Bodies of records without one, by type; * is any type."),
    .optional("items", "The words of {items} in titles."),
    .optional("bodyFormat", "The format of bodies: plain, markdown or html."),
    .optional("link", "Addresses of records without one: a template, a rule or a list."),
    .optional("actions", "What the recipient can do, by key."),
    .optional("rewrite", "Turns addresses of one form into another, such as an API's."),
    .optional("collapse", "Which notifications become one line."),
    .optional("supersedes", "Which notifications replace others."),
    .optional("expires", "How long after its time a notification without an expiry expires."),
    .optional("retention", "After how long a notification is no longer shown."),
    .optional("redact", "all, or the types whose text is in no mail and no feed."),
    .optional("address", "How readers are addressed: formal (Sie), or informal (du)."),
    .optional("dropOwnActions", "true: nobody is told of their own actions."),
    .optional("marks", "The statements and requests that bring marks into the system."),
    .optional("preferences", "Where the system keeps its users' preferences."))

  static let rule = ProfileSection(
    "`match`",
    .required("must", "Fields that a record must have, null or not; of a list in it, one."),
    .optional("mustNot", "Fields that it must not have."),
    .optional("score", "The points of each further field."),
    .optional("minimum", "A record with fewer points does not fit; each must counts one."),
    .optional("owner", "true: the rule counts only with --owner, which says who receives."))

  static let records = ProfileSection(
    "`records`",
    .optional("path", "The path of the list of records; the usual names need none."),
    .optional("table", "The table or view of a database."))

  static let fields = ProfileSection(
    title: "`fields`", introduction: nil,
    members: Field.allCases.map {
      ProfileKey(name: $0.rawValue, meaning: $0.meaning, isRequired: $0 == .id || $0 == .time)
    })

  static let value = ProfileSection(
    "A value of `fields` or `values`",
    introduction: "A value is a path, a list of paths or a mapping with these keys.",
    .optional("path", "Where the value is."),
    .optional("text", "A fixed text, or a pattern over paths, instead of path."),
    .optional("words", "Other words for some values; the rest stay as they are."),
    .optional("format", "The form of a time, as dd.MM.yyyy HH:mm; others stay as they are."),
    .optional("when", "Conditions: a path or name, and the word or words that it must be."))

  static let read = ProfileSection(
    "`read`",
    .required("path", "Where the mark is."),
    .optional("as", "boolean, inverse (true is unread) or time (a time is read)."),
    .optional("equals", "The words that mean read; any other word is unread."),
    .optional("words", "What words of a boolean mean, such as {ja: yes, nein: no}."),
    .optional("format", "The form of a time, as in a value."))

  static let badges = ProfileSection(
    "`badges`",
    .optional("high", "The badge of high priority; without it, Urgent."),
    .optional("normal", "The badge of normal priority, in an opened row of the page."),
    .optional("low", "The badge of low priority; without it, only an opened row has one."))

  static let thumbnails = ProfileSection(
    "`thumbnails`",
    .required("items", "The path of the list."),
    .optional("url", "The key of a picture's address."),
    .optional("kind", "The key of its kind."),
    .optional("kinds", "The kinds by their words: each is photo, video or note."),
    .optional("without", "The kind of an item that comes alone and without any."))

  static let join = ProfileSection(
    "`joins.NAME`",
    .optional("list", "The path of the list in the same document, or a table of the database."),
    .optional("file", "A name that --join NAME=FILE gives a file, instead of list."),
    .optional("id", "The key of the list's objects; id if it is not given."),
    .required("by", "The value of a record that is such a key."))

  static let type = ProfileSection(
    "`types.NAME`",
    .optional("label", "The type's name: a text or a map of texts by language."),
    .optional("one", "The name of a single one, where label is a plural."),
    .optional("emoji", "An emoji."), .optional("color", "The color of its badge."),
    .optional("priority", "The priority of records that name none."),
    .optional("redact", "true: its text is in no mail and no feed."),
    .optional("redacted", "What mails and feeds say instead of its text: New message."),
    .optional("digest", "true: it is a digest itself and is not repeated in one."))

  static let text = ProfileSection(
    "`title.TYPE` and `body.TYPE`",
    introduction: "A title or body is a pattern or a mapping with these keys, or a list of them.",
    .optional("when", "Conditions: a name or path, and the word or words that it must be."),
    .required("text", "The pattern: a text, its plural forms, or a map of these by language."))

  static let items = ProfileSection(
    "`items`",
    .required("photo", "Photos, by {count}."),
    .required("video", "Videos, by {count}."),
    .required("note", "Notes, by {count}."),
    .required("item", "Things whose kinds are not known, by {count}."),
    .required("pair", "How {first} and {last} are joined."),
    .required("comma", "How {first} and {next} are joined before the last one."))

  static let link = ProfileSection(
    "`link` and `actions.NAME.url`",
    introduction: "An address is a template or a mapping with these keys, or a list of them.",
    .optional("types", "The types for which the address is; all if they are not given."),
    .optional("when", "Conditions: a name or path, and the word or words that it must be."),
    .required("url", "The address, with {names} of values."))

  static let action = ProfileSection(
    "`actions.NAME`",
    .required("label", "The button's text: a text or a map of texts by language."),
    .optional("url", "Its address: a template, a rule or a list; without one it is not shown."))

  static let rewrite = ProfileSection(
    "`rewrite`",
    .required("from", "The address; each {name} ends before the next slash."),
    .required("to", "The address instead of it."))

  static let collapse = ProfileSection(
    "`collapse`",
    .required("types", "The types that become one line."),
    .required(
      "same", "What must be equal: type, actor, subject, title, body, or any value or path."),
    .required("within", "How long after the one before: 5m, 24h, 7d."),
    .optional("span", "How long from the first to the last of a line; any time without it."))

  static let supersede = ProfileSection(
    "`supersedes`",
    .required("type", "The type that replaces."),
    .required("replaces", "The type that is replaced."),
    .required("same", "What must be equal: actor, subject, title or body."),
    .required("within", "How far apart the two may be."))

  static let marks = ProfileSection(
    "`marks`",
    introduction: """
      In braces stand the marks: `{ids}`, the ids of up to 500, or `{numbers}`, for ids that are
      numbers; `{id}` or `{number}`, one of them; `{recipient}`; and when it was marked: `{time}`
      as `2026-02-08T22:30:00Z`, `{datetime}` as `2026-02-08 22:30:00` in UTC, `{seconds}` or
      `{milliseconds}` since 1970.
      """,
    .optional("sql", "The statements for its database (tidings state sql)."),
    .optional("requests", "The requests to its API (tidings state requests)."))

  static let markedSQL = ProfileSection(
    "`marks.sql`",
    introduction: "Values are quoted where they need it; `{table}` is the table that was read.",
    .optional("read", "The statement that marks notifications as read."),
    .optional("deleted", "The statement that deletes notifications."))

  static let markedRequests = ProfileSection(
    "`marks.requests`",
    .optional("read", "The request that marks notifications as read."),
    .optional("deleted", "The request that deletes notifications."))

  static let markedRequest = ProfileSection(
    "`marks.requests.read` and `marks.requests.deleted`",
    .required("method", "GET, POST, PUT, PATCH or DELETE."),
    .required("url", "The address, with {id} and {recipient}."),
    .optional("body", "The JSON body; patterns in it need quotes: {read_at: \"{time}\"}."))

  static let preferences = ProfileSection(
    "`preferences`",
    .optional("table", "The table, or the list beside the records."),
    .optional("people", "That of the users with their ids and addresses, beside users."),
    .required("recipient", "The path of the user's id, also in people."),
    .optional("within", "The object that has the other fields."),
    .optional("switches", "By type, the boolean that switches it off."),
    .optional("radius", "How far away notifications may be, in kilometers."),
    .optional("defaultRadius", "The radius of users who have set none."),
    .optional("quietHoursEnabled", "The boolean that switches quiet hours on."),
    .optional("quietHoursStart", "Their start: HH:MM or a time."),
    .optional("quietHoursEnd", "Their end."))
}
