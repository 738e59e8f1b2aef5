import ByteText

/// An input's bytes, which any thread may read at any offset.
final class StoredBytes: Sendable {
  private enum Content: Sendable {
    case file(OpenFile)
    case memory([UInt8])
  }

  let name: String
  private let content: Content
  /// Is told how many bytes `readNext` has read.
  private let counter: WorkCounter?

  init(_ file: OpenFile, name: String, counter: WorkCounter? = nil) {
    content = .file(file)
    self.name = name
    self.counter = counter
  }

  /// Bytes in memory, which are read at offsets only.
  init(_ bytes: [UInt8], name: String) {
    content = .memory(bytes)
    self.name = name
    counter = nil
  }

  /// Opens a file for reading.
  static func open(
    _ path: String, counter: WorkCounter? = nil
  ) throws(ExportError) -> StoredBytes {
    let file = try SystemError.rethrow(
      OpenFile(reading: path),
      as: {
        ExportError(file: path, reason: $0.isMissingFile ? .noSuchFile : .unreadable($0.code))
      })
    let stored = StoredBytes(file, name: path, counter: counter)
    if try stored.state().kind == .folder { throw ExportError(file: path, reason: .isDirectory) }
    return stored
  }

  static func standardInput(
    name: String, counter: WorkCounter? = nil
  ) throws(ExportError) -> StoredBytes {
    let file = try SystemError.rethrow(
      OpenFile.standardInput(), as: { ExportError(file: name, reason: .unreadable($0.code)) })
    return StoredBytes(file, name: name, counter: counter)
  }

  func state() throws(ExportError) -> FileState {
    switch content {
    case .file(let file): try SystemError.rethrow(file.state(), as: failure)
    case .memory: throw ExportError(file: name, reason: .changed)
    }
  }

  /// Fills `target` with the bytes from `offset`; returns how many there were.
  func read(
    at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    switch content {
    case .file(let file):
      return try SystemError.rethrow(file.read(at: offset, into: target), as: failure)
    case .memory(let bytes):
      let part = bytes[min(Int(offset), bytes.count)...].prefix(target.count)
      target.copyBytes(from: part)
      return part.count
    }
  }

  /// Fills `target` with the next bytes, from wherever the last call ended.
  func readNext(into target: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    switch content {
    case .file(let file):
      let count = try SystemError.rethrow(file.readNext(into: target), as: failure)
      counter?.add(count)
      return count
    case .memory: return 0
    }
  }

  private func failure(_ error: SystemError) -> ExportError {
    ExportError(file: name, reason: .unreadable(error.code))
  }
}

/// A temporary file for what belongs to an input and can be read only once.
final class Spool: Sendable {
  let bytes: StoredBytes
  private let file: OpenFile
  private let folder: String

  /// - Parameter counter: is told how many of its bytes are read again in their order.
  init(
    folder: String, name: String, counter: WorkCounter? = nil
  ) throws(ExportError) {
    file = try SystemError.rethrow(
      OpenFile(temporaryIn: folder), as: { ExportError($0, folder: folder, of: name) })
    bytes = StoredBytes(file, name: name, counter: counter)
    self.folder = folder
  }

  /// Writes all of `source` at `offset`.
  func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(ExportError) {
    try SystemError.rethrow(
      file.write(source, at: offset), as: { ExportError($0, folder: folder, of: bytes.name) })
  }
}

extension ExportError {
  /// A temporary copy of an input was refused.
  init(_ error: SystemError, folder: String, of name: String) {
    self.init(file: name, reason: .noSpool(folder: folder, error.code))
  }
}
