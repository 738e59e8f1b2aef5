import Foundation
import InputSupport
import Notifications
import Testing

@testable import Exports

struct InputTests {
  @Test func `A file that changed is an error`() async throws {
    let scratch = try Scratch()
    let text = Sample.records(50).joined(separator: "\n")
    let input = try scratch.file("export.jsonl", text)
    let index = try await scratch.index([input])
    try index.contents.files[0].checkUnchanged()
    _ = try scratch.file("export.jsonl", String(text.dropLast(5000)))
    #expect(faultCode { try index.contents.files[0].checkUnchanged() } == "changed")
  }

  @Test func `A file that was cut is an error where it is read again`() async throws {
    let scratch = try Scratch()
    let input = try scratch.file("export.jsonl", Sample.records(50).joined(separator: "\n"))
    let index = try await scratch.index([input])
    let handle = try FileHandle(forWritingTo: URL(filePath: input.name))
    try handle.truncate(atOffset: 1000)
    #expect(faultCode { try index.mailboxes() } == "changed")
  }

  /// Records of one length, each in the place of another's: nothing in them tells.
  @Test(arguments: [1 << 30, 1])
  func `A file that was written to is an error where read again`(memoryBudget: Int64) async throws {
    let scratch = try Scratch()
    let records = Sample.records(50)
    let input = try scratch.file("export.jsonl", records.joined(separator: "\n"))
    let index = try await scratch.index([input]) { $0.memoryBudget = memoryBudget }
    let before = try index.mailboxes()
    let handle = try FileHandle(forWritingTo: URL(filePath: input.name))
    try handle.write(contentsOf: Data(records.reversed().joined(separator: "\n").utf8))
    if memoryBudget == 1 {
      // What was copied stays what it was.
      #expect(try index.mailboxes() == before)
    } else {
      #expect(faultCode { try index.mailboxes() } == "changed")
    }
  }
}
