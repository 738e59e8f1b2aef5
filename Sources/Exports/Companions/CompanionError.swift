/// A file beside the exports (recipients, marks, suppressed addresses) that cannot be used at all; a
/// bad entry inside one is a `CompanionReject`.
package struct CompanionError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case noSuchFile
    case isDirectory
    /// Neither a file nor a pipe: a device such as `/dev/zero` never ends.
    case isDevice
    /// The system refused to open or read it: the error number.
    case unreadable(Int32)
    /// Larger than `limit` bytes; such files are read whole.
    case tooLarge(limit: Int)
    /// It was written to while it was read.
    case changed
    /// It holds no bytes, or nothing but white space.
    case empty
    /// It is something else, which holds nothing that we can read.
    case foreign(ForeignFormat)
    /// It is UTF-16; JSON is exchanged in UTF-8 (RFC 8259 section 8.1).
    case utf16
    /// It is gzipped.
    case compressed
    /// It is a database that was piped or compressed: what it holds beside the records can be read
    /// from a plain file only.
    case needsFile
    /// It is a database where a text is wanted.
    case isDatabase
    /// From here on the text cannot be cut into entries.
    case damaged(RecordDamage.Reason)
    /// Its `schema` is another one than ours, of a newer version or missing.
    case wrongSchema(found: String?, expected: String)
    /// It holds zero bytes, as pictures, archives and other binary files do.
    case notText
    /// It holds no recipient.
    case noRecipients
    /// Every entry of it was rejected; the first of them.
    case noUsableRecipient(CompanionReject)
    /// It holds no address, and does not say that this is meant.
    case noAddresses
    /// A line is not an address, cut to 64 bytes.
    case noAddress(String)
    case database(SQLiteFailure)
    case outOfMemory
  }

  /// The file as it was given.
  package var file: String
  /// From 1, where the reason has a place.
  package var line: Int?
  package var reason: Reason

  package init(file: String, line: Int? = nil, reason: Reason) {
    self.file = file
    self.line = line
    self.reason = reason
  }
}
