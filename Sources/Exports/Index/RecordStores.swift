import ByteText

/// The bytes of all inputs, one after another.
struct RecordStores: Sendable {
  private struct Part: Sendable {
    let base: Int64
    let store: StoredBytes
    let name: String
  }

  private var parts: [Part] = []
  /// The number of bytes.
  private(set) var end: Int64 = 0

  mutating func append(_ store: StoredBytes, name: String, count: Int64) throws(ExportError) {
    guard end + count < IndexEntry.offsetLimit else {
      throw ExportError(file: name, reason: .tooLarge(limit: IndexEntry.offsetLimit))
    }
    parts.append(Part(base: end, store: store, name: name))
    end += count
  }

  /// The offset of the input with this name; nil if there is none.
  func base(of name: String) -> Int64? { parts.first { $0.name == name }?.base }

  /// The name of the input that holds an offset.
  func name(at offset: Int64) -> String { part(at: offset)?.name ?? "" }

  /// The number of bytes from `offset` to the end of the input that holds it.
  func available(at offset: Int64) -> Int64 {
    let next = parts.first { $0.base > offset }?.base
    return (next ?? end) - offset
  }

  /// Reads the bytes from `offset` into `target`; all of them must be in one input. Throws if the
  /// input has fewer, because it has changed then.
  func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws(ExportError) {
    guard let part = part(at: offset) else { return }
    let count = try part.store.read(at: offset - part.base, into: target)
    guard count == target.count else { throw ExportError(file: part.name, reason: .changed) }
  }

  /// Reads an input's bytes from its own `offset` into `target`; returns how many there were.
  func read(
    _ name: String, at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    guard let base = base(of: name) else { return 0 }
    let left = available(at: base) - offset
    guard left > 0 else { return 0 }
    let length = Int(min(left, Int64(target.count)))
    try read(
      at: base + offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<length]))
    return length
  }

  private func part(at offset: Int64) -> Part? {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].base <= offset { low = middle } else { high = middle }
    }
    return parts.isEmpty ? nil : parts[low]
  }
}

/// Reads records into its own buffer, with the slack of a walk behind them; for one thread.
final class RecordBuffer {
  private let stores: RecordStores
  private var bytes: UnsafeMutableRawBufferPointer
  /// The range of the stores' bytes in the buffer.
  private var held: Range<Int64> = 0..<0

  /// Records with at most this gap between them are read at once, up to `longest` bytes.
  private static let gap: Int64 = 4096
  private static let longest: Int64 = 1 << 18

  init(_ stores: RecordStores) {
    self.stores = stores
    bytes = Self.buffer(4096)
  }

  deinit { bytes.deallocate() }

  /// An entry's record, with its name if it is keyed by id. The bytes are valid until the next
  /// call.
  ///
  /// - Parameter following: the entries that come next, by location.
  func record(
    of entry: IndexEntry, before following: some Sequence<IndexEntry> = EmptyCollection()
  ) throws(ExportError) -> (bytes: UnsafeRawBufferPointer, key: String?) {
    let range = entry.offset..<entry.offset + Int64(entry.length)
    if range.lowerBound < held.lowerBound || range.upperBound > held.upperBound {
      try fill(range, before: following)
    }
    let start = Int(range.lowerBound - held.lowerBound)
    let record = UnsafeRawBufferPointer(rebasing: bytes[start..<start + entry.length])
    guard entry.isKeyed else { return (record, nil) }
    guard let member = ShapeReader(bytes: record, names: EnvelopeNames([])).nextMember(from: 0)
    else {
      throw ExportError(file: stores.name(at: entry.offset), reason: .changed)
    }
    let key = RecordKey.text(in: UnsafeRawBufferPointer(rebasing: record[..<member.value]))
    return (UnsafeRawBufferPointer(rebasing: record[member.value...]), key)
  }

  private func fill(
    _ range: Range<Int64>, before following: some Sequence<IndexEntry>
  ) throws(ExportError) {
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
    if bytes.count < count + RecordWalker.slack {
      bytes.deallocate()
      bytes = Self.buffer(count * 2)
    }
    held = 0..<0
    try stores.read(
      at: range.lowerBound, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]))
    held = range.lowerBound..<end
  }

  private static func buffer(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count + RecordWalker.slack, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return bytes
  }
}

/// Sorts the records of inputs that do not fit into memory into a temporary file, so that records
/// of neighboring recipients are close together. The inputs are read once in order, each bucket of
/// recipients is written to its own region of the file, and later reads go bucket by bucket.
struct RecordSpill {
  private let options: ReadingOptions
  private let recipients: Int
  /// The bytes of each recipient's records.
  private let sizes: [Int64]
  private let total: Int64

  /// Nil if the entries' records fit into the budget.
  init?(_ table: EntryTable, recipients: Int, _ options: ReadingOptions) {
    var sizes = [Int64](repeating: 0, count: recipients)
    var total: Int64 = 0
    for entry in table.entries {
      sizes[Int(entry.recipient)] += Int64(entry.length)
      total += Int64(entry.length)
    }
    guard total > options.memoryBudget else { return nil }
    self.options = options
    self.recipients = recipients
    self.sizes = sizes
    self.total = total
  }

  /// Copies the records of all entries, which are in the order of input, and points the entries to
  /// the copies.
  func spill(
    _ table: EntryTable, from stores: RecordStores
  ) throws(ExportError) -> RecordStores {
    let spool = try Spool(folder: options.temporaryFolder, name: stores.name(at: 0))
    var (regions, bucketOfRecipient) = plan()
    var reader = SequentialReader(stores)
    let entries = table.entries
    for index in entries.indices {
      let entry = entries[index]
      let bucket = Int(bucketOfRecipient[Int(entry.recipient)])
      entries[index].offset = regions[bucket].end
      try reader.withBytes(at: entry.offset, count: entry.length) { record throws(ExportError) in
        try regions[bucket].append(record, to: spool)
      }
    }
    for index in regions.indices { try regions[index].flush(to: spool) }
    var spilled = RecordStores()
    try spilled.append(spool.bytes, name: stores.name(at: 0), count: total)
    return spilled
  }

  /// Divides the recipients, in their order, into buckets of a quarter of the budget.
  private func plan() -> (regions: [Region], bucketOfRecipient: [UInt32]) {
    let wanted = max(options.memoryBudget / 4, total / 1024, 1)
    var starts: [Int64] = []
    var buckets = [UInt32](repeating: 0, count: recipients)
    var (position, inBucket) = (Int64(0), Int64.max)
    for recipient in sizes.indices {
      if inBucket >= wanted {
        starts.append(position)
        inBucket = 0
      }
      buckets[recipient] = UInt32(starts.count - 1)
      inBucket += sizes[recipient]
      position += sizes[recipient]
    }
    let piece = Int(min(max(options.memoryBudget / 8 / Int64(max(starts.count, 1)), 4096), 1 << 18))
    return (starts.map { Region(start: $0, piece: piece) }, buckets)
  }

  /// A part of the file that is written from its start.
  private struct Region {
    private var written: Int64
    private var pending: [UInt8] = []
    private let piece: Int

    init(start: Int64, piece: Int) {
      written = start
      self.piece = piece
    }

    /// The offset of the next record.
    var end: Int64 { written + Int64(pending.count) }

    mutating func append(
      _ record: UnsafeRawBufferPointer, to spool: Spool
    ) throws(ExportError) {
      pending.append(contentsOf: record)
      if pending.count >= piece { try flush(to: spool) }
    }

    mutating func flush(to spool: Spool) throws(ExportError) {
      let start = written
      try pending.withRawBytes { bytes throws(ExportError) in
        try spool.write(bytes, at: start)
      }
      written += Int64(pending.count)
      pending.removeAll(keepingCapacity: true)
    }
  }
}

/// Reads consecutive records in large pieces.
private struct SequentialReader {
  private let stores: RecordStores
  private var piece = [UInt8](repeating: 0, count: 1 << 20)
  private var held: Range<Int64> = 0..<0

  init(_ stores: RecordStores) { self.stores = stores }

  /// Passes `count` bytes from `offset` to `body`.
  mutating func withBytes(
    at offset: Int64, count: Int, _ body: (UnsafeRawBufferPointer) throws(ExportError) -> Void
  ) throws(ExportError) {
    let end = offset + Int64(count)
    if offset < held.lowerBound || end > held.upperBound {
      if piece.count < count { piece = [UInt8](repeating: 0, count: count) }
      let wanted = max(Int(min(Int64(piece.count), stores.available(at: offset))), count)
      try piece.withMutableRawBytes { target throws(ExportError) in
        try stores.read(
          at: offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
      }
      held = offset..<offset + Int64(wanted)
    }
    let start = Int(offset - held.lowerBound)
    try piece.withRawBytes { bytes throws(ExportError) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
    }
  }
}
