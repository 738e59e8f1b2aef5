package import ByteText

/// Finds members of the object around an export's records, without holding the export in memory.
///
/// A record is not an envelope, whatever it contains: otherwise the author of a notification could
/// redirect others' mail. So the object must be the whole document, must have a list under a name
/// of records, and must not have an id.
package struct EnvelopeMember {
  /// Fills a buffer with the bytes from an offset; returns how many there were.
  package typealias Read = (Int64, UnsafeMutableRawBufferPointer) throws(Fault) -> Int

  private let read: Read
  private let names: [String]
  private let recordNames: [String]
  /// The bytes of the file from `start`, with the slack that the search needs.
  private var window: [UInt8]
  private var start: Int64 = 0
  /// The line feeds before it.
  private var feeds = 0
  private var count = 0
  private var position = 0

  private static let idNames = ["id", "_id", "uuid", "notification_id"]
  private static let windowSize = 1 << 20

  /// - Parameter recordNames: the names of lists of records.
  package init(named names: [String], beside recordNames: [String], read: @escaping Read) {
    self.names = names
    self.recordNames = recordNames
    self.read = read
    window = [UInt8](repeating: 0, count: Self.windowSize + RecordWalker.slack)
  }

  /// A member that was searched for.
  package struct Found: Equatable {
    /// The name that was searched for.
    package var name: String
    /// The range of its value in the file's bytes.
    package var range: Range<Int64>
    /// The line of the file at which it begins, from 1.
    package var line: Int
  }

  /// The members that are lists or objects; none if the document is not an envelope. Text that is
  /// not JSON ends the search; the reader of the records reports it.
  package mutating func found() throws(Fault) -> [Found] {
    let found = try foundInDocument() ?? []
    return try byteAfterSpace() == nil ? found : []
  }

  /// The same of each document in a sequence of them, such as pages of an API.
  mutating func foundInSequence() throws(Fault) -> [Found] {
    var all: [Found] = []
    while let found = try foundInDocument() { all += found }
    return all
  }

  /// The members of the next object; nil if there is none, or it does not end.
  private mutating func foundInDocument() throws(Fault) -> [Found]? {
    guard try byteAfterSpace() == UInt8(ascii: "{") else { return nil }
    position += 1
    var found: [Found] = []
    var holdsRecords = false
    var isRecord = false
    while let (member, opening) = try nextMember() {
      guard let member else { continue }
      let isWanted = names.contains(member.name) && "[{".utf8.contains(opening)
      if Self.idNames.contains(member.name) {
        isRecord = true
      } else if isWanted || opening == UInt8(ascii: "[") {
        if isWanted { found.append(member) }
        if recordNames.contains(member.name) { holdsRecords = true }
      }
    }
    guard try byteAfterSpace() == UInt8(ascii: "}") else { return nil }
    position += 1
    return holdsRecords && !isRecord ? found : []
  }

  /// Reads a member, which is nil unless its name is known, and its first byte; nil after the last.
  private mutating func nextMember() throws(Fault) -> (member: Found?, opening: UInt8)? {
    if try byteAfterSpace() == UInt8(ascii: ",") { position += 1 }
    guard try byteAfterSpace() == UInt8(ascii: "\"") else { return nil }
    let known = try knownName()
    guard try skipValue(), try byteAfterSpace() == UInt8(ascii: ":") else { return nil }
    position += 1
    guard let first = try byteAfterSpace() else { return nil }
    let begin = start + Int64(position)
    // Of the few names that are known alone.
    let line = known == nil ? 0 : feeds + lineFeeds(before: position) + 1
    guard try skipValue() else { return nil }
    let range = begin..<(start + Int64(position))
    return (known.map { Found(name: $0, range: range, line: line) }, first)
  }

  /// The name at the current position, if it is a known one.
  private mutating func knownName() throws(Fault) -> String? {
    let known = names + Self.idNames + recordNames
    let longest = known.map(\.utf8.count).max() ?? 0
    // Underscores do not count, so a name may be twice as long as the wanted one.
    try load(atLeast: longest * 2 + 2)
    let name = window[(position + 1)..<count].prefix(longest * 2 + 1)
      .prefix { $0 != UInt8(ascii: "\"") }
    return known.first { FieldNames.match(name, $0.utf8) }
  }

  /// Skips the value at the current position; false if it does not end.
  private mutating func skipValue() throws(Fault) -> Bool {
    switch window[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return try skipContainer()
    case UInt8(ascii: "\""):
      position += 1
      return try skipString()
    default:
      let begin = start + Int64(position)
      while let byte = try currentByte(), !",]}:[{\" \t\r\n".utf8.contains(byte) { position += 1 }
      return start + Int64(position) > begin
    }
  }

  /// Skips to after the closing quote; the string may be longer than the window.
  private mutating func skipString() throws(Fault) -> Bool {
    var isEscaped = false
    while let byte = try currentByte() {
      position += 1
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return true
      }
    }
    return false
  }

  private mutating func skipContainer() throws(Fault) -> Bool {
    var search = ValueSearch()
    while try currentByte() != nil {
      let found = window.withUnsafeBytes {
        search.next(
          in: UnsafeRawBufferPointer(rebasing: $0[..<count]), from: position, isStrict: false)
      }
      if case .ended(let end) = found {
        position = end
        return true
      }
      position = count
    }
    return false
  }

  private mutating func byteAfterSpace() throws(Fault) -> UInt8? {
    while let byte = try currentByte() {
      if byte > 0x20 { return byte }
      position += 1
    }
    return nil
  }

  private mutating func currentByte() throws(Fault) -> UInt8? {
    if position == count { try load(atLeast: 1) }
    return position < count ? window[position] : nil
  }

  /// Moves the window so that it has `count` bytes from the current position, if they exist.
  private mutating func load(atLeast wanted: Int) throws(Fault) {
    guard count - position < wanted else { return }
    feeds += lineFeeds(before: position)
    start += Int64(position)
    position = 0
    let offset = start
    count = try window.withMutableRawBytes { (bytes) throws(Fault) -> Int in
      try read(offset, UnsafeMutableRawBufferPointer(rebasing: bytes[..<Self.windowSize]))
    }
  }

  private func lineFeeds(before position: Int) -> Int {
    LineCounter.lineFeeds(in: window.span.bytes.extracting(..<position))
  }
}
