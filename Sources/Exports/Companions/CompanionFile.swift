import Glibc

/// A file beside the exports, read whole.
struct CompanionFile {
  enum Content {
    /// UTF-8 text without a byte order mark.
    case text(CompanionText)
    case database
  }

  let content: Content

  /// Room for ten million recipients, or for anybody's list of bounces.
  static let limit = 1 << 31

  /// - Parameter refuses: which kinds of files it cannot be; a list of addresses may well be CSV.
  init(
    path: String, limit: Int = limit, refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(CompanionError) {
    func failure(_ reason: CompanionError.Reason) -> CompanionError {
      CompanionError(file: path, reason: reason)
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
    if let kind = ForeignFormat(head: head), refuses(kind) { throw failure(.foreign(kind)) }
    // Text begins with an ASCII character: a zero byte beside it is UTF-16's.
    if bytes.count > 1, (bytes[0] == 0) != (bytes[1] == 0) { throw failure(.utf16) }
    content = .text(CompanionText(bytes))
  }

  /// The text; a database is refused.
  static func text(
    of path: String, refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(CompanionError) -> CompanionText {
    switch try CompanionFile(path: path, refuses: refuses).content {
    case .text(let text): return text
    case .database: throw CompanionError(file: path, reason: .isDatabase)
    }
  }

  /// Whether a path leads to a plain file that begins as a database does.
  static func isDatabase(_ path: String) -> Bool {
    do throws(ExportError) {
      let file = try StoredBytes.open(path)
      guard try file.isSeekable() else { return false }
      var head = [UInt8](repeating: 0, count: DatabaseFile.magic.count)
      let length = try head.withMutableBytes { (bytes) throws(ExportError) in
        try file.read(at: 0, into: bytes)
      }
      return length == head.count && head == DatabaseFile.magic
    } catch {
      // Standard input, or a file that was taken away since it was read.
      return false
    }
  }

  /// All bytes of what a path leads to, a pipe as well; of a database its first ones only.
  private static func bytes(of path: String, limit: Int) throws(CompanionError) -> [UInt8] {
    func failure(_ reason: CompanionError.Reason) -> CompanionError {
      CompanionError(file: path, reason: reason)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno == ENOENT ? .noSuchFile : .unreadable(errno)) }
    defer { close(file) }
    var before = stat()
    guard fstat(file, &before) == 0 else { throw failure(.unreadable(errno)) }
    if before.st_mode & S_IFMT == S_IFDIR { throw failure(.isDirectory) }
    let isRegular = before.st_mode & S_IFMT == S_IFREG
    // The limit alone would stop an endless device only after gigabytes.
    guard isRegular || before.st_mode & S_IFMT == S_IFIFO else { throw failure(.isDevice) }
    guard !isRegular || Int(before.st_size) <= limit else { throw failure(.tooLarge(limit: limit)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(isRegular ? Int(before.st_size) + RecordWalker.slack : 1 << 16)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(.unreadable(errno)) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw failure(.tooLarge(limit: limit)) }
      if bytes.starts(with: DatabaseFile.magic) { return bytes }
      // Zero bytes without end would fill the memory before anybody looked at them.
      if bytes.count <= buffer.count, bytes.allSatisfy({ $0 == 0 }), count == buffer.count {
        return bytes
      }
    }
    var after = stat()
    guard fstat(file, &after) == 0 else { throw failure(.unreadable(errno)) }
    if isRegular, !isSame(before, after) || bytes.count != Int(after.st_size) {
      throw failure(.changed)
    }
    return bytes
  }

  private static func isSame(_ before: stat, _ after: stat) -> Bool {
    let (old, new) = (before.st_mtim, after.st_mtim)
    return before.st_size == after.st_size && old.tv_sec == new.tv_sec
      && old.tv_nsec == new.tv_nsec
  }
}

/// A whole text with the room behind it that the walk needs.
struct CompanionText {
  private let bytes: [UInt8]
  private let content: Range<Int>

  /// Leaves a byte order mark out.
  init(_ text: [UInt8]) {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    content = start..<text.count
    bytes = text + repeatElement(0, count: RecordWalker.slack)
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// `RecordWalker.slack` bytes behind what `body` is given are readable.
  func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try bytes.withRawBytes { (all) throws(Failure) -> Answer in
      try body(UnsafeRawBufferPointer(rebasing: all[content]))
    }
  }
}
