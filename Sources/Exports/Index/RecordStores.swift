import ByteText

/// The bytes of all inputs, one behind the other.
struct RecordStores: Sendable {
  private struct Part: Sendable {
    let base: Int64
    let store: StoredBytes
    let name: String
  }

  private var parts: [Part] = []
  /// How many bytes there are.
  private(set) var end: Int64 = 0

  mutating func append(_ store: StoredBytes, name: String, count: Int64) throws(ExportError) {
    guard end + count < IndexEntry.offsetLimit else {
      throw ExportError(file: name, reason: .tooLarge(limit: IndexEntry.offsetLimit))
    }
    parts.append(Part(base: end, store: store, name: name))
    end += count
  }

  /// Where the input begins whose name was given; nil for an unknown one.
  func base(of name: String) -> Int64? { parts.first { $0.name == name }?.base }

  /// The name of the input that holds an offset.
  func name(at offset: Int64) -> String { part(at: offset)?.name ?? "" }

  /// How many bytes there are from `offset` on in the input that holds it.
  func available(at offset: Int64) -> Int64 {
    let next = parts.first { $0.base > offset }?.base
    return (next ?? end) - offset
  }

  /// Reads the bytes from `offset` on into `target`, all of which one input holds; fails where it has
  /// fewer, because then it has changed.
  func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws(ExportError) {
    guard let part = part(at: offset) else { return }
    let count = try part.store.read(at: offset - part.base, into: target)
    guard count == target.count else { throw ExportError(file: part.name, reason: .changed) }
  }

  /// Fills `target` with an input's bytes from its own `offset` on; answers how many there were.
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
