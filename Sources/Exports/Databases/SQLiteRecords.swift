import ByteText
import Notifications
import Profiles
package import SQLite

/// The records of a database's table, as JSON.
struct SQLiteRecords {
  private let database: HardenedDatabase
  private let profiles: [Profile]
  private let table: String?

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - profiles: those whose table and columns are looked for.
  ///   - table: the table or view that holds the records, where somebody named one.
  ///   - temporaryDirectory: where a private copy goes when logs are left over.
  init(
    path: String, profiles: [Profile], table: String? = nil, temporaryDirectory: String
  ) throws(Fault) {
    database = try HardenedDatabase(path: path, temporaryDirectory: temporaryDirectory)
    (self.profiles, self.table) = (profiles, table)
  }

  /// Passes every row of the table to `body`, in the table's order, with the name of a column that has a
  /// blob where a text is read; returns the table, or why no profile knows one.
  @discardableResult
  func forEachRow(
    _ body: (UnsafeRawBufferPointer, _ blob: String?) throws -> Void
  ) throws(Fault) -> Result<ChosenTable, Fault> {
    let choice = try chooseTable()
    if case .success(let table) = choice {
      try database.read { try $0.forEachRow(of: table, usage: ColumnUsage(profiles), body) }
    }
    return choice
  }

  /// The rows of the tables that profiles join to that of the records, by the names that profiles give
  /// them.
  func joinedRows(of table: ChosenTable) throws(Fault) -> [String: [[UInt8]]] {
    let names = Set(table.namesJoined(by: profiles))
    if names.isEmpty { return [:] }
    return try database.read { database in
      let tables = try database.tableNames()
      return try names.reduce(into: [:]) { rows, name in
        guard let found = tables.ignoringCase(name) else { return }
        rows[name] = try database.rows(of: try database.describe(found))
      }
    }
  }

  private func chooseTable() throws(Fault) -> Result<ChosenTable, Fault> {
    let (profiles, table) = (profiles, table)
    // The user's own profile may name a view, as the user may.
    let ownName = profiles.count == 1 ? profiles.first?.records.tables.first : nil
    let (named, views) = try database.read { database in
      let choice = TableChoice(database: database, profiles: profiles)
      let views = try database.tableNames(ofType: "view")
      let named = (table ?? ownName).flatMap { views.ignoringCase($0) == nil ? nil : $0 }
      return (named, try choice.ownViews())
    }
    if named != nil || table == nil && !views.isEmpty { try database.allowViews() }
    return try database.read { database in
      let choice = TableChoice(database: database, profiles: profiles)
      let found = try choice.table(named: table ?? named, views: views)
      guard case .success(var chosen) = found else { return found }
      if table ?? named == nil || profiles.contains(where: \.isFallback) {
        chosen.others = try choice.others(besides: chosen)
      }
      return .success(chosen)
    }
  }
}

/// A table and its columns.
package struct ChosenTable: Equatable, Sendable {
  package let name: String
  package let columns: [String]
  /// The other tables that fit, have rows and are not read.
  package var others: [String] = []

  /// The names that profiles have for tables with what the records in it refer to.
  func namesJoined(by profiles: [Profile]) -> [String] {
    profiles.filter { $0.fits(columns: columns) }.flatMap(\.joins).compactMap { join in
      if case .list(let path) = join.source, path.segments.count == 1 {
        path.segments[0]
      } else {
        nil
      }
    }
  }
}

extension Database {
  /// Passes every row of a table to `body` as an object with the slack of a walk behind it, and the name
  /// of a column with a blob.
  ///
  /// - Parameter limit: how many, nil for all.
  func forEachRow(
    of table: ChosenTable, usage: ColumnUsage, limit: Int? = nil,
    _ body: (_ row: UnsafeRawBufferPointer, _ blob: String?) throws -> Void
  ) throws {
    let writer = RowWriter(columns: table.columns, usage: usage)
    let columns = table.columns.map { SQLName.quoted($0) }.joined(separator: ", ")
    let rows = try statement(
      "SELECT \(columns) FROM \(SQLName.quoted(table.name))"
        + (limit.map { " LIMIT \($0)" } ?? ""))
    defer { rows.reset() }
    var row: [UInt8] = []
    var number = 0
    while try rows.hasNext(after: number) {
      number += 1
      row.removeAll(keepingCapacity: true)
      let blob = writer.append(rows.handle, to: &row)
      let length = row.count
      row += repeatElement(0, count: RecordWalker.slack)
      try row.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<length]), blob) }
    }
  }

  /// A table's rows, each as an object, whatever profiles read; those with a blob are left out.
  func rows(of table: ChosenTable, limit: Int? = nil) throws -> [[UInt8]] {
    var rows: [[UInt8]] = []
    let usage = ColumnUsage(named: [], nested: table.columns)
    try forEachRow(of: table, usage: usage, limit: limit) { row, blob in
      if blob == nil { rows.append(Array(row)) }
    }
    return rows
  }

  /// The names of tables or views, without virtual tables: their modules would run code that the
  /// file chooses.
  package func tableNames(ofType type: String = "table") throws -> [String] {
    try values(
      """
      SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND (sql IS NULL OR sql NOT LIKE 'CREATE VIRTUAL%') ORDER BY name
      """, [.text(type)])
  }

  package func describe(_ name: String) throws -> ChosenTable {
    ChosenTable(
      name: name,
      columns: try values(
        "SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 1", [.text(name)]))
  }

  /// The table with a name, or the only one.
  package func onlyTable(or name: String, advice: String) throws -> ChosenTable {
    let tables = try tableNames()
    guard let found = tables.ignoringCase(name) ?? (tables.count == 1 ? tables[0] : nil) else {
      throw Fault(
        .unusable, code: "no-table", "it has no table \(name); its tables are \(tables.listed())",
        advice: advice)
    }
    return try describe(found)
  }

  /// The table or view that the user named, in any case; nil if there is none.
  package func table(named name: String, among tables: [String]) throws -> ChosenTable? {
    try (tables + (try tableNames(ofType: "view"))).ignoringCase(name).map(describe)
  }
}

extension [String] {
  /// The element that equals `name` when case does not count.
  package func ignoringCase(_ name: String) -> String? {
    first { $0.lowercased() == name.lowercased() }
  }
}

struct TableChoice {
  let database: Database
  let profiles: [Profile]

  /// The table that the user named; or else the first that fits of the profiles' tables, with the
  /// user's own profiles and then `notifications` first; or else the only one that fits.
  ///
  /// - Parameter views: those that the user's own profiles name, which count as tables.
  func table(named name: String?, views: [String] = []) throws -> Result<ChosenTable, Fault> {
    let tables = try database.tableNames()
    if let name {
      if let named = try database.table(named: name, among: tables) { return .success(named) }
      return .failure(
        Fault(
          .unusable, code: "no-table",
          "there is no table \(name); the tables are: \(tables.listed())",
          advice: "name one of them"))
    }
    let own = profiles.filter(\.isOwn).flatMap(\.records.tables)
    let usual = own + ["notifications"] + profiles.flatMap(\.records.tables)
    var unfit: Fault?
    for name in usual {
      guard let found = (tables + views).ignoringCase(name) else { continue }
      let table = try database.describe(found)
      if fits(table) { return .success(table) }
      unfit = unfit ?? lack(of: table) { $0.records.tables.ignoringCase(found) != nil }
    }
    if tables.contains("Z_METADATA") {
      throw Fault(
        .unusable, code: "core-data",
        "this is a Core Data store, and no bundled profile knows its tables",
        advice: "write a profile of your own and pass its folder with --profiles")
    }
    let fitting = try tables.map(database.describe).filter(fits)
    guard let only = fitting.first else {
      if tables.count == 1 {
        unfit = try unfit ?? lack(of: database.describe(tables[0])) { _ in true }
      }
      if let unfit { throw unfit }
      return .failure(Self.noTable(of: tables, views: try database.tableNames(ofType: "view")))
    }
    guard fitting.count == 1 else {
      return .failure(
        Fault(
          .unusable, code: "several-tables", "several tables fit: \(fitting.map(\.name).listed())",
          advice: "write a profile of your own that names the table"))
    }
    return .success(only)
  }

  /// None of the tables fits.
  static func noTable(of tables: [String], views: [String]) -> Fault {
    if tables.isEmpty, views.isEmpty {
      return Fault(
        .unusable, code: "no-table", "the database has no tables", advice: "export it again")
    }
    let draft = "draft a profile with tidings profiles draft"
    return Fault(
      .unusable, code: "no-table",
      "no table fits a profile; the tables are: \(tables.listed())"
        + (views.isEmpty ? "" : ", and the views: \(views.listed())"),
      advice: views.isEmpty
        ? "\(draft), or name one with --profile"
        : "\(draft); to read a view, name it as the table of the profile's records")
  }

  /// The other tables that fit and have rows: those that profiles name. A table that the
  /// user's own profiles name is the one that they meant.
  func others(besides table: ChosenTable) throws -> [String] {
    let own = profiles.filter(\.isOwn).flatMap(\.records.tables)
    let usual = own.ignoringCase(table.name) == nil ? profiles.flatMap(\.records.tables) : own
    let joined = table.namesJoined(by: profiles)
    return try database.tableNames().filter { name in
      let isUsual = usual.ignoringCase(name) != nil || profiles.contains(where: \.isFallback)
      guard name != table.name, isUsual, joined.ignoringCase(name) == nil,
        fits(try database.describe(name))
      else { return false }
      let one: Int? = try database.value("SELECT 1 FROM \(SQLName.quoted(name)) LIMIT 1")
      return one != nil
    }
  }

  /// The views that the user's own profiles name.
  func ownViews() throws -> [String] {
    let own = profiles.filter(\.isOwn).flatMap(\.records.tables)
    guard !own.isEmpty else { return [] }
    return try database.tableNames(ofType: "view").filter { own.ignoringCase($0) != nil }
  }

  /// What a table lacks that the only profile, or one of the user's own, looks for in it.
  private func lack(of table: ChosenTable, for isMeant: (Profile) -> Bool) -> Fault? {
    let named = profiles.first { ($0.isOwn || profiles.count == 1) && isMeant($0) }
    return named.map { profile in
      let fields = profile.missing(among: table.columns)
      return Fault(
        .unusable, code: "lacking",
        "the table \(table.name) lacks \(fields.listed()) of profile \(profile.name.text)",
        advice: "correct the profile's paths, or name another table in it")
    }
  }

  private func fits(_ table: ChosenTable) -> Bool {
    profiles.contains { $0.fits(columns: table.columns) }
  }
}
