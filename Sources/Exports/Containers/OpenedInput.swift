import ByteText
import Profiles

/// An input whose format is known and whose records are ready to be split.
struct OpenedInput {
  let name: String
  let format: ContainerFormat
  let stream: ByteStream
  /// The layout of a text file's table; nil for other formats.
  let table: CSVTable?
  /// The rows of a database; nil for other formats.
  let rows: DatabaseSpool?
  private(set) var file: FileCheck

  init(_ input: ExportInput, options: ReadingOptions) throws(Fault) {
    name = input.name
    let source: StoredBytes
    var path: String?
    switch input {
    case .file(let name):
      source = try StoredBytes.open(name, counter: options.counter)
      // A pipe cannot be read again.
      if try source.state().kind == .regular { path = name }
    case .standardInput: source = try .standardInput(name: input.name, counter: options.counter)
    }
    let isFile = path != nil
    file = FileCheck(name: name, path: path, state: isFile ? try source.state() : nil)
    let plain = try OpenedInput.decompressed(source, isFile: isFile, options: options)
    let head = try plain.peek(ForeignFormat.headLength)
    if let how = try OpenedInput.emptiness(head, of: plain) { throw .empty(name, how) }
    table = try OpenedInput.table(head, of: plain, options: options)
    if table == nil, let kind = ForeignFormat(head: try OpenedInput.firstLines(head, of: plain)) {
      let header = kind == .text ? OpenedInput.header(head, named: name) : nil
      throw (header ?? kind).fault(of: name, isExport: true, gzipped: plain.store !== source)
    }
    let beginning = table == nil ? ContainerFormat.beginning(of: head) : .text
    if beginning == .utf16 { throw .utf16(name) }
    rows =
      beginning == .sqlite
      ? try DatabaseSpool(plain, path: plain.store === source ? path : nil, options: options) : nil
    format = table != nil ? .csv : rows != nil ? .sqlite : .json
    file.wasReadWhole = rows != nil
    stream = rows?.stream ?? plain
  }

  /// The table of a text file; nil for anything else, and for a header alone that fits no profile.
  private static func table(
    _ head: [UInt8], of plain: ByteStream, options: ReadingOptions
  ) throws(Fault) -> CSVTable? {
    func fits(_ table: CSVTable) -> Bool {
      options.candidates.profiles.contains { $0.fits(columns: table.columns) }
    }
    guard let table = ForeignFormat.table(head: head, isHeader: fits) else { return nil }
    return table.hasRows || fits(table) ? table : nil
  }

  /// The kind of a table with only a header, if the file's name says that it is a table.
  private static func header(_ head: [UInt8], named name: String) -> ForeignFormat? {
    let endings = [".csv", ".tsv", ".csv.gz", ".tsv.gz"]
    guard endings.contains(where: name.lowercased().hasSuffix) else { return nil }
    return CSVTable.found(in: head, isWhole: true).flatMap { $0.hasRows ? nil : .csv }
  }

  /// The first bytes, and so many more that a second line is among them: what damaged a first one may
  /// be longer than `head`.
  private static func firstLines(_ head: [UInt8], of plain: ByteStream) throws(Fault) -> [UInt8] {
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

  /// What to say of an input that is empty and begins with `head`; nil if it is not empty, or longer.
  private static func emptiness(_ head: [UInt8], of plain: ByteStream) throws(Fault) -> String? {
    guard head.count < ForeignFormat.headLength, ForeignText(head).isBlank else { return nil }
    switch plain.inflation {
    case .torn?, .corrupt?: return "its compressed data is damaged before the first record"
    case .whole?: return "the file is empty after decompression"
    case nil: return head.isEmpty ? "the file is empty, as after a failed dump" : Fault.blank
    }
  }

  /// A copy of a compressed database; nil for any other file.
  static func databaseCopy(of path: String, options: ReadingOptions) throws(Fault) -> FileCopy? {
    let source = try StoredBytes.open(path)
    guard try source.state().kind == .regular else { return nil }
    let plain = try decompressed(source, isFile: true, options: options)
    guard plain.store !== source, try plain.peek(DatabaseFile.magic.count) == DatabaseFile.magic
    else { return nil }
    return try FileCopy(of: plain, in: options.temporaryFolder)
  }

  /// The input's own bytes, decompressed if they are compressed.
  private static func decompressed(
    _ source: StoredBytes, isFile: Bool, options: ReadingOptions
  ) throws(Fault) -> ByteStream {
    func spool() throws(Fault) -> Spool {
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
