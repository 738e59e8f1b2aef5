package import ByteText
package import Notifications

/// An input that cannot be read; a bad record inside one is a `Reject`.
package struct ExportError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case noSuchFile
    case isDirectory
    /// The system refused to open or read it, with this error number.
    case unreadable(Int32)
    /// It was written to, truncated or replaced while it was read.
    case changed
    /// It has no bytes, or only white space, as a failed dump leaves it.
    case empty(Emptiness)
    /// It is in another format, whose records cannot be read.
    case foreign(ForeignFormat, gzipped: Bool)
    /// It is UTF-16; JSON is exchanged in UTF-8 (RFC 8259 section 8.1).
    case utf16
    /// It grows over this many bytes when it is decompressed.
    case decompressedTooLarge(limit: Int64)
    /// The temporary copy of an input that can be read only once failed, with this error number.
    case noSpool(folder: String, Int32)
    case database(SQLiteFailure)
    /// It has objects, but none of them is a record.
    case noRecords(FoundObjects)
    /// The profile takes none of so many records for a notification.
    case allLeftOut(Int, ProfileName)
    /// All of so many records are rejected by a profile that is for any system; the first of them.
    case allRejected(Int, ProfileName, Reject)
    /// The profile joins a file that is not given.
    case missingJoin(String, ProfileName)
    /// The list that a profile joins has more bytes than fit into memory.
    case joinTooLarge(String, limit: Int)
    /// The profile has records for everyone, and nothing tells who that is.
    case everyoneUnknown(ProfileName)
    /// It has no record and reports an error: its text, truncated.
    case errorAnswer(String)
    /// The profile of its records cannot be detected.
    case undetected(DetectionError)
    /// All inputs together are larger than this many bytes.
    case tooLarge(limit: Int64)
    case outOfMemory
    /// The run was told to stop.
    case interrupted
  }

  /// How an input is empty.
  package enum Emptiness: Equatable, Sendable {
    case noBytes
    /// Only white space or a byte order mark.
    case blank
    /// It is compressed, and complete.
    case compressed
    /// It is compressed, and truncated or damaged before its first byte.
    case damaged
  }

  /// The input as it was given.
  package var file: String
  package var location: Fault.Place?
  package var reason: Reason
}

extension ExportError {
  /// Throws if the run was told to stop while it read a file.
  static func checkInterruption(of file: String) throws(ExportError) {
    do { try Task.checkCancellation() } catch {
      throw ExportError(file: file, reason: .interrupted)
    }
  }
}
