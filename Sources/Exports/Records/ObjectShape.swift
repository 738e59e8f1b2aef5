import ByteText
import CSimdJSON
import Profiles

/// What an object that is not a record contains.
enum ObjectShape: Equatable {
  /// A record, or nothing known.
  case record
  /// An array or object of records under one of the usual names, as in pages of an API.
  case envelope
  /// Records somewhere below, under unknown names: the first ones found there are records.
  case container
  /// Lists only, with records in one, under names that look like the ids of their owners.
  case lists
  /// Only objects: records by their ids, or that many levels of such objects above them, as in
  /// `{user: {id: record}}`; the first one is a record.
  case keyed(levels: Int)
  /// A single record under a name such as `node`, with other members beside it.
  case wrapper
}

/// The names of an envelope's members.
struct EnvelopeNames: Sendable {
  /// The names of lists of records.
  let records: [String]
  private let owners: [String]
  private let ids: [String]
  private let texts: [String]
  private let types: [String]
  private let times: [String]

  /// The usual names, and those of the profiles.
  init(_ profiles: [Profile]) {
    let usual = ["data", "notifications", "items", "results", "records", "nodes", "edges"]
    records = usual + profiles.flatMap { $0.records.paths.flatMap(\.segments) }
    func names(_ fields: Field...) -> [String] {
      let paths = profiles.flatMap { profile in fields.flatMap { profile.fields[$0] ?? [] } }
      return Array(Set(paths.compactMap { $0.segments.count == 1 ? $0.segments[0] : nil })).sorted()
    }
    owners = ["recipient", "recipient_id", "user_id"] + names(.recipient)
    ids = ["id"] + names(.id)
    texts = ["title", "message", "body"] + names(.title, .body)
    types = ["type"] + names(.type)
    times = ["created_at"] + names(.time)
  }

  func holdsRecords(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    Self.contains(name, records)
  }

  func namesOwner(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    Self.contains(name, owners)
  }

  /// The role of a member in a record, by its name.
  func role(of name: Slice<UnsafeRawBufferPointer>) -> RecordRoles {
    var roles: RecordRoles = []
    if Self.contains(name, ids) { roles.insert(.id) }
    if Self.contains(name, texts) { roles.insert(.text) }
    if Self.contains(name, types) { roles.insert(.type) }
    if Self.contains(name, times) { roles.insert(.time) }
    if Self.contains(name, owners) { roles.insert(.owner) }
    return roles
  }

  /// Whether a single record is under this name: GraphQL's edges, Firestore's queries, search
  /// engines.
  static func wraps(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    contains(name, ["node", "document", "doc", "_source", "notification", "record"])
  }

  /// Whether a list's name looks like the id of its records' owner: it has a digit or `@`, and is
  /// not a usual name.
  static func isOwner(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    if name.contains(UInt8(ascii: "@")) { return true }
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard name.contains(where: isDigit) else { return false }
    let digits = name.prefix(while: isDigit)
    let isCentury = ["19", "20"].contains { digits.starts(with: $0.utf8) }
    let isDate =
      isCentury && (digits.count == 4 || digits.count == 8)
      && name.dropFirst(digits.count).first.map { "-/_T".utf8.contains($0) } ?? true
    let word = name.prefix { (0x61...0x7A).contains($0 | 0x20) }
    let isPart = ["page", "part", "chunk", "batch", "week", "day", "year", "sheet", "file", "v"]
      .contains { FieldNames.match(word, $0.utf8) }
    return !isDate && !isPart
  }

  /// Whether nothing under this name is a record, whatever it looks like.
  static func namesError(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    contains(name, ["error", "errors"])
  }

  private static func contains(_ name: Slice<UnsafeRawBufferPointer>, _ names: [String]) -> Bool {
    names.contains { FieldNames.match(name, $0.utf8) }
  }
}

/// The roles of a record that an object has.
struct RecordRoles: OptionSet {
  let rawValue: UInt8

  static let id = RecordRoles(rawValue: 1)
  static let text = RecordRoles(rawValue: 2)
  static let type = RecordRoles(rawValue: 4)
  static let time = RecordRoles(rawValue: 8)
  static let owner = RecordRoles(rawValue: 16)

  /// Whether an object with these roles is a record, whatever else it has.
  var areOfRecord: Bool { rawValue.nonzeroBitCount > 1 }
}

/// Reads the members of an object without a walk, as far as its bytes are present: they may be
/// damaged or truncated.
struct ShapeReader {
  let bytes: UnsafeRawBufferPointer
  let names: EnvelopeNames
  /// Results for the objects inside the one whose shape is asked for.
  var memory: ShapeMemory?

  init(bytes: UnsafeRawBufferPointer, names: EnvelopeNames) {
    self.bytes = bytes
    self.names = names
  }

  struct Member {
    /// Between the quotes.
    var name: Range<Int>
    var value: Int
  }

  /// The member after a bracket or comma; nil at the object's end, at the end of the bytes, and if
  /// there is none.
  func nextMember(from start: Int) -> Member? {
    var cursor = skippingSpace(start)
    // Of several, all but one are reported where records are split.
    while cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") {
      cursor = skippingSpace(cursor + 1)
    }
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") else { return nil }
    let name = cursor + 1
    guard let nameEnd = stringEnd(from: name) else { return nil }
    cursor = skippingSpace(nameEnd)
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ":") else { return nil }
    cursor = skippingSpace(cursor + 1)
    guard cursor < bytes.count else { return nil }
    return Member(name: name..<(nameEnd - 1), value: cursor)
  }

  /// The end of the value that begins at `start`; nil if the bytes end before it.
  func end(of start: Int) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "\""): return stringEnd(from: start + 1)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      switch ValueSearch().end(in: bytes, from: start, isStrict: false) {
      case .ended(let end): return end
      case .open, .damaged: return nil
      }
    default:
      var cursor = start
      while cursor < bytes.count, !JSONScanner.endsScalar(bytes[cursor]) { cursor += 1 }
      return cursor < bytes.count ? cursor : nil
    }
  }

  /// The offset after the closing quote of the string whose text begins at `start`.
  func stringEnd(from start: Int) -> Int? {
    JSONScanner.stringEnd(in: bytes, from: start, to: bytes.count)
  }

  func skippingSpace(_ start: Int) -> Int { Self.skippingSpace(bytes, from: start) }

  /// The offset of the first byte from `start` on that is not white space.
  static func skippingSpace(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var cursor = start
    // Most bytes are none, which needs no call.
    while cursor < bytes.count, bytes[cursor] <= 0x20, JSONScanner.isSpace(bytes[cursor]) {
      cursor += 1
    }
    return cursor
  }
}

/// The search for the end of an object or array, which can be continued.
struct ValueSearch {
  enum Result: Equatable {
    /// The offset after the last bracket.
    case ended(Int)
    /// The bytes end before the value does.
    case open
    /// Quotes or brackets are damaged: the end cannot be told.
    case damaged
  }

  private var state = tidings_json_search()

  /// Looks for the end from `start` on, which is where the value begins, or where the bytes of the
  /// last call ended.
  mutating func next(
    in bytes: UnsafeRawBufferPointer, from start: Int, isStrict: Bool
  ) -> Result {
    guard start < bytes.count, let base = bytes.baseAddress else { return .open }
    let end = tidings_json_value_end(
      (base + start).assumingMemoryBound(to: CChar.self), bytes.count - start, &state,
      isStrict ? 1 : 0)
    // SIZE_MAX and SIZE_MAX - 1 in the C interface.
    switch end {
    case -1: return .open
    case -2: return .damaged
    default: return .ended(start + end)
    }
  }

  /// The end of the value that begins at `start`.
  consuming func end(
    in bytes: UnsafeRawBufferPointer, from start: Int, isStrict: Bool
  ) -> Result {
    next(in: bytes, from: start, isStrict: isStrict)
  }
}
