import ByteText

/// The bytes of all inputs, one after another.
struct RecordStores: Sendable {
  private struct Part: Sendable {
    let base: Int64
    let store: StoredBytes
    let name: String
    /// The file's when it was indexed; nil for what nobody else can change.
    let state: FileState?
    /// The table that the bytes hold; nil for JSON.
    var table: CSVTable?
  }

  private var parts: [Part] = []
  private(set) var end: Int64 = 0
  /// The tables by the numbers before their rows, if the records of all inputs are in one file.
  var numbered: [CSVTable]?

  /// The bytes of a table's number before each of its rows.
  static let numberLength = MemoryLayout<UInt32>.size

  mutating func append(
    _ store: StoredBytes, name: String, count: Int64, table: CSVTable? = nil
  ) throws(Fault) {
    guard end + count < IndexEntry.offsetLimit else {
      throw Fault(
        .unusable, code: "too-large", of: name,
        "the inputs have more than \(IndexEntry.offsetLimit) bytes", advice: "read them in parts")
    }
    parts.append(
      Part(base: end, store: store, name: name, state: try? store.state(), table: table))
    end += count
  }

  /// The tables of all inputs, whose numbers `spilled` stores expect.
  var tables: [CSVTable] { parts.compactMap(\.table) }

  /// The number in `tables` of the table with the row at an offset.
  func number(at offset: Int64) -> UInt32 {
    let table = part(at: offset)?.table
    return UInt32(tables.firstIndex { $0 === table } ?? 0)
  }

  func row(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64
  ) -> (bytes: UnsafeRawBufferPointer, table: CSVTable)? {
    guard let numbered else { return part(at: offset)?.table.map { (bytes, $0) } }
    guard bytes.count >= Self.numberLength else { return nil }
    let number = Int(bytes.loadUnaligned(as: UInt32.self))
    guard numbered.indices.contains(number) else { return nil }
    return (UnsafeRawBufferPointer(rebasing: bytes[Self.numberLength...]), numbered[number])
  }

  /// The offset of the input with this name; nil if there is none.
  func base(of name: String) -> Int64? { parts.first { $0.name == name }?.base }

  /// The header line of a table; nil for another format.
  func header(of name: String) -> [UInt8]? { parts.first { $0.name == name }?.table?.header }

  func name(at offset: Int64) -> String { part(at: offset)?.name ?? "" }

  /// The number of bytes from `offset` to the end of the input that holds it.
  func available(at offset: Int64) -> Int64 {
    let next = parts.first { $0.base > offset }?.base
    return (next ?? end) - offset
  }

  /// Reads the bytes from `offset` into `target`; all of them must be in one input. Throws if the
  /// input has fewer, because it has changed then.
  func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws(Fault) {
    guard let part = part(at: offset) else { return }
    let count = try part.store.read(at: offset - part.base, into: target)
    guard count == target.count else { throw .changed(part.name) }
  }

  /// Reads an input's bytes from its own `offset` into `target`; returns how many there were.
  func read(
    _ name: String, at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(Fault) -> Int {
    guard let base = base(of: name) else { return 0 }
    let left = available(at: base) - offset
    guard left > 0 else { return 0 }
    let length = Int(min(left, Int64(target.count)))
    try read(at: base + offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<length]))
    return length
  }

  /// Throws if a file was written to since it was indexed: the bytes that were read may be another's.
  /// One that was replaced is still what it was.
  func checkUnchanged(_ number: Int) throws(Fault) {
    guard let state = parts[number].state else { return }
    guard try parts[number].store.state() == state else { throw .changed(parts[number].name) }
  }

  func checkUnchanged() throws(Fault) { for number in parts.indices { try checkUnchanged(number) } }

  private func part(at offset: Int64) -> Part? {
    parts.isEmpty ? nil : parts[number(ofPartAt: offset)]
  }

  func number(ofPartAt offset: Int64) -> Int {
    max(parts.indices.partition { parts[$0].base <= offset } - 1, 0)
  }
}

/// Reads records into its own buffer, with the slack of a walk behind them; for one thread.
///
/// It keeps what it read of one mailbox, up to `longest` bytes: a page's records are hashed, then
/// decoded.
final class RecordBuffer {
  private let stores: RecordStores
  /// What pieces have taken.
  private let held = SlackBuffer()
  /// The ranges of the stores' bytes in the buffer, by location, and where each begins there.
  @exclusivity(unchecked) private var pieces: [(range: Range<Int64>, start: Int)] = []
  /// The piece that the next record is looked for in.
  @exclusivity(unchecked) private var next = 0
  private var mailbox: Int?
  /// The inputs that were read since they were checked.
  @exclusivity(unchecked) private var unchecked: [Int] = []
  private let rows: CSVRowReader

  /// Records with at most this gap between them are read at once, up to `longest` bytes.
  private static let gap: Int64 = 4096
  private static let longest: Int64 = 1 << 18

  init(_ stores: RecordStores, _ usage: ColumnUsage) {
    self.stores = stores
    rows = CSVRowReader(usage)
  }

  /// Begins with the records of a mailbox, which come by location.
  func begin(_ mailbox: Int) {
    if mailbox != self.mailbox { clear() }
    self.mailbox = mailbox
    next = 0
  }

  /// Throws if an input was written to since it was indexed.
  func checkUnchanged() throws(Fault) {
    for part in unchecked { try stores.checkUnchanged(part) }
    unchecked.removeAll(keepingCapacity: true)
  }

  private func clear() {
    pieces.removeAll(keepingCapacity: true)
    (held.count, next) = (0, 0)
  }

  /// An entry's record, with its name if it is keyed by id. The bytes are valid until the next
  /// call.
  ///
  /// - Parameter following: the entries that come next, by location.
  func record(
    of entry: IndexEntry, before following: some Sequence<IndexEntry> = EmptyCollection()
  ) throws(Fault) -> (bytes: UnsafeRawBufferPointer, key: String?) {
    // A record that may be held alone is held.
    let start = try hold(entry, before: following, mayForget: true) ?? 0
    let record = bytes(of: entry, at: start)
    if entry.isRow { return (try json(of: record, at: entry.offset), nil) }
    guard entry.isKeyed else { return (record, nil) }
    guard let member = ShapeReader(bytes: record, names: EnvelopeNames([])).nextMember(from: 0)
    else { throw .changed(stores.name(at: entry.offset)) }
    let key = JSONText(UnsafeRawBufferPointer(rebasing: record[..<member.value]))?.text
    return (UnsafeRawBufferPointer(rebasing: record[member.value...]), key)
  }

  /// Where a record begins in the buffer, which stays so as long as nothing is forgotten; nil if
  /// others would have to be forgotten to make room for it, and may not be.
  func hold(
    _ entry: IndexEntry, before following: some Sequence<IndexEntry>, mayForget: Bool
  ) throws(Fault) -> Int? {
    let range = entry.offset..<entry.offset + Int64(entry.length)
    while next < pieces.count, pieces[next].range.upperBound < range.upperBound { next += 1 }
    if next == pieces.count || pieces[next].range.lowerBound > range.lowerBound {
      guard try fill(range, before: following, mayForget: mayForget) else { return nil }
    }
    return pieces[next].start + Int(range.lowerBound - pieces[next].range.lowerBound)
  }

  /// The bytes of a record that is held, until the next is.
  func bytes(of entry: IndexEntry, at start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: held.base + start, count: entry.length)
  }

  private func json(
    of row: UnsafeRawBufferPointer, at offset: Int64
  ) throws(Fault) -> UnsafeRawBufferPointer {
    guard let row = stores.row(row, at: offset),
      case .record(let record) = rows.record(of: row.bytes, in: row.table)
    else { throw .changed(stores.name(at: offset)) }
    return record
  }

  private func fill(
    _ range: Range<Int64>, before following: some Sequence<IndexEntry>, mayForget: Bool
  ) throws(Fault) -> Bool {
    var end = range.upperBound
    for entry in following {
      let next = entry.offset + Int64(entry.length)
      guard entry.offset - end <= Self.gap, next - range.lowerBound <= Self.longest else { break }
      end = max(end, next)
    }
    if end > range.upperBound {
      // One read stays in one input.
      end = max(
        min(end, range.lowerBound + stores.available(at: range.lowerBound)), range.upperBound)
    }
    let count = Int(end - range.lowerBound)
    if held.count + count > Self.longest {
      guard mayForget else { return false }
      clear()
    }
    held.reserve(count)
    try stores.read(
      at: range.lowerBound,
      into: UnsafeMutableRawBufferPointer(start: held.base + held.count, count: count))
    let part = stores.number(ofPartAt: range.lowerBound)
    if unchecked.last != part { unchecked.append(part) }
    pieces.insert((range.lowerBound..<end, held.count), at: next)
    held.count += count
    return true
  }
}
