import ByteText
import Foundation
import Languages
import Notifications
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
