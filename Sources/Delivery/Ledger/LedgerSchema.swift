import GRDB

/// The tables of a ledger, version 3: the first one hashed ids as no SQL engine can, the second had no
/// sums.
///
/// A delivery is one row, appended in the order of the run, with the hashes of its notifications in
/// it: eight times smaller and twenty times fewer rows than one row per hash. Runs with the same
/// order of recipients read and write pages in sequence.
enum LedgerSchema {
  /// "TIDG", in the database's header.
  static let applicationID = 0x5449_4447
  static let version = 3
  /// The first whose hashes of ids are those of today.
  static let firstWithHashes = 2

  static let statements = """
    CREATE TABLE facts (
      name TEXT PRIMARY KEY,
      value BLOB NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      now INTEGER NOT NULL,
      fingerprint BLOB NOT NULL,
      state INTEGER NOT NULL,
      messages INTEGER NOT NULL,
      length INTEGER NOT NULL
    );

    CREATE TABLE mailboxes (
      id INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      recipient BLOB NOT NULL,
      horizon INTEGER NOT NULL,
      slot INTEGER,
      decision TEXT,
      run INTEGER,
      delivered INTEGER,
      last INTEGER,
      mails INTEGER NOT NULL DEFAULT 0,
      sum INTEGER,
      UNIQUE (stream, recipient)
    );

    CREATE TABLE batches (
      id INTEGER PRIMARY KEY,
      run INTEGER NOT NULL,
      now INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      published INTEGER NOT NULL
    );

    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      mailbox INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      now INTEGER NOT NULL,
      content BLOB NOT NULL,
      message_id TEXT NOT NULL,
      name TEXT NOT NULL,
      counts BLOB NOT NULL,
      notifications BLOB NOT NULL
    );

    CREATE UNIQUE INDEX deliveries_by_mailbox ON deliveries (mailbox, slot);

    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """
}

/// Ledgers of earlier versions.
extension Ledger {
  /// Adds the sums to a ledger of version 2. Nothing tells the ids that the hashes of the first version
  /// were made of, so one that holds any is refused.
  func convert(from version: Int) throws(DeliveryError) {
    try refuseOldHashes()
    try write { database in
      if try !database.columns(in: "mailboxes").contains(where: { $0.name == "sum" }) {
        try database.execute(
          sql: """
            ALTER TABLE mailboxes ADD COLUMN mails INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE mailboxes ADD COLUMN sum INTEGER;
            """)
      }
      try database.execute(sql: "PRAGMA user_version = \(LedgerSchema.version)")
      try MailboxSums.renewAll(database)
      try Self.sumFacts(database)
    }
  }

  /// Throws if the hashes of delivered notifications are those of an earlier version.
  func refuseOldHashes() throws(DeliveryError) {
    let found = try read { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      let isOld = version < LedgerSchema.firstWithHashes
      return try isOld && Row.fetchOne(database, sql: "SELECT 1 FROM deliveries") != nil
        ? version : nil
    }
    if let found { throw .ledger(.earlierVersion(found: found), path: path) }
  }

  /// Whether a version that keeps decisions has written the ledger.
  static func keepsDecisions(_ database: Database) throws -> Bool {
    try database.tableExists("decisions")
  }

  /// Adds what earlier versions did not keep. They read and write the ledger as before.
  static func addDecisions(_ database: Database) throws {
    if try keepsDecisions(database) { return }
    try database.execute(
      sql: """
        CREATE TABLE decisions (
          id INTEGER PRIMARY KEY,
          mailbox INTEGER NOT NULL,
          outcome TEXT NOT NULL,
          first INTEGER NOT NULL,
          last INTEGER NOT NULL,
          runs INTEGER NOT NULL,
          slot INTEGER,
          until INTEGER,
          detail TEXT
        );
        CREATE INDEX decisions_by_mailbox ON decisions (mailbox);
        ALTER TABLE mailboxes ADD COLUMN seen INTEGER;
        ALTER TABLE mailboxes ADD COLUMN next INTEGER;
        """)
  }
}
