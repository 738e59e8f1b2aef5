import Glibc
import Notifications
import Synchronization
import UTF8Bytes

/// The recipients of a batch's records, before they have numbers.
struct RecipientNames {
  fileprivate(set) var text: [UInt8] = []
  fileprivate var ends: [Int] = []
  fileprivate var hashes: [UInt64] = []
  private let hash = ByteHash()

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    hashes.append(hash(bytes))
    text.append(contentsOf: bytes)
    ends.append(text.count)
  }

  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
  }
}

/// The recipients of all records by their bytes, each with a number.
///
/// Filled by all workers, a batch at a time: looked up one behind the other, with nothing else
/// between, the misses of the cache overlap (650 ns each took a quarter of all time before). Numbers
/// differ from run to run; `ranking` gives the order of bytes, which does not.
final class RecipientTable: Sendable {
  private let content: Mutex<RecipientTableContent>

  /// - Parameter only: the recipients to keep; nil keeps all.
  init(only: Set<RecipientID>?) {
    var content = RecipientTableContent()
    var names = RecipientNames()
    for recipient in only ?? [] {
      var text = recipient.text
      text.withUTF8 { names.append(UnsafeRawBufferPointer($0)) }
    }
    _ = content.numbers(of: names)
    if let only { content.close(lookingFor: only.map(\.text)) }
    self.content = Mutex(content)
  }

  /// The number of one that is left out.
  static let none = UInt32.max

  /// The numbers of recipients.
  func numbers(of names: borrowing RecipientNames) -> [UInt32] {
    content.withLock { $0.numbers(of: names) }
  }

  /// Of the recipients that were left out, the one whose name is nearest to that of one that was asked
  /// for and has no records.
  func nearest(to name: String) -> String? { content.withLock { $0.missing[name]?.nearest } }

  /// The bytes of the recipient with a number.
  func bytes(of number: UInt32) -> [UInt8] { content.withLock { Array($0.bytes(of: number)) } }

  /// The numbers of all recipients, in the order of their bytes. No more are looked up after that: what
  /// only that needs, 16 bytes a recipient and more, is let go.
  func ranking() -> [UInt32] {
    let content = content.withLock { content in
      content.dropBuckets()
      return content
    }
    var keys = content.offsets.indices.map { number in
      (prefix: Self.prefix(of: content.bytes(of: UInt32(number))), number: UInt32(number))
    }
    keys.sort { left, right in
      left.prefix != right.prefix
        ? left.prefix < right.prefix
        : content.bytes(of: left.number)
          .lexicographicallyPrecedes(content.bytes(of: right.number))
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

/// A hash table whose texts stand behind each other.
private struct RecipientTableContent {
  /// Whether names that it does not have are left out.
  private var isClosed = false
  /// The names that were asked for and were not met so far, with what is nearest to them.
  private(set) var missing: [String: NearestName] = [:]
  /// The hashes of the names that were compared with them: each is once.
  private var strangers: Set<UInt64> = []
  /// By number, where in `text` a recipient stands.
  private(set) var offsets: [Int] = []
  /// Of each recipient the number and length, 4 bytes each, then the bytes.
  private var text: [UInt8] = []
  /// By hash, 24 bits of the hash and 40 of an offset in `text` plus one; a power of two, at most half
  /// full.
  private var buckets = [UInt64](repeating: 0, count: 1024)

  private static let offsetMask: UInt64 = 1 << 40 - 1

  /// Names that are compared with everybody else's; whoever asks for more has not mistyped one.
  private static let mostMissing = 16

  mutating func close(lookingFor names: [String]) {
    isClosed = true
    guard names.count <= Self.mostMissing else { return }
    for name in names { missing[name] = NearestName(name) }
  }

  mutating func dropBuckets() {
    buckets = []
    strangers = []
  }

  private mutating func meet(_ name: UnsafeRawBufferPointer) {
    missing[String(decoding: name, as: UTF8.self)] = nil
    if missing.isEmpty { strangers = [] }
  }

  private mutating func compare(_ name: UnsafeRawBufferPointer, hash: UInt64) {
    guard strangers.insert(hash).inserted else { return }
    for wanted in missing.keys { missing[wanted]?.consider(name) }
  }

  func bytes(of number: UInt32) -> ArraySlice<UInt8> {
    let start = offsets[Int(number)]
    return text[(start + 8)..<(start + 8 + Int(word(at: start + 4)))]
  }

  private func word(at offset: Int) -> UInt32 {
    text.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }

  mutating func numbers(of names: borrowing RecipientNames) -> [UInt32] {
    if buckets.count < (offsets.count + names.hashes.count) * 2 && !isClosed {
      grow(for: offsets.count + names.hashes.count)
    }
    touch(names.hashes)
    var numbers: [UInt32] = []
    numbers.reserveCapacity(names.hashes.count)
    var start = 0
    names.text.withUnsafeBytes { bytes in
      for (end, hash) in zip(names.ends, names.hashes) {
        let name = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        numbers.append(number(of: name, hash: hash))
        start = end
      }
    }
    return numbers
  }

  /// Reads what the lookups will need, so that their misses overlap.
  private func touch(_ hashes: [UInt64]) {
    let mask = UInt64(buckets.count - 1)
    var sum: UInt64 = 0
    for hash in hashes { sum &+= buckets[Int(hash & mask)] }
    for hash in hashes {
      let bucket = buckets[Int(hash & mask)] & Self.offsetMask
      if bucket != 0 { sum &+= UInt64(text[Int(bucket) - 1]) }
    }
    withExtendedLifetime(sum) {}
  }

  private mutating func number(of name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
    let mask = buckets.count - 1
    let mark = hash & ~Self.offsetMask
    var bucket = Int(hash & UInt64(mask))
    while buckets[bucket] != 0 {
      if buckets[bucket] & ~Self.offsetMask == mark {
        let start = Int(buckets[bucket] & Self.offsetMask) - 1
        if isEqual(name, at: start) {
          if !missing.isEmpty { meet(name) }
          return word(at: start)
        }
      }
      bucket = (bucket + 1) & mask
    }
    if isClosed {
      if !missing.isEmpty { compare(name, hash: hash) }
      return RecipientTable.none
    }
    let number = UInt32(offsets.count)
    buckets[bucket] = mark | UInt64(text.count + 1)
    offsets.append(text.count)
    withUnsafeBytes(of: number) { text.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(name.count)) { text.append(contentsOf: $0) }
    text.append(contentsOf: name)
    return number
  }

  private func isEqual(_ name: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard Int(word(at: start + 4)) == name.count else { return false }
    return text.withUnsafeBytes { text in
      guard let known = text.baseAddress, let asked = name.baseAddress else { return true }
      return memcmp(known + start + 8, asked, name.count) == 0
    }
  }

  private mutating func grow(for count: Int) {
    var size = buckets.count
    while size < count * 2 { size *= 2 }
    buckets = [UInt64](repeating: 0, count: size)
    let hash = ByteHash()
    for start in offsets {
      let length = Int(word(at: start + 4))
      let hash = text[(start + 8)..<(start + 8 + length)].withUnsafeBytes { hash($0) }
      var bucket = Int(hash & UInt64(size - 1))
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[bucket] = (hash & ~Self.offsetMask) | UInt64(start + 1)
    }
  }
}
