import Foundation
import Testing

@testable import Delivery

struct LedgerForgettingTests {
  let scratch: Scratch
  let secret = Array("very-secret-recipient".utf8)

  init() throws { scratch = try Scratch() }

  func outbox() throws -> Outbox {
    try Outbox(path: scratch.path("out"), options: .init(format: .maildir, syncs: false))
  }

  func message(_ number: Int = 1, slot: Int64 = day) -> OutboxMessage {
    var message = OutboxMessage.sample(number, slot: slot)
    message.recipient = secret
    return message
  }

  func deliver(
    _ messages: [OutboxMessage], stream: String = "digest", now: Int64, to outbox: Outbox
  )
    throws
  {
    try outbox.begin(stream: stream, now: now, fingerprint: [])
    for message in messages { try outbox.publish(message) }
    try outbox.finish()
  }

  @Test func `Who is forgotten is nowhere in the file; others stay`() throws {
    let outbox = try outbox()
    try deliver([message(), .sample(2)], now: day, to: outbox)
    let forgotten = try outbox.ledger.forget(recipient: secret)
    #expect(forgotten.streams == ["digest"] && forgotten.deliveries == 1)
    #expect(try scratch.names("out/new").contains(forgotten.files[0]))
    for name in try scratch.names("out") where name.hasPrefix("tidings.ledger") {
      let bytes = try Data(contentsOf: URL(filePath: scratch.path("out/" + name)))
      for trace in [secret, Array("<1@example.org>".utf8), Array(forgotten.files[0].utf8)] {
        #expect(bytes.range(of: Data(trace)) == nil)
      }
      if name == "tidings.ledger" { #expect(bytes.range(of: Data("recipient-2".utf8)) != nil) }
    }
    #expect(
      try outbox.ledger.forget(recipient: secret)
        == Forgotten(streams: [], deliveries: 0, files: []))
  }

  @Test
  func `Who comes back begins where they left: neither the slot nor what it held comes again`()
    throws
  {
    let outbox = try outbox()
    try deliver([message()], now: day + 5, to: outbox)
    _ = try outbox.ledger.forget(recipient: secret)
    let left = RecipientHistory(horizon: day + 6, closedSlot: day, decision: "forgotten")
    #expect(try outbox.ledger.mailboxes(stream: "digest", recipients: [secret]) == [left])
    #expect(
      try outbox.ledger.mailboxes(stream: "other", recipients: [secret]) == [RecipientHistory()])
    #expect(
      try outbox.ledger.mailboxes(stream: "digest", recipients: [[1], Array("x".utf8)])
        == [RecipientHistory(), RecipientHistory()])
    // Forgotten a second time, they begin where they left the second time.
    try deliver([message(2, slot: 3 * day)], now: 3 * day, to: outbox)
    _ = try outbox.ledger.forget(recipient: secret)
    let again = try outbox.ledger.mailboxes(stream: "digest", recipients: [secret])
    #expect(again[0].horizon == 3 * day + 1 && again[0].closedSlot == 3 * day)
  }

  @Test func `An urgent mail counts as their last one`() throws {
    let outbox = try outbox()
    try deliver([message()], now: day + 5, to: outbox)
    try deliver(
      [message(2, slot: MessageKind.urgent.slot(at: 2 * day))], now: 2 * day, to: outbox)
    try deliver(
      [message(4, slot: MessageKind.urgent.slot(at: 4 * day))], stream: "urgent", now: 4 * day,
      to: outbox)
    _ = try outbox.ledger.forget(recipient: secret)
    func left(_ stream: String) throws -> [RecipientHistory] {
      try outbox.ledger.mailboxes(stream: stream, recipients: [secret])
    }
    #expect(
      try left("digest")
        == [RecipientHistory(horizon: 2 * day + 1, closedSlot: day, decision: "forgotten")])
    #expect(try left("urgent") == [RecipientHistory(horizon: 4 * day + 1, decision: "forgotten")])
  }

  @Test
  func `Of who came back there is the record since, and of the others that they were forgotten`()
    throws
  {
    let outbox = try outbox()
    for stream in ["digest", "weekly"] {
      try deliver([message()], stream: stream, now: day, to: outbox)
    }
    _ = try outbox.ledger.forget(recipient: secret)
    #expect(try outbox.ledger.records(of: secret).map(\.isForgotten) == [true, true])
    try deliver([message(2, slot: 3 * day)], now: 3 * day, to: outbox)
    let records = try outbox.ledger.records(of: secret)
    #expect(records.map(\.stream) == ["digest", "weekly"])
    #expect(records.map(\.isForgotten) == [false, true])
    #expect(records[0].entries.map(\.last) == [3 * day])
  }

  @Test func `Of two forgotten ids of a person the later end counts`() throws {
    let outbox = try outbox()
    let other = OutboxMessage.sample(2).recipient
    try deliver([message()], now: day, to: outbox)
    try deliver([.sample(2, slot: 3 * day)], now: 3 * day, to: outbox)
    for recipient in [secret, other] { _ = try outbox.ledger.forget(recipient: recipient) }
    var histories = try outbox.ledger.mailboxes(stream: "digest", recipients: [secret, other])
    histories[0].join(histories[1])
    histories[1].join(try outbox.ledger.mailboxes(stream: "digest", recipients: [secret])[0])
    #expect(histories.map(\.horizon) == [3 * day + 1, 3 * day + 1])
  }

  @Test func `Who comes back without a new slot keeps the one that was closed`() throws {
    for comesBack in ["not due", "urgent"] {
      let outbox = try Outbox(
        path: scratch.path(comesBack), options: .init(format: .maildir, syncs: false))
      try deliver([message()], now: day, to: outbox)
      _ = try outbox.ledger.forget(recipient: secret)
      try outbox.begin(stream: "digest", now: 2 * day, fingerprint: [])
      if comesBack == "urgent" {
        try outbox.publish(message(2, slot: MessageKind.urgent.slot(at: 2 * day)))
      } else {
        try outbox.record(
          Decision(recipient: secret, closing: nil, horizon: day + 1, outcome: comesBack))
      }
      try outbox.finish()
      let history = try outbox.ledger.mailboxes(stream: "digest", recipients: [secret])[0]
      #expect(history.closedSlot == day && history.decision == nil && history.run == nil)
    }
  }

  @Test func `The status tells who was forgotten apart`() throws {
    let outbox = try outbox()
    try deliver([message(), .sample(2)], now: day, to: outbox)
    _ = try outbox.ledger.forget(recipient: secret)
    let stream = try #require(try outbox.ledger.status().streams.first)
    #expect(stream.recipients == 1 && stream.forgotten == 1 && stream.deliveries == 1)
    #expect(stream.decisions.map(\.outcome) == ["handed over"])
  }

  @Test func `The hash goes too when the retention is over`() throws {
    let outbox = try outbox()
    try deliver([message()], now: day, to: outbox)
    _ = try outbox.ledger.forget(recipient: secret)
    try outbox.ledger.purge(deliveredBefore: day, reach: 0)
    #expect(try outbox.ledger.status().streams.first?.forgotten == 1)
    try outbox.ledger.purge(deliveredBefore: 2 * day, reach: 0)
    #expect(try outbox.ledger.status().streams.first?.forgotten == 0)
  }

  @Test func `Recipients are found by the end of their bytes`() throws {
    let outbox = try outbox()
    var messages = ["a\0me", "b\0me", "b\0not me", "c\0you"].enumerated().map { number, key in
      var message = OutboxMessage.sample(number)
      message.recipient = Array(key.utf8)
      return message
    }
    messages[0].slot = day
    try deliver(messages, now: day, to: outbox)
    let found = try outbox.ledger.recipients(endingWith: Array("\0me".utf8))
    #expect(found == [Array("a\0me".utf8), Array("b\0me".utf8)])
  }

  @Test func `What still lies in the outbox of somebody who is forgotten goes with them`() throws {
    try deliver([message(), .sample(2)], now: day, to: try outbox())
    let names = try scratch.names("out/new")
    let held = try HeldLedger(
      path: scratch.path("out/tidings.ledger"), access: .writing(syncs: false))
    let (forgotten, removed) = try held.forget(recipient: secret)
    #expect(removed == 1 && forgotten.files.count == 1 && forgotten.messageIDs.count == 1)
    #expect(try Set(scratch.names("out/new")) == Set(names).subtracting(forgotten.files))
  }
}
