import ByteText

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
    var last: UInt64?
    for entry in table.entries where !entry.isLong || entry.location != last {
      last = entry.location
      let length = Int64(Self.length(of: entry))
      sizes[Int(entry.recipient)] += length
      total += length
    }
    guard total > options.memoryBudget else { return nil }
    self.options = options
    self.recipients = recipients
    self.sizes = sizes
    self.total = total
  }

  private static func length(of entry: IndexEntry) -> Int {
    entry.length + (entry.isRow ? RecordStores.numberLength : 0)
  }

  /// Copies the records of all entries, which are in the order of input, and points the entries to
  /// the copies. A long record for several people is copied once, to the first of them.
  ///
  /// - Parameter keepsPlaces: whether to return where each record was and is.
  func spill(
    _ table: EntryTable, from stores: RecordStores, keepsPlaces: Bool = false
  ) throws(Fault) -> (stores: RecordStores, places: [(from: Int64, to: Int64)]) {
    var places: [(from: Int64, to: Int64)] = []
    let spool = try Spool(folder: options.temporaryFolder, name: stores.name(at: 0))
    var (regions, bucketOfRecipient) = plan()
    var reader = SequentialReader(stores: stores)
    let entries = table.entries
    var last: UInt64?
    for index in entries.indices {
      let entry = entries[index]
      if entry.isLong, entry.location == last {
        entries[index].location = entries[index - 1].location
        continue
      }
      last = entry.location
      let bucket = Int(bucketOfRecipient[Int(entry.recipient)])
      entries[index].offset = regions[bucket].end
      if keepsPlaces { places.append((entry.offset, entries[index].offset)) }
      entries[index].length = Self.length(of: entry)
      if entry.isRow { regions[bucket].append(number: stores.number(at: entry.offset)) }
      try reader.withBytes(at: entry.offset, count: entry.length) { record throws(Fault) in
        try regions[bucket].append(record, to: spool)
      }
    }
    for index in regions.indices { try regions[index].flush(to: spool) }
    try stores.checkUnchanged()
    var spilled = RecordStores()
    try spilled.append(spool.bytes, name: stores.name(at: 0), count: total)
    spilled.numbered = stores.tables
    return (spilled, places)
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
    return (starts.map { Region(written: $0, piece: piece) }, buckets)
  }

  /// A part of the file that is written from its start.
  private struct Region {
    var written: Int64
    let piece: Int
    var pending: [UInt8] = []

    var end: Int64 { written + Int64(pending.count) }

    mutating func append(number: UInt32) {
      withUnsafeBytes(of: number) { pending.append(contentsOf: $0) }
    }

    mutating func append(_ record: UnsafeRawBufferPointer, to spool: Spool) throws(Fault) {
      pending.append(contentsOf: record)
      if pending.count >= piece { try flush(to: spool) }
    }

    mutating func flush(to spool: Spool) throws(Fault) {
      let start = written
      try pending.withRawBytes { bytes throws(Fault) in try spool.write(bytes, at: start) }
      written += Int64(pending.count)
      pending.removeAll(keepingCapacity: true)
    }
  }
}

/// Reads consecutive records in large pieces.
private struct SequentialReader {
  let stores: RecordStores
  var piece = [UInt8](repeating: 0, count: 1 << 20)
  var held: Range<Int64> = 0..<0

  /// Passes `count` bytes from `offset` to `body`.
  mutating func withBytes(
    at offset: Int64, count: Int, _ body: (UnsafeRawBufferPointer) throws(Fault) -> Void
  ) throws(Fault) {
    let end = offset + Int64(count)
    if offset < held.lowerBound || end > held.upperBound {
      if piece.count < count { piece = [UInt8](repeating: 0, count: count) }
      let wanted = max(Int(min(Int64(piece.count), stores.available(at: offset))), count)
      try piece.withMutableRawBytes { target throws(Fault) in
        try stores.read(
          at: offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
      }
      held = offset..<offset + Int64(wanted)
    }
    let start = Int(offset - held.lowerBound)
    try piece.withRawBytes { bytes throws(Fault) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
    }
  }
}
