internal import ByteText
internal import Digests
internal import Notifications
internal import SQLite

/// The owner of each page or feed of a folder, which a secret name does not tell, and what it was made
/// of, so that the next run skips an unchanged one without reading its notifications.
///
/// A table, of which the folder keeps the bytes: with 100,000 pages it takes 15 MB, where a dictionary
/// took 60. For one thread at a time.
final class PersonFileList {
  private let database: Database

  /// `earlier` has the names that files had before, until these are removed.
  private static let schema = """
    CREATE TABLE files (recipient TEXT, profile TEXT, stem TEXT NOT NULL, records BLOB, content BLOB,
      total INTEGER, unread INTEGER, urgent INTEGER, newest INTEGER,
      PRIMARY KEY (recipient, profile)) WITHOUT ROWID;
    CREATE TABLE earlier (recipient TEXT, profile TEXT, stem TEXT,
      PRIMARY KEY (recipient, profile, stem)) WITHOUT ROWID;
    """

  struct Entry: Equatable {
    /// Their name, without its suffix.
    var stem: String
    /// What they were made of; nil if that is not known.
    var written: WrittenFile?
  }

  init() throws { database = try Database(schema: Self.schema) }

  /// Nil if `bytes` are no such list.
  init?(_ bytes: [UInt8]) throws {
    guard let database = try Database(bytes, schema: Self.schema) else { return nil }
    self.database = database
    // No name that was edited must lead out of the folder.
    let wrong: Int? = try database.value(
      """
      SELECT 1 FROM (SELECT stem FROM files UNION ALL SELECT stem FROM earlier)
      WHERE stem = '' OR stem GLOB '.*' OR stem GLOB '*[^!-~]*' OR stem GLOB '*/*'
      """)
    if wrong != nil { return nil }
  }

  /// The bytes of the folder's file, the same for the same files.
  func bytes() throws -> [UInt8] {
    try database.bytes(of: ["files", "earlier"], schema: Self.schema)
  }

  private func statement(
    _ sql: String, _ owner: PersonID, stem: String? = nil
  ) throws -> RowStatement {
    let statement = try database.statement(sql)
    statement.bind(owner.recipient.text, at: 1)
    statement.bind(owner.profile.text, at: 2)
    if let stem { statement.bind(stem, at: 3) }
    return statement
  }

  // MARK: Asking

  /// An owner's files; nil if there are none.
  subscript(owner: PersonID) -> Entry? {
    get throws {
      let row = try statement(
        """
        SELECT stem, records, content, total, unread, urgent, newest FROM files
        WHERE recipient = ?1 AND profile = ?2
        """, owner)
      defer { row.reset() }
      guard try row.step() else { return nil }
      var entry = Entry(stem: row.text(0) ?? "")
      if let content = row.hash(2) {
        let tally = Tally(total: Int(row.integer(3) ?? 0), unread: Int(row.integer(4) ?? 0))
        entry.written = WrittenFile(
          records: row.hash(1), content: content, tally: tally, urgent: Int(row.integer(5) ?? 0),
          newest: row.integer(6) ?? 0)
      }
      return entry
    }
  }

  /// Whether files have the name, or had it.
  func knows(stem: String) throws -> Bool {
    let one: Int? = try database.value(
      "SELECT 1 FROM files WHERE stem = ?1 UNION ALL SELECT 1 FROM earlier WHERE stem = ?1",
      [.text(stem)])
    return one != nil
  }

  func owners() throws -> [PersonID] {
    try owners("SELECT recipient, profile FROM files ORDER BY profile, recipient")
  }

  /// The owners who are not among `persons`, in their order.
  func owners(besides persons: some Sequence<Person>) throws -> [PersonID] {
    try database.execute(
      """
      DROP TABLE IF EXISTS temp.present;
      CREATE TEMP TABLE present (recipient TEXT, profile TEXT, PRIMARY KEY (recipient, profile))
        WITHOUT ROWID
      """)
    for person in persons {
      try statement("INSERT OR IGNORE INTO temp.present VALUES (?1, ?2)", person.key).run()
    }
    return try owners(
      """
      SELECT recipient, profile FROM files EXCEPT SELECT recipient, profile FROM temp.present
      ORDER BY profile, recipient
      """)
  }

  private func owners(_ sql: String, _ values: [SQLValue] = []) throws -> [PersonID] {
    try database.rows(sql, values) { row in
      PersonID(ProfileName(row.text(1) ?? ""), RecipientID(row.text(0) ?? ""))
    }
  }

  /// Whose files those of the owner are, who gets the records that name no recipient: of no system, or
  /// of `home` if the run that wrote them had a recipients file. The same id in another system is
  /// another person.
  ///
  /// - Parameter home: empty if no export tells; then the files must be the only ones of the id.
  func holder(of recipient: RecipientID, home: ProfileName) throws -> PersonID? {
    let all = try owners(
      "SELECT recipient, profile FROM files WHERE recipient = ?", [.text(recipient.text)])
    return all.first { $0.profile.text.isEmpty }
      ?? (home.text.isEmpty && all.count == 1 ? all[0] : all.first { $0.profile == home })
  }

  /// The earlier names of an owner's files, which are still to be removed.
  func earlierStems(of owner: PersonID) throws -> [String] {
    try database.values(
      "SELECT stem FROM earlier WHERE recipient = ? AND profile = ?",
      [.text(owner.recipient.text), .text(owner.profile.text)])
  }

  // MARK: Changing

  /// Names an owner's files and keeps their earlier name; returns whether anything changed.
  func name(_ stem: String, of owner: PersonID) throws -> Bool {
    guard let entry = try self[owner] else {
      try statement(
        "INSERT INTO files (recipient, profile, stem) VALUES (?1, ?2, ?3)", owner, stem: stem
      )
      .run()
      return true
    }
    if entry.stem == stem { return false }
    try statement("INSERT OR IGNORE INTO earlier VALUES (?1, ?2, ?3)", owner, stem: entry.stem)
      .run()
    try forgetEarlier(stem, of: owner)
    let sql = "UPDATE files SET stem = ?3, content = NULL WHERE recipient = ?1 AND profile = ?2"
    try statement(sql, owner, stem: stem).run()
    return true
  }

  /// Records what an owner's files were made of; returns whether anything changed.
  func keep(_ written: WrittenFile, of owner: PersonID) throws -> Bool {
    if try self[owner]?.written == written { return false }
    let row = try statement(
      """
      UPDATE files SET records = ?3, content = ?4, total = ?5, unread = ?6,
        urgent = ?7, newest = ?8
      WHERE recipient = ?1 AND profile = ?2
      """, owner)
    row.bind(written.records?.bytes ?? [], at: 3)
    row.bind(written.content.bytes, at: 4)
    row.bind(Int64(written.tally.total), at: 5)
    row.bind(Int64(written.tally.unread), at: 6)
    row.bind(Int64(written.urgent), at: 7)
    row.bind(written.newest, at: 8)
    try row.run()
    return true
  }

  func forgetEarlier(_ stem: String, of owner: PersonID) throws {
    try statement(
      "DELETE FROM earlier WHERE recipient = ?1 AND profile = ?2 AND stem = ?3", owner, stem: stem
    )
    .run()
  }

  /// Gives files, of which it is then unknown what they were made of, to another owner.
  func give(_ owner: PersonID, to heir: PersonID) throws {
    for change in ["files SET content = NULL, ", "earlier SET "] {
      let row = try statement(
        "UPDATE \(change) recipient = ?3, profile = ?4 WHERE recipient = ?1 AND profile = ?2",
        owner,
        stem: heir.recipient.text)
      row.bind(heir.profile.text, at: 4)
      try row.run()
    }
  }
}

extension RowStatement {
  fileprivate func hash(_ column: CInt) -> Hash128? {
    withBlob(column) { bytes in
      guard bytes.byteCount == 16 else { return nil }
      func half(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      return Hash128(low: half(0), high: half(8))
    }
  }
}

/// What a page or feed was made of.
struct WrittenFile: Equatable {
  /// Identifies the records; nil if they do not determine what it shows.
  var records: Hash128?
  var content: Hash128
  var tally: Tally
  /// How many are urgent.
  var urgent = 0
  /// The time of the newest one, in seconds since 1970; 0 if there is none.
  var newest: Int64 = 0
}
