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
  ) throws {
    try outbox.begin(stream: stream, now: now, fingerprint: [])
    for message in messages { try outbox.publish(message) }
    try outbox.finish()
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
}
