import ByteText
import Foundation
import GRDB
import Testing

@testable import Delivery

struct LedgerRefusalTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("out/tidings.ledger")
    try makeOutbox()
  }

  private func makeOutbox() throws {
    let outbox = try Outbox(
      path: scratch.path("out"), options: .init(format: .maildir, syncs: false))
    try outbox.begin(stream: "digest", now: day, fingerprint: [])
    for number in 0..<300 { try outbox.publish(.sample(number)) }
    try outbox.finish()
  }

  func open(_ options: Outbox.Options = .init(format: .maildir)) -> Fault? {
    failure { _ = try Outbox(path: scratch.path("out"), options: options) }
  }

  func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test func `Another application's database is refused and not changed`() throws {
    try change("PRAGMA journal_mode = DELETE; PRAGMA application_id = 5")
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(open()?.code == "other-application")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test(arguments: [
    "UPDATE mailboxes SET slot = slot + 1", "UPDATE mailboxes SET horizon = horizon - 1",
    "UPDATE mailboxes SET decision = 'nothing new'", "UPDATE mailboxes SET sum = NULL",
    "DELETE FROM deliveries WHERE id = 1", "UPDATE deliveries SET slot = slot + 1",
    "UPDATE deliveries SET notifications = x'0000000000000001'",
  ])
  func `A mailbox that is not as it was written, or lacks a delivery, is refused`(sql: String)
    throws
  {
    func proof() -> Fault? { failure { try Ledger(path: path, access: .reading).prove() } }
    #expect(try read() == nil && proof() == nil)
    try change(sql)
    #expect(try read() == .damagedLedger(path) && proof() == .damagedLedger(path))
  }

  @Test(arguments: [
    "UPDATE facts SET value = x'00' WHERE name = 'format'",
    "INSERT INTO facts VALUES ('home', x'61')", "DELETE FROM facts WHERE name = 'sum'",
  ])
  func `Facts that are not as they were written are refused`(sql: String) throws {
    try change(sql)
    #expect(open() == .damagedLedger(path))
  }

  /// How reading all mailboxes fails.
  private func read() throws -> Fault? {
    let outbox = try Outbox(path: scratch.path("out"), options: .init(format: .maildir))
    var recipients: [[UInt8]] = []
    try outbox.ledger.forEachRecipient { recipients.append($0) }
    #expect(!recipients.isEmpty)
    return failure { _ = try outbox.ledger.mailboxes(stream: "digest", recipients: recipients) }
  }

  @Test func `A ledger keeps to its format`() throws {
    #expect(open(.init(format: .eml))?.code == "other-format")
  }

  @Test func `Reading changes nothing and needs a ledger that is there`() throws {
    #expect(failure { _ = try Ledger(path: scratch.path("none"), access: .reading) } != nil)
    #expect(!scratch.exists("none"))
    let ledger = try Ledger(path: path, access: .reading)
    #expect(try ledger.lastRun()?.messages == 300)
    #expect(failure { _ = try ledger.forget(recipient: [1]) } != nil)
  }
}
