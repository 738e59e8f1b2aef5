import ByteText
import Foundation
import Testing

@testable import Delivery

struct OutboxTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func open(_ format: OutboxFormat, _ name: String = "out", batch: Int = 3) throws -> Outbox {
    try Outbox(
      path: scratch.path(name), options: .init(format: format, syncs: format == .eml, batch: batch))
  }

  /// Publishes what the open run has not delivered yet, and stops short after `limit` messages.
  func run(
    _ outbox: Outbox, count: Int, now: Int64 = day, limit: Int = .max, isLines: Bool = false
  ) throws {
    let run = try outbox.begin(stream: "digest", now: now, fingerprint: [1, 2])
    let all = (0..<count).map {
      OutboxMessage.sample($0, slot: now, text: isLines ? "{\"Subject: \($0)\":1}" : nil)
    }
    let known = try outbox.ledger.mailboxes(stream: "digest", recipients: all.map(\.recipient))
    let left = zip(all, known).filter { $1.run != run.id }.map(\.0)
    for message in left.prefix(limit) { try outbox.publish(message) }
    if limit >= left.count { try outbox.finish() }
  }

  @Test(arguments: OutboxFormat.allCases)
  func `A message to each recipient, for the owner alone`(format: OutboxFormat) throws {
    try run(try open(format), count: 7, isLines: format == .jsonl)
    let tree = try scratch.tree("out").filter { $0.value != "folder" }
    #expect(tree.count == (format.hasRunFile ? 1 : 7))
    for name in tree.keys + ["tidings.ledger", "tidings.lock"] {
      #expect(try scratch.mode("out/" + name) == 0o600)
    }
    #expect(try scratch.mode("out") == 0o700)
    #expect(try scratch.names("out/tmp").isEmpty)
    for number in 0..<7 {
      #expect(tree.values.filter { $0.contains("Subject: \(number)") }.count == 1)
    }
  }

  @Test func `A JSON Lines record with a line break is refused, and nothing follows it`() throws {
    let outbox = try open(.jsonl)
    try outbox.begin(stream: "a/b", now: day, fingerprint: [])
    #expect(
      failure { try outbox.publish(.sample(9, text: "{\n}")) }?.what
        == "the message to recipient-9 contains a line break")
    #expect(failure { try outbox.finish() }?.kind == .cannotWrite)
  }

  @Test func `A ledger that was made but never used is taken for an empty outbox's`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("out/tmp"), withIntermediateDirectories: true)
    try scratch.write("", to: "out/tidings.ledger")
    try run(try open(.maildir), count: 1)
    #expect(try scratch.names("out/new").count == 1)
  }

  @Test(arguments: [
    "tidings.ledger", "tidings.ledger-wal", "tidings.ledger-shm", "tidings.ledger-journal",
    "tidings.lock", "tmp", "new", "cur",
  ])
  func `A symbolic link in the place of anything of ours is refused`(name: String) throws {
    try run(try open(.maildir), count: 1)
    try scratch.write("victim", to: "victim")
    try? FileManager.default.removeItem(atPath: scratch.path("out/" + name))
    try scratch.link("out/" + name, to: "victim")
    #expect(failure { _ = try open(.maildir) } == .symbolicLink(scratch.path("out/" + name)))
    #expect(try scratch.text("victim") == "victim")
  }

  @Test(arguments: ["tmp", "new"])
  func `A symbolic link at a message's name, temporary or not, is refused`(folder: String) throws {
    let outbox = try open(.maildir)
    try outbox.begin(stream: "digest", now: day, fingerprint: [])
    let message = OutboxMessage.sample(1)
    let name = DeliveryKey(stream: "digest", recipient: message.recipient, slot: day)
      .fileName(in: .maildir)
    try scratch.link("out/\(folder)/\(name)", to: "victim")
    #expect(
      failure {
        try outbox.publish(message)
        try outbox.finish()
      } == .symbolicLink(scratch.path("out/\(folder)/\(name)")))
    #expect(!scratch.exists("victim"))
  }

  @Test func `A run file whose temporary is gone or cut is an error`() throws {
    try run(try open(.mbox), count: 5, limit: 3)
    let name = try #require(try scratch.names("out/tmp").first)
    try scratch.write("cut", to: "out/tmp/" + name)
    for _ in 0..<2 {
      let outbox = try open(.mbox)
      #expect(
        failure { try outbox.begin(stream: "digest", now: day, fingerprint: []) }?.code
          == "temporary-lost")
      try? FileManager.default.removeItem(atPath: scratch.path("out/tmp/" + name))
    }
  }

  @Test func `Lines of an mbox that look like separators are quoted, even quoted ones`() throws {
    let outbox = try open(.mbox)
    try outbox.begin(stream: "digest", now: 1_736_899_199_000_000, fingerprint: [])
    try outbox.publish(.sample(1, text: "From x\r\n>From y\r\n>>From z\n From\r\nFromage\nlast"))
    try outbox.finish()
    #expect(
      try scratch.text("out/digest-1736899199-1.mbox") == """
        From MAILER-DAEMON Tue Jan 14 23:59:59 2025
        >From x
        >>From y
        >>>From z
         From
        Fromage
        last


        """)
  }

  @Test(arguments: OutboxFormat.allCases)
  func `Nothing to send makes no file`(format: OutboxFormat) throws {
    let outbox = try open(format)
    try outbox.begin(stream: "digest", now: day, fingerprint: [])
    try outbox.record(Decision(recipient: [1], closing: day, horizon: 0, outcome: "nothing new"))
    try outbox.finish()
    #expect(try scratch.tree("out").values.allSatisfy { $0 == "folder" })
  }
}
