import ByteText
import Notifications
import Synchronization

/// The recipients of a batch's records, before they have numbers.
struct RecipientNames {
  fileprivate(set) var text: [UInt8] = []
  fileprivate var ends: [Int] = []
  fileprivate var hashes: [UInt64] = []
  private let hash = FastHash()

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    hashes.append(hash(bytes.bytes, salt: 0))
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
/// All workers fill it, a batch at a time. Lookups that follow each other directly overlap their
/// cache misses; one by one, at 650 ns each, they took a quarter of all time. Numbers differ from
/// run to run, but `ranking`, the order of bytes, does not.
final class RecipientTable: Sendable {
  private let content: Mutex<RecipientTableContent>

  /// - Parameter only: the recipients to keep; nil keeps all.
  init(only: Set<RecipientID>?) {
    var content = RecipientTableContent()
    var names = RecipientNames()
    for recipient in only ?? [] { recipient.text.withRawBytes { names.append($0) } }
    _ = content.numbers(of: names)
    if let only { content.close(lookingFor: only.map(\.text)) }
    self.content = Mutex(content)
  }

  /// Forgets all names and numbers, so that lookups may follow a ranking.
  func forget() { content.withLock { $0 = RecipientTableContent() } }

  static let none = UInt32.max

  func numbers(of names: borrowing RecipientNames) -> [UInt32] {
    content.withLock { $0.numbers(of: names) }
  }

  /// The left-out recipient whose name is nearest to one that was asked for and has no records.
  func nearest(to name: String) -> String? { content.withLock { $0.missing[name]?.nearest } }

  func recipient(_ number: UInt32) -> RecipientID {
    let bytes = content.withLock { Array($0.table.key(Int(number))) }
    return RecipientID(String(decoding: bytes, as: UTF8.self))
  }

  /// The numbers of all recipients, in the order of their bytes. It frees what only lookups need,
  /// at least 16 bytes a recipient; no lookup may follow.
  func ranking() -> [UInt32] {
    let table = content.withLock { content in
      content.endLookups()
      return content.table
    }
    return (0..<UInt32(table.count)).sorted { table.precedes(Int($0), Int($1)) }
  }
}

private struct RecipientTableContent {
  private(set) var table = ByteTable()
  /// Whether unknown names are left out.
  private var isClosed = false
  /// The names that were asked for and not found so far, with the nearest names.
  private(set) var missing: [String: NearestName] = [:]
  /// The hashes of names that were compared with them already.
  private var strangers: Set<UInt64> = []

  /// The number of names that are compared with all others; a longer list is not a typing error.
  private static let mostMissing = 16

  mutating func close(lookingFor names: [String]) {
    isClosed = true
    guard names.count <= Self.mostMissing else { return }
    for name in names { missing[name] = NearestName(name) }
  }

  mutating func endLookups() {
    table.endLookups()
    strangers = []
  }

  mutating func numbers(of names: borrowing RecipientNames) -> [UInt32] {
    if !isClosed { table.reserve(table.count + names.hashes.count) }
    table.touch(names.hashes)
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

  private mutating func number(of name: UnsafeRawBufferPointer, hash: UInt64) -> UInt32 {
    guard isClosed else {
      return UInt32(truncatingIfNeeded: table.addKey(name.bytes, hash: hash).number)
    }
    guard let number = table.number(of: name.bytes, hash: hash) else {
      if !missing.isEmpty { compare(name, hash: hash) }
      return RecipientTable.none
    }
    if !missing.isEmpty {
      missing[String(decoding: name, as: UTF8.self)] = nil
      if missing.isEmpty { strangers = [] }
    }
    return UInt32(truncatingIfNeeded: number)
  }

  private mutating func compare(_ name: UnsafeRawBufferPointer, hash: UInt64) {
    guard strangers.insert(hash).inserted else { return }
    for wanted in missing.keys { missing[wanted]?.consider(name) }
  }
}
