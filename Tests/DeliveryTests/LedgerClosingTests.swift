import Foundation
import Testing

@testable import Delivery

/// Who takes the lock of an outbox must meet a ledger that the run before has closed: a database that
/// is closed while the next run opens it has been seen to fail with "busy" or to lose its log.
struct LedgerClosingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func open(_ format: OutboxFormat = .maildir, ledger: String? = nil) throws -> Outbox {
    try Outbox(
      path: scratch.path("out"), options: .init(format: format, ledgerPath: ledger, syncs: false))
  }

  func deliver() throws {
    let outbox = try open()
    try outbox.begin(stream: "digest", now: day, fingerprint: [])
    try outbox.publish(.sample(1))
    try outbox.finish()
  }

  func isClosed(_ ledger: Ledger) -> Bool { failure { _ = try ledger.lastRun() } != nil }

  @Test func `An outbox that goes closes its ledger, whoever else holds on to it`() throws {
    try deliver()
    let kept = try open().ledger
    #expect(isClosed(kept))
    #expect(try !scratch.names("out").contains("tidings.ledger-wal"))
    _ = try open()
  }

  @Test func `So does an outbox that is refused, and one that fails while it recovers`() throws {
    try deliver()
    #expect(failure { _ = try open(.eml) } != nil)
    #expect(try !scratch.names("out").contains("tidings.ledger-wal"))
    try FileManager.default.removeItem(atPath: scratch.path("out/tmp"))
    try scratch.write("", to: "out/tmp")
    #expect(failure { _ = try open() } != nil)
    #expect(try !scratch.names("out").contains("tidings.ledger-wal"))
  }

  @Test func `So does a ledger that a command holds`() throws {
    try deliver()
    var kept: Ledger?
    do {
      let held = try HeldLedger(
        path: scratch.path("out/tidings.ledger"), access: .writing(syncs: false))
      kept = held.ledger
      _ = consume held
    }
    #expect(isClosed(try #require(kept)))
    #expect(try !scratch.names("out").contains("tidings.ledger-wal"))
  }

  @Test(arguments: [nil, "books"])
  func `A run that begins nothing leaves none of its files behind`(ledger: String?) throws {
    _ = try open(ledger: ledger.map { scratch.path($0) })
    #expect(try scratch.names(".").isEmpty)
  }

  @Test func `Folders that were there stay`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("out/new"), withIntermediateDirectories: true)
    _ = try open()
    #expect(try scratch.names("out") == ["new"])
  }

  @Test func `A lock whose file was removed meanwhile is not taken`() throws {
    let folder = try Folder(path: scratch.path("out"), creating: 0o700)
    let first = try Lock("lock", in: folder)
    try folder.remove("lock")
    let second = try Lock("lock", in: folder)
    #expect(first.isNew && second.isNew)
  }
}

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
