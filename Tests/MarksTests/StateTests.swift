import ByteText
import Exports
import Foundation
import InputSupport
import Languages
import Notifications
import Profiles
import Testing

@testable import Marks

struct StateFileTests {
  private func read(_ texts: String...) throws(Fault) -> StateFile.Reading {
    var reading = StateFile.Reading()
    for text in texts {
      try StateFile.read(ObjectFile(SideFileText(text), path: "s.json"), into: &reading)
    }
    return reading
  }

  private static let one =
    #"{"profile":"p","recipient":"r","id":"1","mark":"read","time":"2026-02-08T22:30:00.5Z"}"#

  @Test(arguments: [
    #"{"schema":"tidings.state/1","marks":[\#(one)]}"#, one, "\(one)\n\(one)\n", "[\(one)]",
    #"{"marks":[\#(one)],"page":{"schema":"x"},"schema":"tidings.state\/1"}"#,
  ])
  func `Marks are read from our own file, from JSON Lines and from an array`(text: String) throws {
    let reading = try read(text)
    #expect(reading.rejects == [])
    let time = Instant(microseconds: 1_770_589_800_500_000)
    var expected = mark("p", "r", "1", .read, at: 0)
    expected.time = time
    #expect(reading.marks.marks == [expected])
  }

  @Test(arguments: [
    (
      #"{"profile":"p","recipient":"r","id":"1","mark":"seen","time":1770589800}"#,
      "!mark malformed"
    ),
    (#"{"profile":"p","recipient":"r","id":"1","mark":"read"}"#, "!time missing"),
    (#"{"profile":"p","recipient":"r","id":"1","mark":"read","time":"late"}"#, "!time malformed"),
    (#"{"profile":"p","recipient":"r","id":"1","mark":"read","time":1e999}"#, "!time malformed"),
    (#"{"profile":"p","recipient":"r","mark":"read","time":1770589800}"#, "!id missing"),
    (#"{"profile":"p","recipient":[],"id":"1","mark":"read","time":1}"#, "!recipient wrong-type"),
    (#"{"recipient":"r","id":"1","mark":"read","time":1}"#, "!profile missing"),
    (
      #"{"profile":"p","recipient":"r","id":"1","id":"2","mark":"read","time":1}"#,
      "!id repeated-key"
    ),
    (#"{"profile":"p","recipient":"r","id":"1","mark":tru}"#, "!- damaged"),
  ])
  func `A bad mark is rejected with its line and field`(text: String, verdict: String) throws {
    let reading = try read("\(Self.one)\n\(text)")
    #expect(reading.marks.count == 1)
    #expect(reading.rejects.map { $0.verdict } == [verdict])
    #expect(reading.rejects.first?.place == Fault.Place(line: 2))
  }

  @Test func `What is written is read back, and written again as the same bytes`() throws {
    var marks = [
      mark("p", "r\"\\\n\0\u{202E}", "e\u{301}", .read, at: 1_770_589_800),
      mark("p", "r", "\u{E9}", .deleted, at: -1), mark("", "", "", .read, at: 0),
      mark("p", "r", "2", .read, at: 253_402_300_799), mark("p", "r", "2", .deleted, at: 7),
    ]
    marks[1].time.microseconds = -1
    let table = MarkTable(marks.filter { !$0.profile.text.isEmpty })
    let bytes = StateFile.bytes(of: table)
    let text = String(decoding: bytes, as: UTF8.self)
    let reading = try read(text)
    #expect(reading.rejects == [])
    #expect(reading.marks.marks == table.marks)
    #expect(StateFile.bytes(of: reading.marks) == bytes)
    #expect(StateFile.bytes(of: MarkTable(table.marks.reversed())) == bytes)
    #expect(text.contains(#""time":"1969-12-31T23:59:59.999999Z""#))
    #expect(text.contains(#""time":"9999-12-31T23:59:59Z""#))
  }
}

struct StateOutputTests {
  private func profile(_ marks: String) throws -> Profile {
    try Profile(
      yaml: "name: app\nmatch: {must: [id]}\nfields: {id: id, time: t}\nmarks: {\(marks)}\n",
      file: "app.yaml")
  }

  @Test(arguments: [
    "sql: {read: UPDATE t SET read = TRUE}", #"sql: {read: "UPDATE t WHERE id IN ({idz})"}"#,
    "sql: {seen: x}", "requests: {read: {method: POST, url: /read}}",
    #"requests: {read: {method: POST, url: "/{time}", body: {ids: "{ids}"}}}"#,
    "requests: {read: {method: POST, url: /, body: {ids: {ids}}}}",
    #"requests: {read: {method: POST, url: /, body: {ids: "{table}"}}}"#,
  ])
  func `A pattern that names no notification, or what there is not, is refused`(marks: String) {
    #expect(throws: (any Error).self) { try profile(marks) }
  }

  @Test(arguments: [
    ("read_at", "read_at"), ("order", "\"order\""), ("User", "\"User\""), ("1a", "\"1a\""),
    ("", "\"\""), ("a b", "\"a b\""), ("a\"; --", "\"a\"\"; --\""),
  ])
  func `Identifiers are quoted where they have to be`(name: String, written: String) {
    #expect(SQLText.identifier(name) == written)
  }
}
