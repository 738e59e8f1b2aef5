import InputSupport
import Notifications
import Profiles
import Testing

@testable import Exports

/// Files that no profile knows: each is a system that is drafted from it and named after it.
struct UnknownSystemsTests {
  private func rows(_ numbers: Range<Int>, _ more: String = #""user_id":7"#) -> String {
    numbers.map {
      #"{"id":\#($0),\#(more),"title":"Order \#($0)","created_at":"2026-02-01T10:00:00Z"}"#
    }.joined(separator: "\n")
  }

  private func systems(_ files: [(String, String)]) async throws -> [String] {
    let scratch = try Scratch()
    let index = try await scratch.index(try files.map { try scratch.file($0.0, $0.1) })
    return index.sources.map { $0.profile?.text ?? "" }
  }

  @Test func `Each file is a system, unless it is a page of one or holds the same records`()
    async throws
  {
    let one = rows(1..<4)
    #expect(try await systems([("a.json", one), ("b.json", rows(4..<6))]) == ["a", "b"])
    #expect(
      try await systems([("page-1.json", one), ("page-2.json", rows(4..<6))]) == ["page", "page"])
    #expect(try await systems([("a.json", one), ("b.json", rows(3..<6))]) == ["a", "a"])
    #expect(
      try await systems([("app1.json", one), ("app2.json", rows(1..<3, #""recipient":7"#))])
        == ["app", "app-2"])
    #expect(
      try await systems([("github.json", one), ("2026-02-01.json", rows(4..<6))])
        == ["my-github", "generic"])
  }

  @Test func `A pipe is read from its beginning, before and after other files`() async throws {
    let scratch = try Scratch()
    let known = try scratch.file("known.json", Sample.record(3))
    let pipe = try scratch.pipe("pipe", Array(rows(1..<4).utf8))
    let index = try await scratch.index([known, pipe])
    #expect(index.sources.map(\.records) == [1, 3])
    #expect(index.sources.map(\.isDrafted) == [false, true])
  }

  @Test(arguments: [
    (#"{"title":"T","user_id":7,"created_at":"2026-02-01T10:00:00Z"}"#, "no column is the id"),
    (#"{"id":1,"user_id":7,"created_at":"2026-02-01T10:00:00Z"}"#, "the title or text"),
    (#"{"id":1,"user_id":7,"title":"T"}"#, "the time"),
    (#"{"id":1,"title":"T","created_at":"2026-02-01T10:00:00Z"}"#, "nothing says whose they are"),
  ])
  func `What a draft would have to ask is asked`(record: String, question: String) async throws {
    let fault = await faultSentence { try await Scratch().index(record) }
    #expect(fault?.contains("a draft would have to ask: ") == true)
    #expect(fault?.contains(question) == true, "\(fault ?? "")")
  }

  @Test func `Lists by state are one inbox`() async throws {
    let lists = [rows(1..<4), rows(4..<6)].map { $0.replacing("\n", with: ",") }
    let index = try await Scratch().index(#"{"unread":[\#(lists[0])],"read":[\#(lists[1])]}"#)
    #expect(index.recipientCount == 1 && index.recipient(at: 0) == RecipientID("7"))
    #expect(index.fold(into: 0) { $0 += $1.readState == .read ? 1 : 0 } == 2)
    let anyones = try await Scratch().index(
      #"{"unread":[\#(lists[0])],"read":[\#(lists[1])]}"#
        .replacing(#""user_id":7,"#, with: ""))
    #expect(anyones.recipientCount == 1 && anyones.recipient(at: 0) == RecipientID("me"))
  }
}
