import ByteText
import Delivery
import Exports
import Notifications
import Profiles
import Rendering

/// What a ledger would keep of one answer: the caller stores it and feeds it back.
///
/// A person's newest book has their whole history, except for the hashes of earlier mails. So a
/// caller can drop old books, as a ledger drops old deliveries.
struct MailBook: Equatable, Sendable {
  var stream: String
  /// The time of the run that gave it.
  var now: Instant
  /// The earliest time that the person's first run considered.
  var horizon: Instant
  /// The last slot that a decision closed, and the decision.
  var slot: Instant?
  var decision: String?
  /// The run that last made a mail, and the counts of that mail.
  var delivered: Instant?
  var counts: String?
  /// The hashes of the notifications in this answer's mail.
  var notifications: [UInt64] = []
}

extension MailBook {
  /// Reads what `write` wrote; nil for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let object = JSONText(bytes), object.kind == .object else { return nil }
    var texts: [String: String] = [:]
    var hashes: [UInt64] = []
    for (name, value) in object.parts {
      let name = String(decoding: name, as: UTF8.self)
      if name == "notifications" {
        for element in value.parts {
          guard let text = element.value.text, text.utf8.count == 16,
            let hash = UInt64(text, radix: 16)
          else { return nil }
          hashes.append(hash)
        }
      } else {
        texts[name] = value.text
      }
    }
    func time(_ name: String) -> Instant? {
      texts[name]?.withRawBytes { try? Timestamp.instant(text: $0, epoch: .unix) }
    }
    guard let stream = texts["stream"], let now = time("now"), let horizon = time("horizon"),
      ["slot", "delivered"].allSatisfy({ texts[$0] == nil || time($0) != nil })
    else { return nil }
    self.init(
      stream: stream, now: now, horizon: horizon, slot: time("slot"), decision: texts["decision"],
      delivered: time("delivered"), counts: texts["counts"], notifications: hashes)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("stream", stream)
      json.member("now") { $0.write(now) }
      json.member("horizon") { $0.write(horizon) }
      if let slot { json.member("slot") { $0.write(slot) } }
      json.member("decision", ifPresent: decision)
      if let delivered { json.member("delivered") { $0.write(delivered) } }
      json.member("counts", ifPresent: counts)
      if !notifications.isEmpty {
        json.array("notifications", notifications) { json, hash in
          json.write(hash.littleEndianBytes.reversed().hexadecimal)
        }
      }
    }
  }
}

extension RecipientHistory {
  /// What the books of a stream say together, in any order and however often.
  init(_ books: [MailBook]) {
    self = .none
    horizon = books.map(\.horizon).min()?.microseconds
    // Of one person no two answers close the same slot; the rest only makes the choice certain.
    let closing = books.filter { $0.slot != nil }.max {
      ($0.slot ?? $0.now, $0.now, $0.decision ?? "") < (
        $1.slot ?? $1.now, $1.now, $1.decision ?? ""
      )
    }
    closedSlot = closing?.slot?.microseconds
    lastRun = books.map(\.now).max()?.microseconds
    decision = closing?.decision
    let last = books.filter { $0.delivered != nil }
      .max { ($0.delivered ?? $0.now, $0.counts ?? "") < ($1.delivered ?? $1.now, $1.counts ?? "") }
    lastDelivery = last?.delivered?.microseconds
    lastCounts = last?.counts.map { Array($0.utf8) }
    delivered = Array(Set(books.flatMap(\.notifications)))
  }
}
