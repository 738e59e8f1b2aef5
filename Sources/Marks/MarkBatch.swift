import ByteText
import Notifications
import Profiles

/// Marks of one kind that one statement or request takes.
struct MarkBatch {
  /// Where a pattern's values go.
  enum Destination { case sql, address }

  static let mostIDs = 500

  let marks: [Mark]

  /// Marks of one recipient or time, where the pattern says it; one at a time, where it names one.
  static func batches(of marks: [Mark], _ values: Set<MarkValue>) -> [MarkBatch] {
    let hasRecipient = values.contains(.recipient)
    let hasTime = !values.isDisjoint(with: [.time, .datetime, .seconds, .milliseconds])
    func key(_ mark: Mark) -> (recipient: RecipientID, time: Instant) {
      (hasRecipient ? mark.recipient : RecipientID(""), hasTime ? mark.time : Instant(seconds: 0))
    }
    let most = values.isDisjoint(with: [.id, .number]) ? mostIDs : 1
    let sorted = marks.sorted {
      let (left, right) = (key($0), key($1))
      return (left.recipient, left.time, $0.notification)
        < (right.recipient, right.time, $1.notification)
    }
    var batches: [[Mark]] = []
    for mark in sorted {
      if let last = batches.last, last.count < most, key(last[0]) == key(mark) {
        batches[batches.count - 1].append(mark)
      } else {
        batches.append([mark])
      }
    }
    return batches.map { MarkBatch(marks: $0) }
  }

  /// Why a mark's values cannot be written where a pattern says them; nil if they can.
  static func refusal(
    of mark: Mark, _ values: Set<MarkValue>, in destination: Destination
  ) -> StateRefusal? {
    let id = mark.notification.text
    if !values.isDisjoint(with: [.number, .numbers]), Int64(id)?.description != id {
      return .noNumber
    }
    switch destination {
    case .sql:
      let texts =
        (values.isDisjoint(with: [.id, .ids]) ? [] : [id])
        + (values.contains(.recipient) ? [mark.recipient.text] : [])
      return texts.allSatisfy { SQLText.literal($0) != nil } ? nil : .unquotable
    case .address:
      // A segment of only dots changes the path (RFC 3986 section 5.2.4), encoded or not.
      return ["", ".", ".."].contains(id) ? .noAddress : nil
    }
  }

  private var ids: [String] { marks.map(\.notification.text) }

  /// The value as it is, for a text or a number.
  private func text(_ value: MarkValue) -> String {
    let time = marks[0].time
    return switch value {
    case .id, .number, .ids, .numbers: ids.joined(separator: ",")
    case .recipient: marks[0].recipient.text
    case .time: time.text
    case .datetime: String(time.text.prefix(19)).replacing("T", with: " ")
    case .seconds: String(time.seconds)
    case .milliseconds: String(Int(time.microseconds).dividedDown(by: 1_000))
    case .table: ""
    }
  }

  func sql(_ value: MarkValue) -> String {
    switch value {
    case .id, .ids: ids.compactMap(SQLText.literal).joined(separator: ", ")
    case .number, .numbers: ids.joined(separator: ", ")
    case .recipient, .time, .datetime: SQLText.literal(text(value)) ?? "NULL"
    case .seconds, .milliseconds, .table: text(value)
    }
  }

  func request(_ pattern: MarkRequest, base: String?) -> [UInt8] {
    let filled = pattern.url.filled { MarkValue(rawValue: $0).map(text) } ?? ""
    let root = filled.hasPrefix("/") ? base ?? "" : ""
    var json = JSONWriter(.oneLine)
    json.object { json in
      json.member("method", pattern.method.rawValue)
      json.member("url", (root.hasSuffix("/") ? String(root.dropLast()) : root) + filled)
      json.member("profile", marks[0].profile.text)
      json.member("recipient", marks[0].recipient.text)
      json.member("ids", ids)
      if let body = pattern.body { json.member("body") { writeBody(body, to: &$0) } }
    }
    return json.bytes
  }

  private func writeBody(_ body: MarkBody, to json: inout JSONWriter) {
    switch body {
    case .plain(let word): json.write(json: Array(word.utf8))
    case .text(let text): writeText(text, to: &json)
    case .list(let elements): json.array(elements) { writeBody($1, to: &$0) }
    case .object(let members):
      json.object { json in
        for (name, value) in members { json.member(named: name) { writeBody(value, to: &$0) } }
      }
    }
  }

  /// A text that is one value alone is what the value is: a list of ids, or a number.
  private func writeText(_ pattern: URLTemplate, to json: inout JSONWriter) {
    if pattern.pieces.count == 1, let value = pattern.markValues.first {
      switch value {
      case .ids: return json.array(ids) { $0.write($1) }
      case .numbers: return json.write(json: Array("[\(text(value))]".utf8))
      case .number, .seconds, .milliseconds: return json.write(json: Array(text(value).utf8))
      case .id, .recipient, .time, .datetime, .table: break
      }
    }
    json.write(pattern.text(text))
  }
}
