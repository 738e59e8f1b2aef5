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
    (self.name, self.counter) = (name, counter)
  }

  /// Bytes in memory, which are read at offsets only.
  init(_ bytes: [UInt8], name: String) {
    content = .memory(bytes)
    self.name = name
    counter = nil
  }

  static func open(_ path: String, counter: WorkCounter? = nil) throws(Fault) -> StoredBytes {
    let file = try SystemError.rethrow(OpenFile(reading: path), as: { Fault.unreadable(path, $0) })
    let stored = StoredBytes(file, name: path, counter: counter)
    if try stored.state().kind == .folder {
      throw Fault(
        .noInput, code: "folder", of: path, "this is a folder", advice: "name the files in it")
    }
    return stored
  }

  static func standardInput(
    name: String, counter: WorkCounter? = nil
  ) throws(Fault) -> StoredBytes {
    let file = try SystemError.rethrow(OpenFile.standardInput(), as: { Fault.unreadable(name, $0) })
    return StoredBytes(file, name: name, counter: counter)
  }

  func state() throws(Fault) -> FileState {
    switch content {
    case .file(let file): try SystemError.rethrow(file.state(), as: failure)
    case .memory: throw .changed(name)
    }
  }

  /// Fills `target` with the bytes from `offset`; returns how many there were.
  func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
    switch content {
    case .file(let file):
      return try SystemError.rethrow(file.read(at: offset, into: target), as: failure)
    case .memory(let bytes):
      let part = bytes[min(Int(offset), bytes.count)...].prefix(target.count)
      target.copyBytes(from: part)
      return part.count
    }
  }

  /// As many bytes from `offset` as there are, at most `count`.
  func bytes(at offset: Int64, count: Int) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let length = try bytes.withMutableRawBytes { (target) throws(Fault) in
      try read(at: offset, into: target)
    }
    bytes.removeLast(count - length)
    return bytes
  }

  /// Fills `target` with the next bytes, from wherever the last call ended.
  func readNext(into target: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
    switch content {
    case .file(let file):
      let count = try SystemError.rethrow(file.readNext(into: target), as: failure)
      counter?.add(count)
      return count
    case .memory: return 0
    }
  }

  /// The line of an offset and the byte in it, both from 1.
  func place(at end: Int64) throws(Fault) -> (line: Int, column: Int) {
    var (place, offset) = ((line: 1, column: 1), Int64(0))
    while offset < end {
      let bytes = try bytes(at: offset, count: 1 << 16)
      if bytes.isEmpty { break }
      for byte in bytes.prefix(Int(end - offset)) {
        place = byte == 0x0A ? (place.line + 1, 1) : (place.line, place.column + 1)
      }
      offset += Int64(bytes.count)
    }
    return place
  }

  private func failure(_ error: SystemError) -> Fault { .unreadable(name, error) }
}

/// A temporary file for what belongs to an input and can be read only once.
final class Spool: Sendable {
  let bytes: StoredBytes
  private let file: OpenFile
  private let folder: String

  /// - Parameter counter: is told how many of its bytes are read again in their order.
  init(folder: String, name: String, counter: WorkCounter? = nil) throws(Fault) {
    file = try SystemError.rethrow(
      OpenFile(temporaryIn: folder), as: { Fault.noSpool($0, folder: folder, of: name) })
    bytes = StoredBytes(file, name: name, counter: counter)
    self.folder = folder
  }

  func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(Fault) {
    try SystemError.rethrow(
      file.write(source.bytes, at: offset),
      as: { Fault.noSpool($0, folder: folder, of: bytes.name) })
  }
}

/// The plain bytes of one input, from first to last. A spool keeps what can be read only once.
final class ByteStream {
  private let source: StoredBytes
  private let inflater: Inflater?
  private let spool: Spool?
  private let limit: Int64
  /// Bytes that `peek` has read and `read` has not returned yet.
  private var head: [UInt8]
  private var position: Int64 = 0
  /// Whether the spool has all bytes.
  private var isDrained = false

  /// - Parameters:
  ///   - head: what was read of the source already.
  ///   - limit: decompressed bytes that are too many.
  init(
    _ source: StoredBytes, head: [UInt8] = [], inflater: Inflater? = nil, spool: Spool? = nil,
    limit: Int64 = .max
  ) {
    self.head = head
    self.source = source
    self.inflater = inflater
    self.spool = spool
    self.limit = limit
  }

  var name: String { source.name }

  /// The store from which its records can be read again.
  var store: StoredBytes { spool?.bytes ?? source }

  /// The number of its bytes; nil where only its end will tell, as of files that the system makes.
  var size: Int64? {
    guard inflater == nil, spool == nil, let state = try? source.state() else { return nil }
    return state.kind == .regular && state.size > 0 ? state.size : nil
  }

  /// How decompression ended; nil for uncompressed bytes.
  var inflation: Inflater.End? { inflater?.end }

  /// The first bytes, which `read` returns again; call it before `read`.
  func peek(_ count: Int) throws(Fault) -> [UInt8] {
    if head.count < count {
      var more = [UInt8](repeating: 0, count: count - head.count)
      let filled = try more.withMutableRawBytes(readPlain(into:))
      head += more[..<filled]
    }
    return Array(head.prefix(count))
  }

  /// Fills `target`; returns fewer bytes only at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
    if isDrained {
      let filled = try store.read(at: position, into: target)
      position += Int64(filled)
      return filled
    }
    let known = min(head.count, target.count)
    target.copyBytes(from: head[..<known])
    head.removeFirst(known)
    let filled =
      try known + readPlain(into: UnsafeMutableRawBufferPointer(rebasing: target[known...]))
    if position + Int64(filled) > limit {
      throw Fault(
        .unusable, code: "decompressed-too-large", of: name,
        "it decompresses to more than \(limit) bytes",
        advice: "decompress it first")
    }
    try spool?.write(UnsafeRawBufferPointer(rebasing: target[..<filled]), at: position)
    position += Int64(filled)
    return filled
  }

  /// Reads all bytes into the spool, so that any of them can be read from the store before their
  /// turn; does nothing for a file.
  func drain() throws(Fault) {
    guard spool != nil, !isDrained else { return }
    let start = position
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while try buffer.withMutableRawBytes(read(into:)) > 0 {}
    position = start
    isDrained = true
  }

  func rewind() throws(Fault) {
    try drain()
    (position, isDrained) = (0, true)
  }

  private func readPlain(into target: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
    if let inflater { return try inflater.read(into: target) }
    return try source.readNext(into: target)
  }
}
