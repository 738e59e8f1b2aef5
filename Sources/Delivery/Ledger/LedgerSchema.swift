/// The tables of a ledger.
///
/// A delivery is one row, appended in the order of the run, with the hashes of its notifications in
/// it: eight times smaller and twenty times fewer rows than one row per hash. Runs with the same
/// order of recipients read and write pages in sequence. The tables are strict, so that SQLite's own
/// check finds a value of another type.
enum LedgerSchema {
  /// "TIDG", in the database's header.
  static let applicationID = 0x5449_4447
  static let version = 1

  static let statements = """
    CREATE TABLE facts (
      name TEXT PRIMARY KEY,
      value BLOB NOT NULL
    ) WITHOUT ROWID, STRICT;

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      now INTEGER NOT NULL,
      fingerprint BLOB NOT NULL,
      state INTEGER NOT NULL,
      messages INTEGER NOT NULL,
      length INTEGER NOT NULL
    ) STRICT;

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
      seen INTEGER,
      next INTEGER,
      UNIQUE (stream, recipient)
    ) STRICT;

    CREATE TABLE batches (
      id INTEGER PRIMARY KEY,
      run INTEGER NOT NULL,
      now INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      published INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      mailbox INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      now INTEGER NOT NULL,
      content INTEGER NOT NULL,
      message_id TEXT NOT NULL,
      name TEXT NOT NULL,
      counts BLOB NOT NULL,
      notifications BLOB NOT NULL
    ) STRICT;

    CREATE UNIQUE INDEX deliveries_by_mailbox ON deliveries (mailbox, slot);

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
    ) STRICT;

    CREATE INDEX decisions_by_mailbox ON decisions (mailbox);

    -- For people with sqlite3; the manual describes it.
    CREATE VIEW mails AS SELECT
      stream,
      CAST(substr(recipient, 1, instr(recipient, x'00') - 1) AS TEXT) AS profile,
      CAST(substr(recipient, instr(recipient, x'00') + 1) AS TEXT) AS recipient,
      strftime('%Y-%m-%dT%H:%M:%SZ', now / 1000000, 'unixepoch') AS run,
      strftime('%Y-%m-%dT%H:%M:%SZ', deliveries.slot / 1000000, 'unixepoch') AS slot,
      deliveries.slot % 1000000 <> 0 AS urgent,
      message_id,
      name AS file,
      length(notifications) / 8 AS notifications,
      lower(hex(notifications)) AS hashes
    FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox;

    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """
}
