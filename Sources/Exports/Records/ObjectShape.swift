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

struct EnvelopeNames: Sendable {
  let records: [String]
  /// Whether a profile of the user's own takes values from the names of lists.
  let areKeys: Bool
  /// Whether these are states, not people.
  let areStates: Bool
  /// By the significant bytes of names: there are too many to compare each member with.
  private let roles: [[UInt8]: RecordRoles]

  /// The usual names, and those of the profiles.
  init(_ profiles: [Profile]) {
    let usual = ["data", "notifications", "items", "results", "records", "nodes", "edges"]
    records = usual + profiles.flatMap { $0.records.paths.flatMap(\.segments) }
    var roles: [[UInt8]: RecordRoles] = [:]
    func add(_ role: RecordRoles, usual: [String], _ fields: Field...) {
      let paths = profiles.flatMap { profile in fields.flatMap { profile.fields[$0] ?? [] } }
      let names = usual + paths.compactMap { $0.segments.count == 1 ? $0.segments[0] : nil }
      for name in names { roles[FieldNames.significant(name.utf8), default: []].insert(role) }
    }
    add(.owner, usual: ["recipient", "recipient_id", "user_id"], .recipient)
    add(.id, usual: ["id"], .id)
    add(.text, usual: ["title", "message", "body"], .title, .body)
    add(.type, usual: ["type"], .type)
    add(.time, usual: ["created_at"], .time)
    self.roles = roles
    let own = profiles.filter { $0.isOwn || $0.isFallback }
    areStates = own.contains { $0.readMarks.contains(where: \.path.namesKey) }
    areKeys =
      areStates || own.contains { ($0.fields[.recipient] ?? []).contains(where: \.namesKey) }
  }

  func holdsRecords(_ name: Slice<UnsafeRawBufferPointer>) -> Bool { Self.contains(name, records) }

  /// The role of a member in a record, by its name.
  func role(of name: Slice<UnsafeRawBufferPointer>) -> RecordRoles {
    roles[FieldNames.significant(name)] ?? []
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

/// The objects of an input without records: their paths and members.
package struct FoundObjects: Equatable, Sendable {
  /// Paths of objects with the names of their first members: `data.user (id, name)`.
  package private(set) var paths: [String] = []
  /// Whether the first value is an object with inner objects; a flat object is a record of some
  /// system.
  private(set) var isDeep = false

  /// The number of bytes that are examined.
  static let headLength = 1 << 16
  private static let mostPaths = 4
  private static let mostNames = 6
  private static let longestName = 40

  init(_ bytes: UnsafeRawBufferPointer, names: EnvelopeNames) {
    let reader = ShapeReader(bytes: bytes, names: names)
    let start = reader.skippingSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    if start < bytes.count { visit(start, "", reader: reader, depth: 0) }
  }

  private mutating func visit(_ start: Int, _ path: String, reader: ShapeReader, depth: Int) {
    guard start < reader.bytes.count, depth < ShapeReader.deepest, paths.count < Self.mostPaths
    else { return }
    switch reader.bytes[start] {
    case UInt8(ascii: "["):
      visit(reader.skippingSpace(start + 1), path + "[]", reader: reader, depth: depth + 1)
    case UInt8(ascii: "{"): visitObject(start, path, reader: reader, depth: depth)
    default: break
    }
  }

  private mutating func visitObject(_ start: Int, _ path: String, reader: ShapeReader, depth: Int) {
    var names: [String] = []
    var inner: [ShapeReader.Member] = []
    var cursor = start + 1
    while let member = reader.nextMember(from: cursor) {
      let isInner = "{[".utf8.contains(reader.bytes[member.value])
      if isInner, inner.count < Self.mostPaths { inner.append(member) }
      if !isInner, names.count <= Self.mostNames { names.append(Self.name(member, reader)) }
      guard let end = reader.end(of: member.value) else { break }
      cursor = end
    }
    if !names.isEmpty {
      let shown = names.prefix(Self.mostNames).joined(separator: ", ")
      let more = names.count > Self.mostNames ? ", …" : ""
      paths.append((path.isEmpty ? "" : path + " ") + "(\(shown)\(more))")
    }
    if depth == 0 { isDeep = !inner.isEmpty }
    for member in inner {
      let name = Self.name(member, reader)
      visit(member.value, path.isEmpty ? name : path + "." + name, reader: reader, depth: depth + 1)
    }
  }

  private static func name(_ member: ShapeReader.Member, _ reader: ShapeReader) -> String {
    let text = String(decoding: reader.bytes[member.name].prefix(longestName), as: UTF8.self)
    return member.name.count > longestName ? text + "…" : text
  }
}
