import ByteText

/// A file beside the exports, read as a whole.
package struct SideFile {
  package enum Content {
    /// UTF-8 text without a byte order mark.
    case text(SideFileText)
    /// Rows of a table, in text from its first byte.
    case table(SideFileText, CSVTable)
    case database
  }

  package let content: Content

  /// The limit of bytes: room for ten million recipients, or for any list of bounces.
  package static let limit = 1 << 31

  /// - Parameters:
  ///   - readsTables: whether CSV is a table of entries.
  ///   - refuses: the kinds of files to refuse; a list of addresses may be CSV.
  package init(
    path: String, limit: Int = limit, readsTables: Bool = false,
    refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(SideFileError) {
    func failure(_ reason: SideFileError.Reason) -> SideFileError {
      SideFileError(file: path, reason: reason)
    }
    let bytes = try Self.bytes(of: path, limit: limit)
    if bytes.starts(with: DatabaseFile.magic) {
      content = .database
      return
    }
    if bytes.starts(with: [0x1F, 0x8B]) { throw failure(.compressed) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw failure(.utf16)
    }
    let head = Array(bytes.prefix(ForeignFormat.headLength))
    if readsTables, let layout = ForeignFormat.table(head: head) {
      content = .table(SideFileText(bytes, skipsMark: false), CSVTable(layout))
      return
    }
    if let kind = ForeignFormat(head: head), refuses(kind) { throw failure(.foreign(kind)) }
    // Text begins with an ASCII character; a zero byte beside it means UTF-16.
    if bytes.count > 1, (bytes[0] == 0) != (bytes[1] == 0) { throw failure(.utf16) }
    content = .text(SideFileText(bytes))
  }

  /// The text; a database is refused.
  package static func text(
    of path: String, refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(SideFileError) -> SideFileText {
    switch try SideFile(path: path, refuses: refuses).content {
    case .text(let text): return text
    case .table(let text, _): return text
    case .database: throw SideFileError(file: path, reason: .isDatabase)
    }
  }

  /// Whether a path leads to a plain file that begins like a database.
  package static func isDatabase(_ path: String) -> Bool {
    do throws(SystemError) {
      let file = try OpenFile(reading: path)
      guard try file.state().kind == .regular else { return false }
      return try file.prefix(DatabaseFile.magic.count) == DatabaseFile.magic
    } catch {
      // Standard input, or a file that was removed after it was read.
      return false
    }
  }

  /// All bytes of a file or pipe; only the first bytes of a database.
  private static func bytes(of path: String, limit: Int) throws(SideFileError) -> [UInt8] {
    func failure(_ reason: SideFileError.Reason) -> SideFileError {
      SideFileError(file: path, reason: reason)
    }
    func unreadable(_ error: SystemError) -> SideFileError {
      failure(error.isMissingFile ? .noSuchFile : .unreadable(error.code))
    }
    let file = try SystemError.rethrow(OpenFile(reading: path), as: unreadable)
    let before = try SystemError.rethrow(file.state(), as: unreadable)
    switch before.kind {
    case .regular where before.size > limit: throw failure(.tooLarge(limit: limit))
    case .regular, .pipe: break
    case .folder: throw failure(.isDirectory)
    // The limit alone would stop an endless device only after gigabytes.
    case .other: throw failure(.isDevice)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(before.size) + RecordWalker.slack)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try SystemError.rethrow(
        buffer.withMutableRawBytes { (target) throws(SystemError) in
          try file.readNext(into: target)
        }, as: unreadable)
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw failure(.tooLarge(limit: limit)) }
      if bytes.starts(with: DatabaseFile.magic) { return bytes }
      // Endless zero bytes would fill the memory before they are examined.
      if bytes.count == buffer.count, bytes.allSatisfy({ $0 == 0 }) { return bytes }
    }
    let after = try SystemError.rethrow(file.state(), as: unreadable)
    if before.kind == .regular, before != after || bytes.count != after.size {
      throw failure(.changed)
    }
    return bytes
  }
}

/// A whole text with the slack that a walk needs.
package struct SideFileText {
  private let bytes: [UInt8]
  private let content: Range<Int>

  /// Skips a byte order mark, unless offsets count it.
  package init(_ text: [UInt8], skipsMark: Bool = true) {
    let start = skipsMark && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    content = start..<text.count
    bytes = text + repeatElement(0, count: RecordWalker.slack)
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// `RecordWalker.slack` bytes after those of `body` are readable.
  package func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try bytes.withRawBytes { (all) throws(Failure) -> Answer in
      try body(UnsafeRawBufferPointer(rebasing: all[content]))
    }
  }
}
