import Foundation
import Testing

@testable import Delivery

struct DryRunTests {
  let scratch: Scratch
  let options = Outbox.Options(format: .maildir, syncs: false, batch: 3)

  init() throws { scratch = try Scratch() }

  /// Delivers to recipients 0 to `count`, those who have got their message already aside; answers to
  /// how many.
  private func run(
    _ outbox: Outbox, count: Int, now: Int64 = day, stopsAt limit: Int = .max
  ) throws -> Int {
    let run = try outbox.begin(stream: "digest", now: now, fingerprint: [])
    let all = (0..<count).map { OutboxMessage.sample($0, slot: now) }
    let known = try outbox.ledger.mailboxes(stream: "digest", recipients: all.map(\.recipient))
    let left = zip(all, known).filter { $1.run != run.id && $1.closedSlot != now }.map(\.0)
    for message in left.prefix(limit) { try outbox.publish(message) }
    if limit >= left.count { try outbox.finish() }
    return min(left.count, limit)
  }

  /// Every file with its content and time of change.
  private func tree() throws -> [String: String] {
    var tree: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.path) {
      let facts = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
      let content = FileManager.default.contents(atPath: scratch.path(name)) ?? Data()
      tree[name] = "\(facts[.modificationDate] ?? "") \(content.base64EncodedString())"
    }
    return tree
  }

  @Test func `A dry run of a first run makes no outbox`() throws {
    let outbox = try Outbox(dryRun: scratch.path("out"), options: options)
    #expect(try run(outbox, count: 7) == 7)
    #expect(try scratch.names().isEmpty)
  }

  @Test func `A dry run knows what was delivered, and changes nothing`() throws {
    _ = try run(try Outbox(path: scratch.path("out"), options: options), count: 4)
    let before = try tree()
    for _ in 0..<2 {
      let outbox = try Outbox(dryRun: scratch.path("out"), options: options)
      #expect(try run(outbox, count: 7) == 3)
    }
    #expect(try tree() == before)
  }

  @Test func `A dry run goes on with a run that was interrupted, and leaves it open`() throws {
    _ = try run(
      try Outbox(path: scratch.path("out"), options: options), count: 7, stopsAt: 3)
    let before = try tree().filter { !$0.key.hasSuffix("-shm") }
    do {
      let outbox = try Outbox(dryRun: scratch.path("out"), options: options)
      #expect(outbox.openRun?.now == day)
      #expect(try run(outbox, count: 7) == 4)
    }
    #expect(try tree().filter { !$0.key.hasSuffix("-shm") } == before)
    #expect(try run(try Outbox(path: scratch.path("out"), options: options), count: 7) == 4)
  }

  @Test func `A dry run refuses what a run refuses`() throws {
    _ = try run(try Outbox(path: scratch.path("out"), options: options), count: 1)
    let other = Outbox.Options(format: .eml, syncs: false)
    #expect(
      failure { _ = try Outbox(dryRun: scratch.path("out"), options: other) }
        == .ledger(.otherFormat(found: "maildir"), path: scratch.path("out/tidings.ledger")))
    try FileManager.default.createDirectory(
      atPath: scratch.path("other"), withIntermediateDirectories: false)
    try scratch.write("x", to: "other/mine.txt")
    #expect(
      failure { _ = try Outbox(dryRun: scratch.path("other"), options: options) }
        == .ledger(.missing, path: scratch.path("other")))
    let held = try Outbox(path: scratch.path("out"), options: options)
    #expect(
      failure { _ = try Outbox(dryRun: scratch.path("out"), options: options) }?.category
        == .held)
    _ = held
  }
}
