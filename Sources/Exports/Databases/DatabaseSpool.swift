import ByteText
import Profiles

/// A database's rows as JSON Lines, one line per row, in the table's order.
///
/// A row that is not a record leaves an empty line, so that line numbers are row numbers.
struct DatabaseSpool {
  let stream: ByteStream
  /// The table of the records, or why no profile knows one, so that no rows were read.
  let table: Result<ChosenTable, Fault>
  /// Rows that are not records.
  let rejected: [RejectedRow]
  /// The rows of other tables that records refer to, by the names that profiles give them.
  let joined: [String: [[UInt8]]]

  /// - Parameters:
  ///   - plain: the database's bytes, not read from yet.
  ///   - path: where the database is a file of its own; else it is copied to one.
  init(_ plain: ByteStream, path: String?, options: ReadingOptions) throws(Fault) {
    if let path {
      self = try DatabaseSpool(database: path, name: plain.name, options: options)
      return
    }
    let copy = try FileCopy(of: plain, in: options.temporaryFolder)
    self = try DatabaseSpool(database: copy.path, name: plain.name, options: options)
    withExtendedLifetime(copy) {}
  }

  private init(database path: String, name: String, options: ReadingOptions) throws(Fault) {
    // What there is to read is known when all rows are lines.
    options.counter?.expect(0)
    let spool = try Spool(folder: options.temporaryFolder, name: name, counter: options.counter)
    var lines = RowLines(spool: spool, counter: options.counter)
    do {
      let records = try SQLiteRecords(
        path: path, profiles: options.candidates.profiles, table: options.table,
        temporaryDirectory: options.temporaryFolder)
      table = try records.forEachRow { try lines.append($0, blob: $1) }.mapError { $0.of(name) }
      try lines.flush()
      if case .success(let table) = table {
        joined = try records.joinedRows(of: table)
      } else {
        joined = [:]
      }
    } catch { throw error.of(name) }
    stream = ByteStream(spool.bytes)
    rejected = lines.rejected
  }
}

/// A copy of all bytes of an input as a file, for as long as it is held.
struct FileCopy {
  let path: String
  private let folder: TemporaryFolder

  /// - Parameter folder: the folder of temporary files, which an error names.
  init(of stream: ByteStream, in folder: String) throws(Fault) {
    func failure(_ error: SystemError) -> Fault { .noSpool(error, folder: folder, of: stream.name) }
    self.folder = try SystemError.rethrow(TemporaryFolder(in: folder), as: failure)
    path = self.folder.path + "/export"
    let file = try SystemError.rethrow(OpenFile(creating: path), as: failure)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while case let count = try stream.read(into: buffer), count > 0 {
      try SystemError.rethrow(
        file.write(UnsafeRawBufferPointer(buffer).bytes.extracting(..<count)), as: failure)
    }
  }
}

/// A row with a blob where the profiles read a text, by its number from 1 in the table's order.
struct RejectedRow: Equatable {
  var number: Int
  var column: String
}

/// Writes rows to a spool.
private struct RowLines {
  let spool: Spool
  let counter: WorkCounter?
  var rejected: [RejectedRow] = []
  var lines: [UInt8] = []
  var number = 0
  var position: Int64 = 0
  private static let bufferSize = 1 << 20

  mutating func append(_ row: UnsafeRawBufferPointer, blob: String?) throws(Fault) {
    number += 1
    if let blob { rejected.append(RejectedRow(number: number, column: blob)) } else { lines += row }
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= Self.bufferSize { try flush() }
  }

  mutating func flush() throws(Fault) {
    try Fault.checkInterruption(of: spool.bytes.name)
    try lines.withRawBytes { (lines) throws(Fault) in try spool.write(lines, at: position) }
    position += Int64(lines.count)
    counter?.add(lines.count)
    lines.removeAll(keepingCapacity: true)
  }
}
