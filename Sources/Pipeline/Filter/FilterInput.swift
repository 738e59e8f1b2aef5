import ByteText
import Exports
import Notifications
internal import Profiles

/// One person's part of a filter's input, as its lines say it.
struct FilterGroup: Sendable {
  /// A line's JSON, and its number, from 1.
  struct Line: Sendable {
    var number: Int
    var bytes: [UInt8]
  }

  /// The fields of a recipients file.
  var recipient: Line
  /// Why the caller refuses the person.
  var refused: String?
  /// What earlier answers gave.
  var books: [Line] = []
  var marks: [Line] = []
  var records = RecordGroup()

  /// The bytes that it takes.
  var size: Int { records.size + books.reduce(recipient.bytes.count) { $0 + $1.bytes.count } }
}

extension Fault {
  /// What is wrong with a line of a filter's input; nothing from there on is answered.
  static func filter(
    _ code: String, line: Int, _ what: String,
    advice: String = "correct what writes the lines, and run the task again"
  ) -> Fault {
    Fault(.unusable, code: code, of: "-", at: Place(line: line), what, advice: advice)
  }

  /// A control line is not JSON, or lacks what it is for.
  static func damagedLine(_ line: Int) -> Fault {
    filter("damaged-line", line: line, "the control line is damaged")
  }

  /// The input ended without the line that says so: the caller broke off.
  fileprivate static let torn = Fault(
    .unusable, code: "torn", "standard input ended without {\"tidings\":\"end\"}",
    advice: "use none of the answers; run the task again")

  /// Something of a person precedes the first recipient.
  fileprivate static func nobody(_ line: Int) -> Fault {
    filter(
      "nobody", line: line, "no recipient precedes it",
      advice: "write a line about the recipient before their records")
  }

  fileprivate static func afterEnd(_ line: Int) -> Fault {
    filter(
      "after-end", line: line, "the end line precedes it",
      advice: "write {\"tidings\":\"end\"} once, as the last line; use none of the answers")
  }
}

/// Divides the lines of `tidings.filter/1` into groups, from pieces of any size.
///
///     {"tidings":"recipient","recipient":{"id":"u1","email":"ana@example.org"}}
///     {"tidings":"book","book":{…}}
///     {"id":"n-1","user_id":"u1",…}
///     {"tidings":"end"}
struct FilterInput {
  /// Whether the line that ends the input was read.
  private(set) var isEnded = false
  private var group: FilterGroup?
  private var number = 0
  private var lines: FilterLines
  private let profiles: ProfileSet
  private let recordLimit: Int
  private let control = ControlLines()

  /// Nil if there is no memory.
  init(profiles: ProfileSet, recordLimit: Int) {
    (self.profiles, self.recordLimit) = (profiles, recordLimit)
    lines = FilterLines(recordLimit: recordLimit, isUnlimited: ControlLines.begins)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { lines.append(bytes) }

  /// The next group that is complete; nil if more bytes are needed or the input has ended.
  mutating func next() throws(Fault) -> FilterGroup? {
    while let line = lines.next() { if let group = try handleLine(line) { return group } }
    return nil
  }

  /// The last group, if the input ends with the line that says so.
  mutating func finish() throws(Fault) -> FilterGroup? {
    // The line feed of the last line may be missing, nothing else.
    guard let rest = lines.rest() else {
      if isEnded { return nil }
      throw .torn
    }
    let last = Array(rest)
    let isEnd =
      ControlLines.isOne(last) && (try? control.parts(of: last, line: number))?.kind == "end"
    guard isEnded || isEnd else { throw .torn }
    return try handleLine(.whole(last))
  }

  private mutating func handleLine(_ line: FilterLines.Line) throws(Fault) -> FilterGroup? {
    number += 1
    switch line {
    case .tooLong where isEnded: throw .afterEnd(number)
    case .tooLong:
      guard group != nil else { throw .nobody(number) }
      group?.records.countTooLarge()
      return nil
    case .whole(var bytes):
      // A stream may begin with a mark of its byte order.
      if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      if bytes.allSatisfy(JSONScanner.isSpace) { return nil }
      if isEnded { throw .afterEnd(number) }
      guard ControlLines.isOne(bytes) else {
        try addRecord(bytes)
        return nil
      }
      return try handleControl(bytes)
    }
  }

  private mutating func addRecord(_ bytes: [UInt8], of profile: ProfileName? = nil) throws(Fault) {
    guard group != nil else { throw .nobody(number) }
    // A control line may have any number of bytes; a record in it may not.
    if bytes.count >= recordLimit {
      group?.records.countTooLarge()
    } else {
      bytes.withUnsafeBytes { group?.records.append($0, of: profile) }
    }
  }

  /// Takes a control line; returns the group that it closes.
  private mutating func handleControl(_ bytes: [UInt8]) throws(Fault) -> FilterGroup? {
    let parts = try control.parts(of: bytes, line: number)
    let kind = parts.kind
    switch kind {
    case "recipient":
      let closed = group
      try open(parts)
      return closed
    case "end":
      isEnded = true
      let closed = group
      group = nil
      return closed
    default: break
    }
    guard group != nil else { throw .nobody(number) }
    switch kind {
    case "book":
      guard let book = parts["book"], book.isObject else { throw .damagedLine(number) }
      group?.books.append(FilterGroup.Line(number: number, bytes: book.bytes))
    case "mark": group?.marks.append(FilterGroup.Line(number: number, bytes: bytes))
    case "record": try addParts(parts)
    default:
      throw .filter(
        "unknown-kind", line: number, "there is no control line \(kind.cut(toBytes: 64))",
        advice: "the kinds are recipient, book, mark, record and end; a later tidings may know more"
      )
    }
    return nil
  }

  private mutating func addParts(_ parts: ControlLines.Parts) throws(Fault) {
    guard let record = parts["record"] else { throw .damagedLine(number) }
    let profile = parts["profile"].map { ProfileName(String(decoding: $0.bytes, as: UTF8.self)) }
    if let profile, profiles[profile] == nil {
      throw .filter(
        "unknown-profile", line: number, "there is no profile \(profile.text.cut(toBytes: 64))",
        advice: "tidings profiles list shows the profiles; --profiles adds your own")
    }
    try addRecord(record.bytes, of: profile)
  }

  /// Begins a person's part; what is no list would be a loss without a word.
  private mutating func open(_ parts: ControlLines.Parts) throws(Fault) {
    guard let recipient = parts["recipient"], recipient.isObject,
      let books = parts.elements("books"), let records = parts.elements("notifications")
    else { throw .damagedLine(number) }
    var opened = FilterGroup(
      recipient: FilterGroup.Line(number: number, bytes: recipient.bytes),
      refused: parts["refused"].map { String(decoding: $0.bytes, as: UTF8.self) })
    opened.books = books.map { FilterGroup.Line(number: number, bytes: $0) }
    group = opened
    for record in records {
      if ControlLines.isOne(record) {
        try addParts(try control.parts(of: record, line: number))
      } else {
        try addRecord(record)
      }
    }
  }
}
