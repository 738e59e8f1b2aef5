import ByteText
import Foundation
import GRDB

extension Ledger {
  /// Passes every run, mailbox and mail as a line of JSON, without its line feed, to `body`:
  ///
  ///     {"kind":"run","id":1,"stream":"digest","now":…,"fingerprint":"…","messages":2,"finished":true}
  ///     {"kind":"mailbox","stream":"digest","recipient":"alice","horizon":…,"slot":…,"decision":"…","run":1}
  ///     {"kind":"mail","stream":"digest","recipient":"alice","slot":…,"now":…,"messageID":"…",
  ///      "file":"…","content":"…","counts":"…","notifications":["…"]}
  ///
  /// Times are microseconds since 1970, hashes hexadecimal; `counts` is the caller's text. A
  /// forgotten recipient appears as a hash: `"forgotten":"…"`.
  ///
  /// - Parameter naming: the members by which a recipient is named.
  package func export(
    naming: ([UInt8]) -> [(name: String, text: [UInt8])] = { [("recipient", $0)] },
    _ body: ([UInt8]) throws -> Void
  ) throws(DeliveryError) {
    try read { database in
      for run in try Self.runs(database, "ORDER BY id") { try body(Self.line(run)) }
      let mailboxes = try Row.fetchCursor(
        database,
        sql: """
          SELECT stream, recipient, horizon, slot, \(Decision.column), run FROM mailboxes
          ORDER BY stream, recipient
          """)
      while let row = try mailboxes.next() { try body(Self.mailboxLine(row, naming)) }
      let deliveries = try Row.fetchCursor(
        database,
        sql: """
          SELECT stream, recipient, deliveries.slot, now, message_id, name, content, counts,
            notifications
          FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox ORDER BY deliveries.id
          """)
      while let row = try deliveries.next() { try body(Self.deliveryLine(row, naming)) }
    }
  }

  fileprivate typealias Naming = ([UInt8]) -> [(name: String, text: [UInt8])]

  private static func line(_ run: Run) -> [UInt8] {
    var line = JSONLine(kind: "run")
    line.add("id", run.id)
    line.add("stream", Array(run.stream.utf8))
    line.add("now", run.now)
    line.add("fingerprint", Array(run.fingerprint.hexadecimal.utf8))
    line.add("messages", Int64(run.messages))
    line.add("finished", run.state == .finished)
    return line.finished
  }

  private static func mailboxLine(_ row: Row, _ naming: Naming) -> [UInt8] {
    var line = JSONLine(kind: "mailbox")
    line.add("stream", Array((row[0] as String).utf8))
    line.add(row.bytes(1), naming)
    line.add("horizon", row[2] as Int64)
    if let slot = row[3] as Int64? { line.add("slot", slot) }
    if let decision = row[4] as String? { line.add("decision", Array(decision.utf8)) }
    if let run = row[5] as Int64? { line.add("run", run) }
    return line.finished
  }

  private static func deliveryLine(_ row: Row, _ naming: Naming) -> [UInt8] {
    var line = JSONLine(kind: "mail")
    line.add("stream", Array((row[0] as String).utf8))
    line.add(row.bytes(1), naming)
    line.add("slot", row[2] as Int64)
    line.add("now", row[3] as Int64)
    line.add("messageID", Array((row[4] as String).utf8))
    line.add("file", Array((row[5] as String).utf8))
    line.add("content", Array(row.bytes(6).hexadecimal.utf8))
    line.add("counts", row.bytes(7))
    var hashes: [UInt64] = []
    hashes.append(blob: row.bytes(8).span.bytes)
    line.add("notifications", hashes)
    return line.finished
  }
}

extension JSONLine {
  fileprivate mutating func add(_ recipient: [UInt8], _ naming: Ledger.Naming) {
    if Tombstone.isOne(recipient) {
      add("forgotten", Array(Array(recipient.dropFirst()).hexadecimal.utf8))
    } else {
      for (name, text) in naming(recipient) { add(name, text) }
    }
  }
}

/// A JSON object on one line, member by member, without terminal control characters.
struct JSONLine {
  private var bytes: [UInt8]

  init(kind: String) { bytes = Array(#"{"kind":"\#(kind)""#.utf8) }

  var finished: [UInt8] { bytes + [UInt8(ascii: "}")] }

  mutating func add(_ name: String, _ value: Int64) { bytes += Array(",\"\(name)\":\(value)".utf8) }

  mutating func add(_ name: String, _ value: Bool) { bytes += Array(",\"\(name)\":\(value)".utf8) }

  /// Adds text; bytes that are not UTF-8 are replaced (RFC 8259 section 8.1).
  mutating func add(_ name: String, _ text: [UInt8]) {
    bytes += Array(",\"\(name)\":".utf8)
    JSONEscape.appendString(String(decoding: text, as: UTF8.self).utf8, to: &bytes)
  }

  /// Adds hashes as texts: JSON readers may parse numbers as doubles, which have 53 bits.
  mutating func add(_ name: String, _ hashes: [UInt64]) {
    let texts = hashes.map { "\"\($0.littleEndianBytes.reversed().hexadecimal)\"" }
    bytes += Array(",\"\(name)\":[\(texts.joined(separator: ","))]".utf8)
  }
}
