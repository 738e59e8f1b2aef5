package import ByteText

/// How the bytes of a file beside the exports are read, as a whole.
extension ObjectFile {
  /// The limit of bytes: room for ten million recipients, or for any list of bounces.
  package static let limit = 1 << 31

  /// - Parameters:
  ///   - readsTables: whether CSV is a table of entries.
  ///   - refuses: the kinds of files to refuse; a list of addresses may be CSV.
  package init(
    path: String, limit: Int = limit, readsTables: Bool = true,
    refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(Fault) {
    var bytes = try Self.bytes(of: path, limit: limit)
    if bytes.starts(with: DatabaseFile.magic) {
      (self.path, content) = (path, .database)
      return
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      bytes = try Self.decompressed(bytes, of: path, limit: limit)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .utf16(path) }
    let head = Array(bytes.prefix(ForeignFormat.headLength))
    if readsTables, let table = ForeignFormat.table(head: head) {
      (self.path, content) = (path, .table(SideFileText(bytes, skipsMark: false), table))
      return
    }
    if let kind = ForeignFormat(head: head), refuses(kind) {
      throw kind.fault(of: path, isExport: false)
    }
    // Text begins with an ASCII character; a zero byte beside it means UTF-16.
    if bytes.count > 1, (bytes[0] == 0) != (bytes[1] == 0) { throw .utf16(path) }
    (self.path, content) = (path, .text(SideFileText(bytes)))
  }

  /// The text; a database is refused.
  package static func text(
    of path: String, refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(Fault) -> SideFileText {
    switch try ObjectFile(path: path, readsTables: false, refuses: refuses).content {
    case .text(let text), .table(let text, _): return text
    case .database:
      throw Fault(
        .unusable, code: "database", of: path, "it is a database", advice: "name a text file")
    }
  }

  /// Whether a path leads to a plain file that begins like a database.
  package static func isDatabase(at path: String) -> Bool {
    do throws(SystemError) {
      let file = try OpenFile(reading: path)
      guard try file.state().kind == .regular else { return false }
      return try file.prefix(DatabaseFile.magic.count) == DatabaseFile.magic
    } catch {
      // Standard input, or a file that was removed after it was read.
      return false
    }
  }

  /// What gzip compressed. What is torn is a fault, since whom it was about is not known.
  private static func decompressed(
    _ bytes: [UInt8], of path: String, limit: Int
  ) throws(Fault) -> [UInt8] {
    func unusable(_ what: String) -> Fault {
      Fault(.unusable, code: "compressed", of: path, what, advice: "decompress it first")
    }
    let inflater = try Inflater(StoredBytes([], name: path), head: bytes)
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while inflater.end == nil {
      let count = try buffer.withMutableRawBytes(inflater.read(into:))
      plain += buffer[..<count]
      if plain.count > limit { throw .tooLarge(path, limit: limit) }
    }
    if inflater.end != .whole { throw unusable("its compressed data is damaged or cut off") }
    if plain.starts(with: DatabaseFile.magic) { throw unusable("it is a compressed database") }
    return plain
  }

  /// All bytes of a file or pipe; only the first bytes of a database.
  private static func bytes(of path: String, limit: Int) throws(Fault) -> [UInt8] {
    func unreadable(_ error: SystemError) -> Fault {
      path == "-" && error.isMissingFile
        ? Fault(
          .noInput, code: "no-such-file", "-: this must be a file",
          advice: "name /dev/stdin for standard input") : .unreadable(path, error)
    }
    func tooLarge() -> Fault { .tooLarge(path, limit: limit) }
    let file = try SystemError.rethrow(OpenFile(reading: path), as: unreadable)
    let before = try SystemError.rethrow(file.state(), as: unreadable)
    switch before.kind {
    case .regular where before.size > limit: throw tooLarge()
    case .regular, .pipe: break
    case .folder:
      throw Fault(.noInput, code: "folder", of: path, "this is a folder", advice: "name a file")
    // The limit alone would stop an endless device only after gigabytes.
    case .other:
      throw Fault(
        .noInput, code: "device", of: path, "this is a device, not a file or pipe",
        advice: "name a file")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(before.size) + RecordWalker.slack)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try SystemError.rethrow(
        buffer.withMutableRawBytes(file.readNext(into:)), as: unreadable)
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw tooLarge() }
      if bytes.starts(with: DatabaseFile.magic) { return bytes }
      // Endless zero bytes would fill the memory before they are examined.
      if bytes.count == buffer.count, bytes.allSatisfy({ $0 == 0 }) { return bytes }
    }
    let after = try SystemError.rethrow(file.state(), as: unreadable)
    if before.kind == .regular, before != after || bytes.count != after.size {
      throw .changed(path, advice: "run the command again")
    }
    return bytes
  }
}

/// A file beside the exports (recipients, marks, suppressed addresses) that cannot be used at all; a bad
/// entry inside one is a `SideFileReject`.
extension Fault {
  package static func tooLarge(_ file: String, limit: Int) -> Fault {
    Fault(
      .unusable, code: "too-large", of: file, "it has more than \(limit) bytes",
      advice: "split it, or use a SQLite database")
  }

  package static func notUTF8(_ file: String, line: Int) -> Fault {
    Fault(
      .unusable, code: "not-utf8", of: file, at: Place(line: line),
      RecordDamage.invalidUTF8.words,
      advice: "save the file as UTF-8; from Latin-1: iconv -f CP1252 -t UTF-8")
  }

  /// A table whose rest is inside of quotation marks.
  static func openQuote(_ file: String, line: Int) -> Fault {
    Fault(
      .unusable, code: "damaged", of: file, at: Place(line: line),
      "a quotation mark is never closed, so the rest of the table is lost",
      advice: "correct the row, or write the file again")
  }
}
