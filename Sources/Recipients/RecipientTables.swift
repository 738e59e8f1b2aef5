import ByteText
import Exports
import Profiles
import SQLite

extension ColumnUsage {
  /// The columns of recipients that may hold JSON: lists of types, identities, objects of
  /// preferences.
  init(_ options: RecipientOptions) {
    let containers = options.profiles.compactMap { $0.preferences?.container?.segments.first }
    let declared = options.profiles.compactMap(\.preferences).flatMap {
      ($0.recipient + $0.switches.values).compactMap(\.segments.first)
    }
    self.init(
      named: RecipientField.members + containers + declared,
      nested: RecipientField.nested + containers)
  }
}

/// A table of people, or of a system's preferences.
struct TableOfRecipients {
  var table: ChosenTable
  /// The system whose people these are, if its profile says so.
  var owner: Profile?
  /// The system whose preferences these are.
  var keeper: Profile?
}

struct RecipientTableChoice {
  let database: Database
  let options: RecipientOptions

  /// The table of people, and each system's of preferences.
  func tables() throws -> [TableOfRecipients] {
    let names = try database.tableNames()
    let preferences = try options.profiles.compactMap(preferences)
    if let people = try people() { return [people] + preferences }
    let fitting = try names.map(database.describe).filter {
      has($0, RecipientField.id.names) && has($0, RecipientField.email.names)
    }
    if fitting.count == 1 { return [TableOfRecipients(table: fitting[0])] + preferences }
    if !preferences.isEmpty { return preferences }
    guard fitting.isEmpty else {
      throw Fault(
        .unusable, code: "several-tables",
        "several tables may contain recipients: \(fitting.map(\.name).listed())",
        advice: "name the right one recipients")
    }
    throw noTable(among: names)
  }

  private func noTable(among names: [String]) -> Fault {
    Fault(
      .unusable, code: "no-table",
      "no table of this database contains recipients"
        + (names.isEmpty ? ": it has no tables" : "; its tables are \(names.listed())"),
      advice: "name a table recipients, or give one the columns id and email")
  }

  func preferences(of profile: Profile) throws -> TableOfRecipients? {
    try table(amongNames: profile.preferences?.tables ?? []).map {
      TableOfRecipients(table: $0, keeper: profile)
    }
  }

  /// `recipients` or `users`, or the table in which a system has its people.
  private func people() throws -> TableOfRecipients? {
    let usual = try EmbeddedRecipients.names.compactMap { try table(amongNames: [$0]) }
    let addressed = usual.first { has($0, RecipientField.email.names) }
    if let addressed { return TableOfRecipients(table: addressed) }
    for profile in options.profiles {
      let names = profile.preferences?.peopleTables ?? []
      if let found = try tableOfPeople(of: profile, named: names) { return found }
    }
    return usual.first.map { TableOfRecipients(table: $0) }
  }

  /// The first table of people and their addresses.
  func tableOfPeople(of profile: Profile, named names: [String]) throws -> TableOfRecipients? {
    let ids = RecipientField.id.names + (profile.preferences?.recipient ?? []).map(\.description)
    for name in names {
      if let found = try table(amongNames: [name]), has(found, ids),
        has(found, RecipientField.email.names)
      {
        return TableOfRecipients(table: found, owner: profile)
      }
    }
    return nil
  }

  /// The first table with one of the names, in any case.
  private func table(amongNames wanted: [String]) throws -> ChosenTable? {
    let tables = try database.tableNames()
    return try wanted.lazy.compactMap(tables.ignoringCase).first.map(database.describe)
  }

  private func has(_ table: ChosenTable, _ names: [String]) -> Bool {
    table.columns.contains { column in names.contains { FieldNames.match(column.utf8, $0.utf8) } }
  }
}
