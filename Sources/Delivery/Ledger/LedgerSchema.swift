import GRDB

/// The tables of a ledger, version 1.
///
/// A delivery is one row, appended in the order of the run, with its notifications' hashes in it:
/// eight times smaller and twenty times fewer rows than a row a hash, and a run that goes through
/// its recipients in the same order every day reads and writes its pages in sequence.
enum LedgerSchema {
  /// "TIDG", in the database's header.
  static let applicationID = 0x5449_4447
  static let version = 1

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
