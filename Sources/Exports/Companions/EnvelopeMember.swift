import CSimdJSON

/// Finds members of the object around an export's records, without holding the export in memory.
///
/// Looks at the first values of the file only: the records of a JSON Lines file are no envelopes.
struct EnvelopeMember {
  /// Fills a buffer with the bytes from an offset on; answers how many there were.
  typealias Read = (Int64, UnsafeMutableRawBufferPointer) throws(CompanionError) -> Int

  private let read: Read
  private let names: [String]
  /// The bytes of the file from `start` on, with the slack that the search needs.
  private var window: [UInt8]
  private var start: Int64 = 0
  private var count = 0
  private var position = 0

  /// How many top-level values are looked at.
  private static let mostValues = 64
  private static let windowSize = 1 << 20

  init(named names: [String], read: @escaping Read) {
    self.names = names
    self.read = read
    window = [UInt8](repeating: 0, count: Self.windowSize + RecordWalker.slack)
  }

  /// A member that was looked for.
  struct Found: Equatable {
    /// The name that it was looked for under.
    var name: String
    /// Where its value is, in bytes of the file.
    var range: Range<Int64>
  }

  /// The members that are lists or objects. Text that is no JSON ends the search: it is the reader
  /// of the records that complains.
  mutating func found() throws(CompanionError) -> [Found] {
    var found: [Found] = []
    for _ in 0..<Self.mostValues {
      guard let first = try byteAfterSpace() else { return found }
      guard first == UInt8(ascii: "{") else {
        if try !skipValue() { return found }
        continue
      }
      position += 1
      while let member = try nextMember() { found += member }
      guard try byteAfterSpace() == UInt8(ascii: "}") else { return found }
      position += 1
    }
    return found
  }

  /// Goes over a member; answers it where it is wanted, nil behind the last.
  private mutating func nextMember() throws(CompanionError) -> [Found]? {
    if try byteAfterSpace() == UInt8(ascii: ",") { position += 1 }
    guard try byteAfterSpace() == UInt8(ascii: "\"") else { return nil }
    let name = try wantedName()
    guard try skipValue(), try byteAfterSpace() == UInt8(ascii: ":") else { return nil }
    position += 1
    guard let first = try byteAfterSpace() else { return nil }
    let begin = start + Int64(position)
    guard try skipValue() else { return nil }
    let isList = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    guard let name, isList else { return [] }
    return [Found(name: name, range: begin..<(start + Int64(position)))]
  }

  /// The name at the current position where it is one that is looked for.
  private mutating func wantedName() throws(CompanionError) -> String? {
    let longest = names.map(\.utf8.count).max() ?? 0
    // Underscores do not count, so a name may be twice as long as the one that is looked for.
    try load(atLeast: longest * 2 + 2)
    let name = window[(position + 1)..<count].prefix(longest * 2 + 1)
      .prefix { $0 != UInt8(ascii: "\"") }
    return names.first { FieldNames.match(name, $0.utf8) }
  }

  /// Goes behind the value at the current position; false where it does not end.
  private mutating func skipValue() throws(CompanionError) -> Bool {
    switch window[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return try skip { tidings_json_value_end($0, $1, $2, 0) }
    case UInt8(ascii: "\""):
      position += 1
      return try skipString()
    default:
      let begin = start + Int64(position)
      while let byte = try currentByte(), !",]}:[{\" \t\r\n".utf8.contains(byte) { position += 1 }
      return start + Int64(position) > begin
    }
  }

  /// Goes behind the closing quote; the string may be longer than the window.
  private mutating func skipString() throws(CompanionError) -> Bool {
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

  private mutating func skip(
    _ find: (UnsafePointer<CChar>?, Int, UnsafeMutablePointer<tidings_json_search>) -> Int
  ) throws(CompanionError) -> Bool {
    var search = tidings_json_search()
    while try currentByte() != nil {
      let length = window.withUnsafeBytes { bytes in
        find(
          bytes.baseAddress.map { $0 + position }?.assumingMemoryBound(to: CChar.self),
          count - position, &search)
      }
      if length > 0, length <= count - position {
        position += length
        return true
      }
      position = count
    }
    return false
  }

  private mutating func byteAfterSpace() throws(CompanionError) -> UInt8? {
    while let byte = try currentByte() {
      if byte > 0x20 { return byte }
      position += 1
    }
    return nil
  }

  private mutating func currentByte() throws(CompanionError) -> UInt8? {
    if position == count { try load(atLeast: 1) }
    return position < count ? window[position] : nil
  }

  /// Moves the window so that it holds so many bytes from the current position on, if there are.
  private mutating func load(atLeast wanted: Int) throws(CompanionError) {
    guard count - position < wanted else { return }
    start += Int64(position)
    position = 0
    let offset = start
    count = try window.withMutableRawBytes { (bytes) throws(CompanionError) -> Int in
      try read(offset, UnsafeMutableRawBufferPointer(rebasing: bytes[..<Self.windowSize]))
    }
  }
}
