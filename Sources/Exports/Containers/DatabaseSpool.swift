import ByteText
import Profiles

/// A database's rows as JSON Lines, one line per row, in the table's order.
///
/// A row that is not a record leaves an empty line, so that line numbers are row numbers.
struct DatabaseSpool {
  let stream: ByteStream
  let table: ChosenTable
  let rejected: [RowChunk.RejectedRow]
  /// The rows of other tables that records refer to, by the names that profiles give them.
  let joined: [String: [[UInt8]]]

  /// - Parameters:
  ///   - plain: the database's bytes, not read from yet.
  ///   - path: where the database is a file of its own; else it is copied to one.
  init(_ plain: ByteStream, path: String?, options: ReadingOptions) throws(ExportError) {
    if let path {
      self = try DatabaseSpool(database: path, name: plain.name, options: options)
      return
    }
    let folder = try SystemError.rethrow(
      TemporaryFolder(in: options.temporaryFolder),
      as: { ExportError($0, folder: options.temporaryFolder, of: plain.name) })
    let copy = folder.path + "/export.sqlite"
    try DatabaseSpool.copy(plain, to: copy)
    self = try DatabaseSpool(database: copy, name: plain.name, options: options)
    withExtendedLifetime(folder) {}
  }

  private init(database path: String, name: String, options: ReadingOptions) throws(ExportError) {
    // What there is to read is known when all rows are lines.
    options.counter?.expect(0)
    let spool = try Spool(
      folder: options.temporaryFolder, name: name, counter: options.counter)
    var writer = RowLines(spool: spool, counter: options.counter)
    do {
      let records = try SQLiteRecords(
        path: path, profiles: options.candidates.profiles, table: options.table,
        temporaryDirectory: options.temporaryFolder)
      table = try records.forEachChunk { try writer.write($0) }
      joined = try records.joinedRows(of: table)
    } catch {
      throw writer.failure ?? ExportError(file: name, reason: .database(error))
    }
    stream = ByteStream(spool.bytes)
    rejected = writer.rejected
  }

  static func copy(_ stream: ByteStream, to path: String) throws(ExportError) {
    func failure(_ error: SystemError) -> ExportError {
      ExportError(error, folder: path, of: stream.name)
    }
    let file = try SystemError.rethrow(OpenFile(creating: path), as: failure)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while case let count = try stream.read(into: buffer), count > 0 {
      try SystemError.rethrow(
        file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])), as: failure)
    }
  }
}

/// Writes chunks of rows to a spool.
private struct RowLines {
  let spool: Spool
  let counter: WorkCounter?
  var rejected: [RowChunk.RejectedRow] = []
  var failure: ExportError?
  private var position: Int64 = 0

  init(spool: Spool, counter: WorkCounter?) {
    self.spool = spool
    self.counter = counter
  }

  mutating func write(_ chunk: RowChunk) throws {
    rejected += chunk.rejected
    var (bytes, count) = (chunk.bytes, chunk.bytes.count - RecordWalker.slack)
    if !chunk.rejected.isEmpty {
      bytes = RowLines.withEmptyLines(chunk)
      count = bytes.count
    }
    do throws(ExportError) {
      try ExportError.checkInterruption(of: spool.bytes.name)
      try bytes.withRawBytes { piece throws(ExportError) in
        try spool.write(UnsafeRawBufferPointer(rebasing: piece[..<count]), at: position)
      }
    } catch {
      failure = error
      throw error
    }
    position += Int64(count)
    counter?.add(count)
  }

  private static func withEmptyLines(_ chunk: RowChunk) -> [UInt8] {
    var bytes: [UInt8] = []
    var missing = chunk.rejected.map(\.number)[...]
    for row in chunk.rows {
      while let first = missing.first, first < row.number {
        bytes.append(UInt8(ascii: "\n"))
        missing.removeFirst()
      }
      bytes += chunk.bytes[row.offset..<(row.offset + row.length)]
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes + missing.map { _ in UInt8(ascii: "\n") }
  }
}
