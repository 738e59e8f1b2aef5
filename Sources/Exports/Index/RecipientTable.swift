import Notifications
import Synchronization

/// The recipients of all records by their bytes, each with a number.
///
/// Filled by all workers at once, which is why it is cut into parts with a lock each. Numbers differ
/// from run to run; `ranking` gives the order of bytes, which does not.
final class RecipientTable: Sendable {
  private final class Part: Sendable {
    let content = Mutex(Content())
  }

  fileprivate struct Content {
    var text: [UInt8] = []
    /// Where each recipient's bytes end.
    var ends: [Int] = []
    /// By hash, the index of a recipient plus one; a power of two, at most half full.
    var buckets = [UInt32](repeating: 0, count: 64)
  }

  fileprivate static let partCount = 16
  private let parts = (0..<partCount).map { _ in Part() }
  /// Whether others than these are left out.
  private let isClosed: Bool

  /// - Parameter only: the recipients to keep; nil keeps all.
  init(only: Set<RecipientID>?) {
    isClosed = only != nil
    for recipient in only ?? [] {
      var text = recipient.text
      text.withUTF8 { bytes in
        _ = number(of: UnsafeRawBufferPointer(bytes), isAdding: true)
      }
    }
  }

  /// The number of a recipient; nil for one that is left out.
  func number(of bytes: UnsafeRawBufferPointer) -> UInt32? {
    number(of: bytes, isAdding: !isClosed)
  }

  private func number(of bytes: UnsafeRawBufferPointer, isAdding: Bool) -> UInt32? {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    let hash = UInt(bitPattern: hasher.finalize())
    let part = Int(hash % UInt(Self.partCount))
    let index = parts[part].content.withLock {
      $0.index(of: bytes, hash: hash / UInt(Self.partCount), isAdding: isAdding)
    }
    return index.map { UInt32($0 * Self.partCount + part) }
  }

  /// The bytes of the recipient with a number.
  func bytes(of number: UInt32) -> [UInt8] {
    parts[Int(number) % Self.partCount].content.withLock {
      Array($0.text[$0.range(Int(number) / Self.partCount)])
    }
  }

  /// The numbers of all recipients, in the order of their bytes.
  func ranking() -> [UInt32] {
    let contents = parts.map { part in part.content.withLock { $0 } }
    var keys: [(prefix: UInt64, number: UInt32)] = []
    for (part, content) in contents.enumerated() {
      for index in content.ends.indices {
        let prefix = Self.prefix(of: content.text[content.range(index)])
        keys.append((prefix, UInt32(index * Self.partCount + part)))
      }
    }
    func bytes(_ number: UInt32) -> ArraySlice<UInt8> {
      let content = contents[Int(number) % Self.partCount]
      return content.text[content.range(Int(number) / Self.partCount)]
    }
    keys.sort { left, right in
      left.prefix != right.prefix
        ? left.prefix < right.prefix
        : bytes(left.number).lexicographicallyPrecedes(bytes(right.number))
    }
    return keys.map(\.number)
  }

  /// The first eight bytes as a number of the same order.
  private static func prefix(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<8 {
      let place = bytes.startIndex + index
      prefix = prefix << 8 | (place < bytes.endIndex ? UInt64(bytes[place]) : 0)
    }
    return prefix
  }
}

extension RecipientTable.Content {
  fileprivate func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  fileprivate mutating func index(
    of bytes: UnsafeRawBufferPointer, hash: UInt, isAdding: Bool
  ) -> Int? {
    var bucket = Int(hash & UInt(buckets.count - 1))
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if text[range(index)].elementsEqual(bytes) { return index }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    guard isAdding else { return nil }
    text.append(contentsOf: bytes)
    ends.append(text.count)
    buckets[bucket] = UInt32(ends.count)
    if ends.count * 2 > buckets.count { grow() }
    return ends.count - 1
  }

  private mutating func grow() {
    buckets = [UInt32](repeating: 0, count: buckets.count * 2)
    for index in ends.indices {
      var hasher = Hasher()
      text[range(index)].withUnsafeBytes { hasher.combine(bytes: $0) }
      let hash = UInt(bitPattern: hasher.finalize()) / UInt(RecipientTable.partCount)
      var bucket = Int(hash & UInt(buckets.count - 1))
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = UInt32(index + 1)
    }
  }
}
