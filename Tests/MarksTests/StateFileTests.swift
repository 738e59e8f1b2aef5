import ByteText
import Exports
import Foundation
import InputSupport
import Languages
import Notifications
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
    (#"{"schema":"tidings.state/2","marks":[]}"#, "tidings.state/2"), (#"{"marks":[]}"#, nil),
    ("{}", nil), (#"{"schema":1,"marks":[]}"#, "1"), (#"{"schema":null,"marks":[]}"#, nil),
  ])
  func `Marks of another schema are an error`(text: String, found: String?) throws {
    let fault = try #require(throws: Fault.self) { try read("\n" + text) }
    #expect(fault.sentence == "s.json, line 2: its schema is \(found ?? "missing")")
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

  @Test func `Marks are read from a table, too`() throws {
    let path = NSTemporaryDirectory() + "tidings-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = "profile,recipient,id,mark,time\np,r,1,read,2026-02-08T22:30:00Z\np,r,2\n"
    try Data(rows.utf8).write(to: URL(filePath: path))
    let reading = try StateFile.read([path])
    #expect(reading.marks.count == 1)
    #expect(
      reading.rejects.map(\.sentenceInFile) == [
        "line 3: the row has 3 cells, but the header has 5"
      ])
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

  @Test func `A file without marks is a file`() throws {
    let bytes = StateFile.bytes(of: MarkTable())
    #expect(
      String(decoding: bytes, as: UTF8.self) == "{\"schema\":\"tidings.state/1\",\"marks\":[\n]}\n")
    #expect(try read(String(decoding: bytes, as: UTF8.self)).marks.isEmpty)
  }

  @Test func `Marks of several files are one set`() throws {
    let reading = try read(
      Self.one, Self.one.replacing("\"read\"", with: "\"deleted\""),
      Self.one.replacing("2026", with: "2025"))
    #expect(reading.marks.count == 2)
    #expect(reading.marks.marks.last?.time.text == "2026-02-08T22:30:00.5Z")
  }
}
