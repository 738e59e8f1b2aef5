import Foundation
import Testing

@testable import Delivery

struct LedgerJoiningTests {
  let scratch: Scratch
  private let books = "tidings.ledger"

  init() throws { scratch = try Scratch() }

  func outbox(_ name: String) throws -> Outbox {
    try Outbox(path: scratch.path(name), options: .init(format: .maildir, syncs: false))
  }

  /// Leaves outboxes with a recipient each.
  private func makeOutboxes() throws -> [String] {
    try (0..<2).map { number in
      let outbox = try outbox("o\(number)")
      try outbox.begin(stream: "digest", now: day, fingerprint: [])
      try outbox.publish(.sample(number))
      try outbox.finish()
      return scratch.path("o\(number)/" + books)
    }
  }

  @Test func `Joined books hold everybody, who was forgotten as well, and no trace of the making`()
    throws
  {
    let ledgers = try makeOutboxes()
    _ = try Ledger(path: ledgers[1], access: .writing(syncs: false)).forget(
      recipient: OutboxMessage.sample(1).recipient)
    try Ledger.join(ledgers, shard: .all, into: scratch.path("whole"))
    let whole = try Ledger(path: scratch.path("whole"), access: .reading)
    let found = try whole.mailboxes(
      stream: "digest", recipients: (0..<3).map { OutboxMessage.sample($0).recipient })
    #expect(found.map(\.closedSlot) == [day, day, nil])
    #expect(found.map(\.delivered) == [[0], [], []])
    #expect(try scratch.names().filter { $0.hasPrefix("whole.") } == [])
    #expect(try scratch.mode("whole") == 0o600)
  }

  @Test func `A joined ledger is of its shard, and an outbox takes it for that one only`() throws {
    let ledgers = try makeOutboxes()
    let path = scratch.path("second")
    let (first, second) = (Shard(index: 1, count: 2), Shard(index: 2, count: 2))
    try Ledger.join(ledgers, shard: try #require(second), into: path)
    let other = Outbox.Options(
      format: .maildir, ledgerPath: path, syncs: false, shard: try #require(first))
    #expect(
      failure { _ = try Outbox(path: scratch.path("o"), options: other) }
        == .ledger(.otherShard(found: try #require(second)), path: path))
    var same = other
    same.shard = try #require(second)
    #expect(failure { _ = try Outbox(path: scratch.path("o"), options: same) } == nil)
  }

  @Test func `Each shard has its own part of a run's messages, also of those that are forgotten`()
    throws
  {
    do {
      let outbox = try outbox("whole")
      try outbox.begin(stream: "digest", now: day, fingerprint: [])
      for number in 0..<40 { try outbox.publish(.sample(number)) }
      try outbox.finish()
    }
    let shards = try (1...3).map { try #require(Shard(index: $0, count: 3)) }
    func counts(_ name: String) throws -> [Int] {
      try shards.map { shard in
        let path = scratch.path("\(name)-\(shard.index)")
        try Ledger.join([scratch.path("whole/" + books)], shard: shard, into: path)
        return try #require(try Ledger(path: path, access: .reading).lastRun()).messages
      }
    }
    let parts = shards.map { shard in
      (0..<40).count { shard.contains(OutboxMessage.sample($0).recipient) }
    }
    #expect(try counts("fresh") == parts && parts.allSatisfy { $0 < 40 })
    try Ledger(path: scratch.path("whole/" + books), access: .writing(syncs: false))
      .purge(deliveredBefore: 9 * day, reach: 0)
    #expect(try counts("purged") == parts)
  }

  @Test func `Runs that a rewind put at the same time keep their messages together`() throws {
    do {
      let outbox = try outbox("whole")
      for (number, date) in [(0, 5), (1, 6), (2, 6)] as [(Int, Int64)] {
        if number != 2 {
          try outbox.begin(stream: "digest", now: date * day, fingerprint: [])
        }
        try outbox.publish(.sample(number, slot: date * day))
        if number != 1 { try outbox.finish() }
      }
    }
    for name in try scratch.names("whole/new") {
      try FileManager.default.removeItem(atPath: scratch.path("whole/new/" + name))
    }
    let rewound = try Outbox.rewind(
      path: scratch.path("whole"), ledgerPath: nil, to: 2 * day, at: 2 * day)
    #expect(rewound.taken == 3)
    try Ledger.join([scratch.path("whole/" + books)], shard: .all, into: scratch.path("copy"))
    let copy = try Ledger(path: scratch.path("copy"), access: .reading)
    #expect(try copy.lastRun()?.messages == 3)
  }

  @Test func `A run that goes on holds its ledger, and nothing is written`() throws {
    let ledgers = try makeOutboxes()
    let running = try outbox("o1")
    #expect(
      failure { try Ledger.join(ledgers, shard: .all, into: scratch.path("whole")) }
        == .locked(path: scratch.path("o1/tidings.lock")))
    #expect(try scratch.names().filter { $0.hasPrefix("whole") } == [])
    _ = running
  }

  @Test func `Books with an open run are refused, and what is there is never written over`() throws
  {
    var ledgers = try makeOutboxes()
    do {
      let outbox = try outbox("o1")
      try outbox.begin(stream: "digest", now: 2 * day, fingerprint: [])
    }
    guard
      case .ledger(.runIsOpen, _) = failure({
        try Ledger.join(ledgers, shard: .all, into: scratch.path("whole"))
      })
    else {
      Issue.record("an open run was joined")
      return
    }
    ledgers.removeLast()
    try scratch.write("mine", to: "whole")
    #expect(
      failure { try Ledger.join(ledgers, shard: .all, into: scratch.path("whole")) }
        == .system(.createFile, path: scratch.path("whole"), code: EEXIST))
    #expect(try scratch.text("whole") == "mine")
  }

  @Test func `A ledger and its own copy are refused: they are one shard`() throws {
    var ledgers = try makeOutboxes()
    let copy = scratch.path("copy")
    try FileManager.default.copyItem(atPath: ledgers[0], toPath: copy)
    ledgers.append(copy)
    #expect(
      failure { try Ledger.join(ledgers, shard: .all, into: scratch.path("whole")) }
        == .ledger(.sameOutbox(as: ledgers[0]), path: copy))
    #expect(try scratch.names().filter { $0.hasPrefix("whole") } == [])
  }

  @Test func `A ledger is found by its outbox or its own path`() throws {
    let ledger = try makeOutboxes()[0]
    for place in [ledger, scratch.path("o0"), scratch.path("o0/")] {
      let found = try #require(try Ledger.path(of: place))
      #expect(found.replacing("//", with: "/") == ledger.replacing("//", with: "/"))
    }
    #expect(try Ledger.path(of: scratch.path("none")) == nil)
    #expect(try Ledger.path(of: scratch.path) == nil)
  }

  @Test func `What still lies in the outbox of somebody who is forgotten goes with them`() throws {
    let ledger = try makeOutboxes()[0]
    let names = try scratch.names("o0/new")
    let held = try HeldLedger(path: ledger, access: .writing(syncs: false))
    let recipient = try #require(try held.ledger.recipients(endingWith: []).first)
    let (forgotten, removed) = try held.forget(recipient: recipient)
    #expect(removed == 1 && forgotten.files.count == 1 && forgotten.messageIDs.count == 1)
    #expect(try Set(scratch.names("o0/new")) == Set(names).subtracting(forgotten.files))
  }
}
