import ByteText
internal import YAML

/// A key of a profile and what it means.
package struct ProfileKey: Sendable {
  package let name: String
  /// One sentence or two.
  package let meaning: String
  package let isRequired: Bool

  init(_ name: String, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.meaning = meaning
    self.isRequired = isRequired
  }
}

/// A mapping of a profile with a closed set of keys.
package struct ProfileSection: Sendable {
  /// Where it is in a profile, in Markdown: `read`.
  package let title: String
  /// What the manual says before the keys.
  package let introduction: String?
  package let members: [ProfileKey]

  init(_ title: String, introduction: String? = nil, _ members: [ProfileKey]) {
    self.title = title
    self.introduction = introduction
    self.members = members
  }

  /// The names of the keys, in the order of the manual.
  var keys: [String] { members.map(\.name) }
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
    [
      ProfileKey(
        "name", "The profile's name: small letters, digits and hyphens.", isRequired: true),
      ProfileKey("description", "One line about the system."),
      ProfileKey("match", "How its records are recognized: one rule or a list of rules."),
      ProfileKey("fallback", "true: the profile is taken only where no other one fits."),
      ProfileKey("records", "Where the records are."),
      ProfileKey("file", "A pattern for the end of a file's path; its names are read as @name."),
      ProfileKey("where", "Only records with these values are notifications."),
      ProfileKey("whereNot", "Records with one of these values are not notifications."),
      ProfileKey("joins", "Objects of other lists that records refer to, read as @name.field."),
      ProfileKey("fields", "The values of a notification.", isRequired: true),
      ProfileKey("values", "Further values, for patterns, links and conditions."),
      ProfileKey("read", "How a record says that it was read: a path, a mark or a list of them."),
      ProfileKey("priority", "The system's words for priorities: each is low, normal or high."),
      ProfileKey("badges", "The words that the app itself shows for priorities."),
      ProfileKey("epoch", "The year from which plain numbers count: 1970, or 2001 as in Swift."),
      ProfileKey("timeZone", "The zone of times that name none, such as Asia/Kolkata; else UTC."),
      ProfileKey("thumbnails", "A list of pictures in each record."),
      ProfileKey(
        "types",
        "The types, each a label or a description; of equally frequent ones the first comes first."),
      ProfileKey("title", "Titles of records without one, by type; * is any type."),
      ProfileKey("body", "Bodies of records without one, by type; * is any type."),
      ProfileKey("items", "The words of {items} in titles."),
      ProfileKey("bodyFormat", "The format of bodies: plain, markdown or html."),
      ProfileKey("link", "Addresses of records without one: a template, a rule or a list."),
      ProfileKey("actions", "What the recipient can do, by key."),
      ProfileKey("rewrite", "Turns addresses of one form into another, such as an API's."),
      ProfileKey("collapse", "Which notifications become one line."),
      ProfileKey("supersedes", "Which notifications replace others."),
      ProfileKey("expires", "How long after its time a notification without an expiry expires."),
      ProfileKey("retention", "After how long a notification is no longer shown."),
      ProfileKey("redact", "all, or the types whose text is in no mail and no feed."),
      ProfileKey("address", "How readers are addressed: formal (Sie), or informal (du)."),
      ProfileKey("dropOwnActions", "true: nobody is told of their own actions."),
      ProfileKey("marks", "The statements and requests that bring marks into the system."),
      ProfileKey("preferences", "Where the system keeps its users' preferences."),
    ])

  static let rule = ProfileSection(
    "`match`",
    [
      ProfileKey(
        "must", "Fields that a record must have, null or not; of a list in it, one.",
        isRequired: true),
      ProfileKey("mustNot", "Fields that it must not have."),
      ProfileKey("score", "The points of each further field."),
      ProfileKey("minimum", "A record with fewer points does not fit; each must counts one."),
      ProfileKey("owner", "true: the rule counts only with --owner, which says who receives."),
    ])

  static let records = ProfileSection(
    "`records`",
    [
      ProfileKey("path", "The path of the list of records; the usual names need none."),
      ProfileKey("table", "The table or view of a database."),
    ])

  static let fields = ProfileSection(
    "`fields`",
    Field.allCases.map {
      ProfileKey($0.rawValue, $0.meaning, isRequired: $0 == .id || $0 == .time)
    })

  static let value = ProfileSection(
    "A value of `fields` or `values`",
    introduction: "A value is a path, a list of paths or a mapping with these keys.",
    [
      ProfileKey("path", "Where the value is."),
      ProfileKey("text", "A fixed text, or a pattern over paths, instead of path."),
      ProfileKey("words", "Other words for some values; the rest stay as they are."),
      ProfileKey("format", "The form of a time, as dd.MM.yyyy HH:mm; others stay as they are."),
      ProfileKey("when", "Conditions: a path or name, and the word or words that it must be."),
    ])

  static let read = ProfileSection(
    "`read`",
    [
      ProfileKey("path", "Where the mark is.", isRequired: true),
      ProfileKey("as", "boolean, inverse (true is unread) or time (a time is read)."),
      ProfileKey("equals", "The words that mean read; any other word is unread."),
      ProfileKey("words", "What words of a boolean mean, such as {ja: yes, nein: no}."),
      ProfileKey("format", "The form of a time, as in a value."),
    ])

  static let badges = ProfileSection(
    "`badges`",
    [
      ProfileKey("high", "The badge of high priority; without it, Urgent."),
      ProfileKey("normal", "The badge of normal priority, in an opened row of the page."),
      ProfileKey("low", "The badge of low priority; without it, only an opened row has one."),
    ])

  static let thumbnails = ProfileSection(
    "`thumbnails`",
    [
      ProfileKey("items", "The path of the list.", isRequired: true),
      ProfileKey("url", "The key of a picture's address."),
      ProfileKey("kind", "The key of its kind."),
      ProfileKey("kinds", "The kinds by their words: each is photo, video or note."),
      ProfileKey("without", "The kind of an item that comes alone and without any."),
    ])

  static let join = ProfileSection(
    "`joins.NAME`",
    [
      ProfileKey("list", "The path of the list in the same document, or a table of the database."),
      ProfileKey("file", "A name that --join NAME=FILE gives a file, instead of list."),
      ProfileKey("id", "The key of the list's objects; id if it is not given."),
      ProfileKey("by", "The value of a record that is such a key.", isRequired: true),
    ])

  static let type = ProfileSection(
    "`types.NAME`",
    [
      ProfileKey("label", "The type's name: a text or a map of texts by language."),
      ProfileKey("one", "The name of a single one, where label is a plural."),
      ProfileKey("emoji", "An emoji."), ProfileKey("color", "The color of its badge."),
      ProfileKey("priority", "The priority of records that name none."),
      ProfileKey("redact", "true: its text is in no mail and no feed."),
      ProfileKey("redacted", "What mails and feeds say instead of its text: New message."),
      ProfileKey("digest", "true: it is a digest itself and is not repeated in one."),
    ])

  static let text = ProfileSection(
    "`title.TYPE` and `body.TYPE`",
    introduction: "A title or body is a pattern or a mapping with these keys, or a list of them.",
    [
      ProfileKey("when", "Conditions: a name or path, and the word or words that it must be."),
      ProfileKey(
        "text", "The pattern: a text, its plural forms, or a map of these by language.",
        isRequired: true),
    ])

  static let items = ProfileSection(
    "`items`",
    [
      ProfileKey("photo", "Photos, by {count}.", isRequired: true),
      ProfileKey("video", "Videos, by {count}.", isRequired: true),
      ProfileKey("note", "Notes, by {count}.", isRequired: true),
      ProfileKey("item", "Things whose kinds are not known, by {count}.", isRequired: true),
      ProfileKey("pair", "How {first} and {last} are joined.", isRequired: true),
      ProfileKey(
        "comma", "How {first} and {next} are joined before the last one.", isRequired: true),
    ])

  static let link = ProfileSection(
    "`link` and `actions.NAME.url`",
    introduction: "An address is a template or a mapping with these keys, or a list of them.",
    [
      ProfileKey("types", "The types for which the address is; all if they are not given."),
      ProfileKey("when", "Conditions: a name or path, and the word or words that it must be."),
      ProfileKey("url", "The address, with {names} of values.", isRequired: true),
    ])

  static let action = ProfileSection(
    "`actions.NAME`",
    [
      ProfileKey(
        "label", "The button's text: a text or a map of texts by language.", isRequired: true),
      ProfileKey("url", "Its address: a template, a rule or a list; without one it is not shown."),
    ])

  static let rewrite = ProfileSection(
    "`rewrite`",
    [
      ProfileKey("from", "The address; each {name} ends before the next slash.", isRequired: true),
      ProfileKey("to", "The address instead of it.", isRequired: true),
    ])

  static let collapse = ProfileSection(
    "`collapse`",
    [
      ProfileKey("types", "The types that become one line.", isRequired: true),
      ProfileKey(
        "same", "What must be equal: type, actor, subject, title, body, or any value or path.",
        isRequired: true),
      ProfileKey("within", "How long after the one before: 5m, 24h, 7d.", isRequired: true),
      ProfileKey("span", "How long from the first to the last of a line; any time without it."),
    ])

  static let supersede = ProfileSection(
    "`supersedes`",
    [
      ProfileKey("type", "The type that replaces.", isRequired: true),
      ProfileKey("replaces", "The type that is replaced.", isRequired: true),
      ProfileKey("same", "What must be equal: actor, subject, title or body.", isRequired: true),
      ProfileKey("within", "How far apart the two may be.", isRequired: true),
    ])

  static let marks = ProfileSection(
    "`marks`",
    introduction: """
      In braces stand the marks: `{ids}`, the ids of up to 500, or `{numbers}`, for ids that are
      numbers; `{id}` or `{number}`, one of them; `{recipient}`; and when it was marked: `{time}`
      as `2026-02-08T22:30:00Z`, `{datetime}` as `2026-02-08 22:30:00` in UTC, `{seconds}` or
      `{milliseconds}` since 1970.
      """,
    [
      ProfileKey("sql", "The statements for its database (tidings state sql)."),
      ProfileKey("requests", "The requests to its API (tidings state requests)."),
    ])

  static let markedSQL = ProfileSection(
    "`marks.sql`",
    introduction: "Values are quoted where they need it; `{table}` is the table that was read.",
    [
      ProfileKey("read", "The statement that marks notifications as read."),
      ProfileKey("deleted", "The statement that deletes notifications."),
    ])

  static let markedRequests = ProfileSection(
    "`marks.requests`",
    [
      ProfileKey("read", "The request that marks notifications as read."),
      ProfileKey("deleted", "The request that deletes notifications."),
    ])

  static let markedRequest = ProfileSection(
    "`marks.requests.read` and `marks.requests.deleted`",
    [
      ProfileKey("method", "GET, POST, PUT, PATCH or DELETE.", isRequired: true),
      ProfileKey("url", "The address, with {id} and {recipient}.", isRequired: true),
      ProfileKey("body", "The JSON body; patterns in it need quotes: {read_at: \"{time}\"}."),
    ])

  static let preferences = ProfileSection(
    "`preferences`",
    [
      ProfileKey("table", "The table, or the list beside the records."),
      ProfileKey("people", "That of the users with their ids and addresses, beside users."),
      ProfileKey("recipient", "The path of the user's id, also in people.", isRequired: true),
      ProfileKey("within", "The object that has the other fields."),
      ProfileKey("switches", "By type, the boolean that switches it off."),
      ProfileKey("radius", "How far away notifications may be, in kilometers."),
      ProfileKey("defaultRadius", "The radius of users who have set none."),
      ProfileKey("quietHoursEnabled", "The boolean that switches quiet hours on."),
      ProfileKey("quietHoursStart", "Their start: HH:MM or a time."),
      ProfileKey("quietHoursEnd", "Their end."),
    ])
}
