import CSQLite
import Exports
import GRDB
import Notifications
import Profiles

/// Reads recipients, or a system's own preferences, from a table of a database.
struct RecipientRows {
  private let options: RecipientOptions

  init(_ options: RecipientOptions) { self.options = options }

  /// The rows of the table that the user named; or else of `recipients`, `users`, or a profile's
  /// table of preferences; or else of the only one with columns for an id and an address.
  func read(_ path: String) throws(SideFileError) -> RecipientReading {
    try read(path) { database in
      try RecipientTableChoice(database, options: options).table()
    } ?? RecipientReading()
  }

  /// The rows of the first of a profile's tables of preferences that exists; nil if none does.
  func readPreferences(
    _ path: String, profile: Profile
  ) throws(SideFileError) -> RecipientReading? {
    try read(path, profile: profile) { database in
      try RecipientTableChoice(database, options: options)
        .table(amongNames: profile.preferences?.tables ?? [])
    }
  }

  /// The rows of an export's own table of people; nil if there is none.
  func readPeople(_ path: String, of profile: Profile) throws(SideFileError) -> RecipientReading? {
    try read(path, peopleOf: profile) { database in
      try RecipientTableChoice(database, options: options).tableOfPeople(of: profile)
    }
  }

  private func read(
    _ path: String, profile: Profile? = nil, peopleOf owner: Profile? = nil,
    table: (Database) throws -> ChosenTable?
  ) throws(SideFileError) -> RecipientReading? {
    do throws(SQLiteFailure) {
      let hardened = try HardenedDatabase(
        path: path, temporaryDirectory: options.temporaryFolder)
      if options.table != nil { try hardened.allowViews() }
      return try hardened.read { database in
        guard let chosen = try table(database) else { return nil }
        return try rows(
          of: chosen, in: database, file: path, profile: profile ?? keeper(of: chosen.name),
          peopleOf: owner)
      }
    } catch { throw SideFileError(file: path, reason: .database(error)) }
  }

  /// The profile with preferences in a table of that name.
  private func keeper(of table: String) -> Profile? {
    options.profiles.first {
      $0.preferences?.tables.ignoringCase(table) != nil
    }
  }

  private func rows(
    of table: ChosenTable, in database: Database, file: String, profile: Profile?,
    peopleOf owner: Profile?
  ) throws -> RecipientReading {
    guard let reader = RecipientReader(options, peopleOf: owner),
      let writer = RowWriter(columns: table.columns, usage: ColumnUsage(options))
    else { throw SQLiteFailure.failed("out of memory") }
    let preferences = profile.flatMap { PreferenceReader($0) }
    var reading = RecipientReading()
    if profile == nil { reading.unknownFields = unknown(table.columns) }
    let columns = table.columns.map(SQLName.quoted).joined(separator: ", ")
    let statement = try database.makeStatement(
      sql: "SELECT \(columns) FROM \(SQLName.quoted(table.name))")
    let cursor = try GRDB.Row.fetchCursor(statement)
    var row: [UInt8] = []
    while try cursor.hasNext(after: reading.entries.count) {
      let place = SideFilePosition.row(reading.entries.count + 1)
      row.removeAll(keepingCapacity: true)
      if let column = writer.append(statement.sqliteStatement, to: &row) {
        let fault = FieldFault.wrongType(column, expected: "a text or number")
        reading.entries.append(
          .rejected(SideFileReject(file: file, place: place, fault: fault)))
        continue
      }
      let length = row.count
      row += repeatElement(0, count: RecordWalker.slack)
      row.withUnsafeBytes { bytes in
        let record = UnsafeRawBufferPointer(rebasing: bytes[..<length])
        reading.entries.append(
          preferences?.entry(record, file: file, place: place)
            ?? reader.entry(record, key: nil, file: file, place: place))
      }
    }
    return reading
  }

  private func unknown(_ columns: [String]) -> Set<String> {
    let known = KnownFields(options.profiles)
    return Set(columns.filter { !known.isKnown($0.utf8) })
  }
}

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
      nested: ["typesOff", "mutedTypes", "quietHours", "location", "also", "preferences"]
        + containers)
  }
}

/// Finds the table of recipients in a database.
private struct RecipientTableChoice {
  private let database: Database
  private let options: RecipientOptions

  init(_ database: Database, options: RecipientOptions) {
    self.database = database
    self.options = options
  }

  func table() throws -> ChosenTable {
    let tables = try database.tableNames()
    if let name = options.table { return try database.table(named: name, among: tables) }
    let usual = ["recipients", "users"] + options.profiles.flatMap { $0.preferences?.tables ?? [] }
    if let found = try table(amongNames: usual) { return found }
    let fitting = try tables.map(database.describe).filter {
      has($0, RecipientField.id.names) && has($0, RecipientField.email.names)
    }
    guard let only = fitting.first else { throw SQLiteFailure.noTable(found: tables) }
    guard fitting.count == 1 else { throw SQLiteFailure.severalTables(fitting.map(\.name)) }
    return only
  }

  /// The first table of people and their addresses.
  func tableOfPeople(of profile: Profile) throws -> ChosenTable? {
    let ids = RecipientField.id.names + (profile.preferences?.recipient ?? []).map(\.description)
    for name in EmbeddedRecipients.names(of: profile) {
      if let found = try table(amongNames: [name]), has(found, ids),
        has(found, RecipientField.email.names)
      {
        return found
      }
    }
    return nil
  }

  /// The first table with one of the names, in any case.
  func table(amongNames wanted: [String]) throws -> ChosenTable? {
    let tables = try database.tableNames()
    return try wanted.lazy.compactMap(tables.ignoringCase).first.map(database.describe)
  }

  private func has(_ table: ChosenTable, _ names: [String]) -> Bool {
    table.columns.contains { column in
      names.contains { FieldNames.match(column.utf8, $0.utf8) }
    }
  }
}
