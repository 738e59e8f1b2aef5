/// Why a database cannot be read; never is a part of it taken for the whole.
package enum SQLiteFailure: Error, Equatable, Sendable {
  /// The system's words.
  case unreadable(String)
  /// Another process holds it exclusively.
  case locked
  /// Not a database, or damaged; SQLite's words.
  case corrupt(String)
  /// A `-wal` or `-journal` beside it cannot be used; without it rows would be missing.
  case leftover(file: String)
  /// It was written to while it was read.
  case changed
  /// A store of Apple's Core Data, whose tables need a profile of one's own.
  case coreData
  /// No table whose columns fit a profile; those that there are.
  case noTable(found: [String])
  /// Several tables fit; one has to be named.
  case severalTables([String])
  /// There is no table or view of that name.
  case noSuchTable(String, found: [String])
  /// A value is longer than the limit, in the row after the one of this number.
  case tooLarge(row: Int)
  /// The query ran far longer than a file of this size can need, as hostile views do.
  case endless
  /// Anything else; SQLite's words.
  case failed(String)
}
