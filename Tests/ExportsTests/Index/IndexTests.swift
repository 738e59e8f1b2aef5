import ByteText
import Foundation
import InputSupport
import Languages
import Notifications
import Profiles
import TestData
import Testing

@testable import Exports

struct IndexTests {
  @Test func `Recipients come in the order of their bytes`() async throws {
    let scratch = try Scratch()
    let names = ["b", "a", "é", "e\u{301}", "Z", "a\u{0}", "aa", "user-2", "user-10"]
    let lines = names.enumerated().map { number, name in
      Sample.record(number).replacing(
        #""user_id":"u\#(number % 7)""#,
        with: "\"user_id\":\"" + name.replacing("\u{0}", with: "\\u0000") + "\"")
    }
    let index = try await scratch.index(lines.joined(separator: "\n"))
    let found = (0..<index.recipientCount).map { index.recipient(at: $0) }
    #expect(found == names.map { RecipientID($0) }.sorted())
    #expect(found.count == names.count)
  }

  @Test func `A file given twice is all copies`() async throws {
    let scratch = try Scratch()
    let input = try scratch.file("a.jsonl", Sample.records(500).joined(separator: "\n"))
    let once = try await scratch.index([input])
    let twice = try await scratch.index([input, input]) { $0.jobs = 2 }
    #expect(twice.duplicates == 500)
    #expect(try twice.mailboxes() == once.mailboxes())
  }

  @Test(arguments: [1, 1000, 20_000])
  func `Records sorted into a temporary file give the same`(budget: Int64) async throws {
    let scratch = try Scratch()
    let records = Sample.records(1000, recipients: 400)
    let text = "[" + (records + records[..<50]).joined(separator: ",") + "]"
    // Before its file is written again.
    let held = try await scratch.index(text).mailboxes()
    let spilled = try await scratch.index(text) {
      $0.memoryBudget = budget
      $0.chunkSize = 10_000
      $0.jobs = 2
    }
    #expect(spilled.duplicates == 50)
    #expect(try spilled.mailboxes() == held)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["export.json"])
  }

  @Test func `What is only counted needs no temporary file`() async throws {
    let scratch = try Scratch()
    let records = Sample.records(300, recipients: 40)
    let text = (records + records[..<50]).joined(separator: "\n")
    func indexed(readsAgain: Bool) async throws -> ExportIndex {
      try await scratch.index(text) {
        $0.memoryBudget = 1_000
        $0.temporaryFolder = scratch.folder + "/missing"
        $0.readsAgain = readsAgain
      }
    }
    let counted = try await indexed(readsAgain: false)
    #expect(counted.duplicates == 50)
    #expect(counted.fold(into: 0) { count, _ in count += 1 } == 300)
    await #expect(throws: Fault.self) { try await indexed(readsAgain: true) }
  }

  @Test func `Mailboxes are read by many at once`() async throws {
    let index = try await Scratch().index(
      Sample.records(2000, recipients: 50).joined(separator: "\n"))
    let expected = try index.mailboxes()
    let found = try await withThrowingTaskGroup(of: (Int, [Notification]).self) { group in
      for place in 0..<50 {
        group.addTask { (place, try index.mailbox(of: place, language: .english)) }
      }
      var found = [[Notification]](repeating: [], count: 50)
      for try await (place, mailbox) in group { found[place] = mailbox }
      return found
    }
    #expect(found == expected)
  }

  @Test func `The fold says what the mailboxes say`() async throws {
    let index = try await Scratch().index(Sample.records(200).joined(separator: "\n"))
    let mailboxes = try index.mailboxes()
    let types = index.types
    for place in 0..<index.recipientCount {
      let records = index.fold(recipient: place, into: []) { $0.append($1) }
      let found = records.map { "\($0.time.microseconds) \($0.readState) \(types[$0.type].key)" }
      let expected = mailboxes[place].map { "\($0.time.microseconds) \($0.readState) \($0.type)" }
      #expect(found.sorted() == expected.sorted())
    }
  }

  @Test(arguments: [1, 2, 3])
  func `The folds of several workers are the fold`(jobs: Int) async throws {
    for count in [1, 200] {
      let index = try await Scratch().index(Sample.records(count).joined(separator: "\n")) {
        $0.jobs = jobs
      }
      func text(_ record: ExportIndex.Record) -> String {
        "\(record.recipient) \(record.time.microseconds) \(record.type)"
      }
      let parts = await index.folds(into: []) { $0.append($1) }
      #expect(parts.count == jobs)
      #expect(parts.joined().map(text) == index.fold(into: []) { $0.append(text($1)) })
    }
  }

  @Test func `Only what is wanted is made`() async throws {
    let index = try await Scratch().index(Sample.records(200).joined(separator: "\n"))
    for (place, mailbox) in try index.mailboxes().enumerated() {
      let read = try index.mailbox(of: place, language: .english) { $0.readState == .read }
      #expect(read == mailbox.filter { $0.readState == .read })
      #expect(!read.isEmpty && read.count < mailbox.count)
    }
  }

  @Test func `An entry takes thirty-two bytes`() { #expect(MemoryLayout<IndexEntry>.stride == 32) }
}

struct EntrySortTests {
  /// Entries with recipients, ids and places of few or many values.
  private static func entries(
    _ count: Int, recipients: Int, ids: UInt32, random: inout SeededGenerator
  ) -> [IndexEntry] {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let facts = IndexFacts(
      recipient: none, id: none, type: TypeSpellings.untyped, priority: .normal,
      time: Instant(microseconds: 0), updated: nil, expiry: nil, readState: .unread,
      isDeleted: false, notices: [])
    return (0..<count).map { place in
      var entry = IndexEntry(
        facts: facts, offset: Int64(count - place) * 777, length: place % 1000,
        id: UInt32.random(in: 0...ids, using: &random), type: 0, isKeyed: false, isMatch: false)
      entry.recipient = UInt32.random(in: 0..<UInt32(recipients), using: &random)
      return entry
    }
  }

  private static func key(_ entry: IndexEntry) -> [UInt64] {
    [UInt64(entry.recipient), UInt64(entry.id), entry.location]
  }

  @Test(arguments: [0, 1, 41, 3000], [1, 2, 3])
  func `Entries come as of a plain sort, for any number of workers`(count: Int, jobs: Int) async {
    var random = SeededGenerator(seed: UInt64(count * 10 + jobs))
    for recipients in [1, 255, 257, 70_000] {
      for ids in [3, UInt32.max] {
        let entries = Self.entries(count, recipients: recipients, ids: ids, random: &random)
        let table = EntryTable()
        #expect(table.append(entries))
        await EntrySort.sort(table, recipients: recipients, jobs: jobs)
        let expected = entries.map(Self.key).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(table.entries.map(Self.key) == expected)
      }
    }
  }
}

struct ExpiryTests {
  /// Some expire by the record, some after the profile's seven days, some at odd microseconds.
  private static func record(_ number: Int) -> String {
    let expires =
      switch number % 3 {
      case 0: #","expiresAt":"2026-03-0\#(1 + number % 9)T10:00:00.\#(100_001 + number)Z""#
      case 1: #","expiresAt":null"#
      default: ""
      }
    return """
      {"id":"n\(number)","userId":"u\(number % 5)","groupId":"g","groupName":"G",\
      "type":"milestone","message":"m \(number)","isRead":false,\
      "createdAt":"2026-02-0\(1 + number % 9)T12:00:00Z"\(expires)}
      """
  }

  @Test(arguments: [nil, "u3"])
  func `An index knows when each notification expires`(only: String?) async throws {
    let lines = (0..<900).map(Self.record).joined(separator: "\n")
    let index = try await Scratch().index(lines) {
      $0.chunkSize = 4_000
      $0.jobs = 2
      $0.recipients = only.map { [RecipientID($0)] }
    }
    #expect(index.recipientCount == (only == nil ? 5 : 1))
    var times: Set<Instant> = []
    for place in 0..<index.recipientCount {
      var known: [Instant: [Instant?]] = [:]
      index.fold(recipient: place, into: ()) { _, record in
        known[record.time, default: []].append(record.expiry)
      }
      var read: [Instant: [Instant?]] = [:]
      for notification in try index.mailbox(of: place, language: .english) {
        read[notification.time, default: []].append(notification.expiry)
        if let expiry = notification.expiry { times.insert(expiry) }
      }
      let sorted = { (times: [Instant?]) in times.map { $0?.microseconds ?? .max }.sorted() }
      #expect(known.mapValues(sorted) == read.mapValues(sorted))
    }
    #expect(times.count > (only == nil ? 200 : 40))
  }
}

struct MarkedIndexTests {
  @Test func `Marks find notifications known by a key, and those of an owner`() async throws {
    let text = """
      {"k1": {"userId": "u", "groupId": "g", "type": "milestone", "message": "m", "isRead": false,
        "createdAt": "2026-02-08T01:00:00Z"},
       "k2": {"groupId": "g", "type": "milestone", "message": "m", "isRead": false,
        "createdAt": "2026-02-08T01:00:00Z"}}
      """
    let index = try await Scratch().index(text) {
      $0.profile = ProfileName("fitness-groups")
      $0.owner = RecipientID("me")
      $0.marks = MarkTable([
        mark("fitness-groups", "u", "k1", .read, at: 5),
        mark("fitness-groups", "me", "k2", .deleted, at: 5),
      ])
    }
    let all = try index.mailboxes().flatMap(\.self)
    #expect(all.filter { $0.readState == .read }.map(\.id.text) == ["k1"])
    #expect(all.filter(\.isDeleted).map(\.id.text) == ["k2"])
    #expect(index.fold(into: 0) { $0 += $1.isDeleted ? 1 : 0 } == 1)
  }
}
