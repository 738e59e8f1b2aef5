import ByteText
import Profiles

/// An input whose format is known and whose records are ready to be split.
struct OpenedInput {
  let name: String
  let format: ContainerFormat
  let stream: ByteStream
  /// The layout of a text file's table; nil for other formats.
  let table: CSVTable?
  /// The table of a database that was read; nil for other formats.
  let databaseTable: ChosenTable?
  /// The rows of other tables of a database that records refer to, by name.
  let joinedRows: [String: [[UInt8]]]
  /// Rows of a database that are not records.
  let rejectedRows: [RowChunk.RejectedRow]
  let file: FileCheck

  /// Opens an input and examines its first bytes.
  init(_ input: ExportInput, options: ReadingOptions) throws(ExportError) {
    name = input.name
    let source: StoredBytes
    var path: String?
    switch input {
    case .file(let name):
      source = try StoredBytes.open(name, counter: options.counter)
      // A pipe cannot be read again.
      if try source.state().kind == .regular { path = name }
    case .standardInput:
      source = try .standardInput(name: input.name, counter: options.counter)
    }
    let isFile = path != nil
    file = FileCheck(name: name, path: path, state: isFile ? try source.state() : nil)
    let plain = try OpenedInput.decompressed(source, isFile: isFile, options: options)
    let head = try plain.peek(ForeignFormat.headLength)
    if let how = try OpenedInput.emptiness(head, of: plain) {
      throw ExportError(file: name, reason: .empty(how))
    }
    table = try OpenedInput.table(head, of: plain, options: options)
    if table == nil, let kind = ForeignFormat(head: try OpenedInput.firstLines(head, of: plain)) {
      throw ExportError(file: name, reason: .foreign(kind, gzipped: plain.store !== source))
    }
    if table != nil {
      (format, stream, databaseTable, rejectedRows, joinedRows) = (.csv, plain, nil, [], [:])
      return
    }
    switch ContainerFormat.beginning(of: head) {
    case .utf16: throw ExportError(file: name, reason: .utf16)
    case .sqlite:
      format = .sqlite
      let rows = try DatabaseSpool(
        plain, path: plain.store === source ? path : nil, options: options)
      (stream, databaseTable, rejectedRows) = (rows.stream, rows.table, rows.rejected)
      joinedRows = rows.joined
    case .text, .gzip:
      (format, stream, databaseTable, rejectedRows, joinedRows) = (.json, plain, nil, [], [:])
    }
  }

  /// The table of a text file; nil for anything else, and for a header alone that fits no profile.
  private static func table(
    _ head: [UInt8], of plain: ByteStream, options: ReadingOptions
  ) throws(ExportError) -> CSVTable? {
    guard let layout = ForeignFormat.table(head: head) else { return nil }
    let isFitting = options.candidates.profiles.contains { $0.fits(columns: layout.columns) }
    return layout.hasRows || isFitting ? CSVTable(layout) : nil
  }

  /// The first bytes, and so many more that a second line is among them: what damaged a first one may
  /// be longer than `head`.
  private static func firstLines(
    _ head: [UInt8], of plain: ByteStream
  ) throws(ExportError) -> [UInt8] {
    var lines = head
    var length = ForeignFormat.headLength
    while lines.count == length, length < 1 << 24, ContainerFormat.beginning(of: head) == .text,
      ForeignFormat(head: lines) != nil,
      !lines.dropLast(ForeignFormat.headLength / 2).contains(UInt8(ascii: "\n"))
    {
      length *= 4
      lines = try plain.peek(length)
    }
    return lines
  }

  /// How an input that begins with `head` is empty; nil if it is not, or is longer than the head.
  private static func emptiness(
    _ head: [UInt8], of plain: ByteStream
  ) throws(ExportError) -> ExportError.Emptiness? {
    guard head.count < ForeignFormat.headLength, ForeignText(head).isBlank else { return nil }
    switch plain.inflation {
    case .torn?, .corrupt?: return .damaged
    case .whole?: return .compressed
    case nil: return head.isEmpty ? .noBytes : .blank
    }
  }

  /// The path of a copy of a compressed database in `folder`; nil for any other file.
  static func databaseCopy(
    of path: String, in folder: String, options: ReadingOptions
  ) throws(ExportError) -> String? {
    let source = try StoredBytes.open(path)
    guard try source.state().kind == .regular else { return nil }
    let plain = try decompressed(source, isFile: true, options: options)
    guard plain.store !== source, try plain.peek(DatabaseFile.magic.count) == DatabaseFile.magic
    else { return nil }
    let copy = folder + "/export.sqlite"
    try DatabaseSpool.copy(plain, to: copy)
    return copy
  }

  /// The input's own bytes, decompressed if they are compressed.
  private static func decompressed(
    _ source: StoredBytes, isFile: Bool, options: ReadingOptions
  ) throws(ExportError) -> ByteStream {
    func spool() throws(ExportError) -> Spool {
      try Spool(folder: options.temporaryFolder, name: source.name)
    }
    let raw = ByteStream(source)
    let head = try raw.peek(ContainerFormat.signatureLength)
    guard ContainerFormat.beginning(of: head) == .gzip else {
      return isFile
        ? ByteStream(source, head: head) : ByteStream(source, head: head, spool: try spool())
    }
    return ByteStream(
      source, inflater: try Inflater(source, head: head), spool: try spool(),
      limit: options.decompressionLimit)
  }
}

/// The state of a file when it was opened.
struct FileCheck: Sendable {
  let name: String
  /// Nil for standard input and pipes, which cannot change.
  let path: String?
  let state: FileState?

  /// Throws if the file has changed.
  func checkUnchanged() throws(ExportError) {
    guard let path, let state else { return }
    guard (try? FileState(path: path)) == state else {
      throw ExportError(file: name, reason: .changed)
    }
  }
}
