package import ByteText

/// How the entries of a JSON file are found.
package struct EntryShape {
  /// A top-level object with one of these members, as a text or number, is an entry itself.
  package var identifying: [String]
  /// The names of members with the list of entries.
  package var lists: [String]
  /// The names of members with further lists, which are read beside it.
  package var tables: [String]
  /// The names among those of `lists` of which a file may have only one.
  package var rivals: [String]

  package init(
    identifying: [String], lists: [String], tables: [String] = [], rivals: [String] = []
  ) {
    self.identifying = identifying
    self.lists = lists
    self.tables = tables
    self.rivals = rivals
  }
}

/// An entry of a file of objects.
package struct SideFileEntry {
  /// The raw JSON text, with the slack of a walk behind it.
  package var bytes: UnsafeRawBufferPointer
  /// Its key in an object keyed by id.
  package var key: String?
  /// The line at which it begins; its number in a file of one line, or in a table of a database.
  package var place: Fault.Place
  /// Which of the shape's tables it is in, or of the database's.
  package var table: String?
  /// Why it is no object: a row may be torn, or hold a blob.
  package var fault: Fault?
}

/// Finds the entries of a JSON text: an array, an object with one, an object keyed by id, a single
/// entry, or any sequence of these, such as JSON Lines.
struct SideFileEntries {
  private let bytes: UnsafeRawBufferPointer
  private let shape: EntryShape
  private let file: String
  private var lines = LineCounter()
  private let isOneLine: Bool
  private var count = 0
  private var pages: [PageCounts] = []

  init(_ bytes: UnsafeRawBufferPointer, file: String, shape: EntryShape) {
    (self.bytes, self.file, self.shape) = (bytes, file, shape)
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    isOneLine = !bytes[..<end].contains(0x0A)
  }

  /// Passes every entry to `body`, in the order of the file. Throws if the text cannot be divided,
  /// or what `inspect` throws for an object around entries.
  mutating func visit(
    inspect: (UnsafeRawBufferPointer) throws(Fault) -> Void = { (_) throws(Fault) in },
    _ body: (SideFileEntry) -> Void
  ) throws(Fault) {
    var pieces = JSONScanner(sequence: bytes)
    while let piece = try next(&pieces) {
      if piece.isArray {
        try forEachElement(of: piece, body)
      } else if piece.isObject, try !isEntry(piece) {
        let line = line(at: piece.range.lowerBound)
        do throws(Fault) { try inspect(text(piece.range)) } catch {
          var fault = error
          fault.place = error.place ?? Fault.Place(line: line)
          throw fault
        }
        try forEachInside(piece, body)
      } else if piece.isObject {
        body(entry(piece))
      } else {
        throw Fault.damaged(line: line(at: piece.range.lowerBound)).of(file)
      }
    }
    if let lack = PageCheck.missing(pages.map { (0, $0) }).first?.reason {
      throw Fault(
        .unusable, code: "incomplete", of: file, "it is incomplete: \(lack.words)",
        advice: "export it again")
    }
  }

  /// Whether an object is an entry and not an object around entries.
  private mutating func isEntry(_ object: JSONScanner.Piece) throws(Fault) -> Bool {
    var members = JSONScanner(of: object, in: bytes)
    while let member = try next(&members) {
      if !member.isObject, !member.isArray, match(of: member, shape.identifying) != nil {
        return true
      }
    }
    return false
  }

  private mutating func forEachInside(
    _ object: JSONScanner.Piece, _ body: (SideFileEntry) -> Void
  ) throws(Fault) {
    var members = JSONScanner(of: object, in: bytes)
    var isKeyed = true
    var lists: [(table: String?, piece: JSONScanner.Piece)] = []
    var page = PageCounts()
    var rivals: [String] = []
    while let member = try next(&members) {
      if !member.isObject { isKeyed = false }
      if !member.isArray, let name = member.name {
        PageCounts(name: bytes[name], value: bytes[member.range]).map { page.merge($0) }
      }
      guard member.isArray || member.isObject else { continue }
      rivals += match(of: member, shape.rivals).map { [$0] } ?? []
      if let table = match(of: member, shape.tables) {
        lists.append((table, member))
      } else if match(of: member, shape.lists) != nil, lists.allSatisfy({ $0.table != nil }) {
        lists.append((nil, member))
      }
    }
    if rivals.count > 1 {
      throw Fault(
        .unusable, code: "two-lists", of: file,
        at: Fault.Place(line: line(at: object.range.lowerBound)),
        "it has two lists, \(rivals[0]) and \(rivals[1])",
        advice: "write each into a file of its own")
    }
    for (table, piece) in lists {
      let before = count
      try forEachElement(of: piece) { entry in
        var entry = entry
        entry.table = table
        body(entry)
      }
      if table == nil { page.settle(records: count - before) }
    }
    if lists.contains(where: { $0.table == nil }) { pages.note(page) }
    if !lists.isEmpty { return }
    if isKeyed { try forEachElement(of: object, body) } else { body(entry(object)) }
  }

  /// The elements of an array, or the members of an object keyed by id.
  private mutating func forEachElement(
    of container: JSONScanner.Piece, _ body: (SideFileEntry) -> Void
  ) throws(Fault) {
    var elements = JSONScanner(of: container, in: bytes)
    while let element = try next(&elements) { body(entry(element)) }
  }

  private mutating func entry(_ piece: JSONScanner.Piece) -> SideFileEntry {
    count += 1
    let line = line(at: piece.range.lowerBound)
    return SideFileEntry(
      bytes: text(piece.range), key: piece.name.map { JSONEscape.unescaped(text($0)) },
      place: isOneLine ? Fault.Place(record: count) : Fault.Place(line: line))
  }

  private func match(of member: JSONScanner.Piece, _ names: [String]) -> String? {
    guard let name = member.name else { return nil }
    return names.first { FieldNames.match(text(name), $0.utf8) }
  }

  private func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  private func next(_ pieces: inout JSONScanner) throws(Fault) -> JSONScanner.Piece? {
    do throws(Fault) { return try pieces.next() } catch { throw error.of(file) }
  }

  /// The line, from 1, of an offset.
  private mutating func line(at offset: Int) -> Int { lines.count(in: bytes.bytes, to: offset) + 1 }
}
