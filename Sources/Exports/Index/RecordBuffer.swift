/// Reads records into a buffer of its own, with the slack of a walk behind them; belongs to one thread.
final class RecordBuffer {
  private let stores: RecordStores
  private var bytes: UnsafeMutableRawBufferPointer
  /// Which of the stores' bytes the buffer has.
  private var held: Range<Int64> = 0..<0

  /// Records with no more between them are read at once, up to so many bytes.
  private static let gap: Int64 = 4096
  private static let longest: Int64 = 1 << 18

  init(_ stores: RecordStores) {
    self.stores = stores
    bytes = Self.buffer(4096)
  }

  deinit { bytes.deallocate() }

  /// The record of an entry, with its name where it is keyed by id; its bytes are valid until the next
  /// call.
  ///
  /// - Parameter following: entries that will be asked for next, by their places.
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
      // One read is of one input.
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
