import ByteText
import Notifications
import Testing

@testable import Exports

/// Where the records of a document are, whatever its names are.
struct DraftSearchTests {
  private func found(_ text: String) throws -> DraftRecords {
    let scratch = try Scratch()
    let file = try scratch.file("export.json", text)
    return try DraftRecords(file, options: try scratch.options())
  }

  private static let record =
    #"{"id":7,"title":"Order 7 is here","created_at":"2026-02-01T10:00:00Z"}"#

  @Test(arguments: [
    ("[#,#]", []), (#"{"payload":{"list":[#,#]}}"#, ["payload", "list"]),
    (#"{"users":[{"id":1,"name":"Ana"}],"alerts":[#]}"#, ["alerts"]),
    (##"{"data":{"edges":[{"node":#},{"node":#}]}}"##, ["data", "edges"]),
    (#"{"meta":{"total":2},"entries":[#,#"#, ["entries"]),
  ])
  func `The list most like notifications is found`(pattern: String, path: [String]) throws {
    let records = try found(pattern.replacing("#", with: Self.record))
    #expect(records.list.path == path)
    #expect(!records.records.isEmpty)
  }

  @Test(arguments: [#"{"users":[#],"alerts":["#, #"{"shop":{"users":[#]},"alerts":["#])
  func `A list behind many megabytes of another is found`(start: String) throws {
    let user = #"{"id":1,"name":"A \"]}, b","about":"\#(String(repeating: "x", count: 900))"}"#
    let users = Array(repeating: user, count: 6_000).joined(separator: ",\n")
    let records = try found(start.replacing("#", with: users) + Self.record)
    #expect(records.list.path.last == "alerts")
    #expect(records.records.count == 1)
    #expect(records.others.contains { $0.elements.count == DraftRecords.limit })
  }

  @Test func `An object keyed by id has its keys for ids, or for those of recipients`() throws {
    let keyed = try found(#"{"a1":#,"a2":#}"#.replacing("#", with: Self.record))
    #expect(keyed.list.isKeyed && !keyed.list.isTree)
    let tree = try found(#"{"u1":{"a1":#},"u2":{"a2":#}}"#.replacing("#", with: Self.record))
    #expect(tree.list.isKeyed)
  }

  @Test(arguments: [["1.2.10", "1.2.11"], ["A-2026-10-02", "B"], ["10002", "10003"], [""]])
  func `Versions and ids are no times`(values: [String]) { #expect(DraftTimeForm(values) == nil) }
}
