import ByteText
import Foundation
import Notifications
import TestData
import Testing

@testable import Exports

struct CSVInputTests {
  private static let columns = [
    "id", "user_id", "type", "title", "message", "priority", "read_at", "scheduled_for",
    "action_url", "related_offer_id", "created_at", "updated_at",
  ]

  /// The records of a sample as rows.
  private static func table(
    _ records: some Sequence<String>, separator: String = ",", end: String = "\r\n",
    columns: [String] = columns
  ) throws -> String {
    var lines = [columns.joined(separator: separator)]
    for record in records {
      let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
      let cells = columns.map { name in
        guard let text = object?[name] as? String else { return "" }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
      }
      lines.append(cells.joined(separator: separator))
    }
    return lines.joined(separator: end) + end
  }

  @Test(arguments: [(",", "\r\n"), (";", "\n"), ("\t", "\n"), (",", "\r")], [300, 5_000, 1 << 20])
  func `Rows hold what JSON Lines hold`(form: (String, String), chunk: Int) async throws {
    let scratch = try Scratch()
    let expected = try await ContainerTests.expected.value
    let text = try Self.table(ContainerForms.records, separator: form.0, end: form.1)
    for jobs in [1, 3] {
      let index = try await scratch.index(text) {
        $0.chunkSize = chunk
        $0.jobs = jobs
      }
      #expect(try ContainerTests.Content(index) == expected)
      #expect(index.rejects.isEmpty && !index.isIncomplete)
      #expect(index.sources.map(\.format) == [.csv])
    }
  }

  @Test func `Rows of several tables past the memory budget keep their columns`() async throws {
    let records = ContainerForms.records
    let scratch = try Scratch()
    let expected = try await ContainerTests.expected.value
    let inputs = [
      try scratch.file("a.csv", try Self.table(records[..<100])),
      try scratch.file("b.jsonl", records[100..<150].joined(separator: "\n")),
      try scratch.file(
        "c.csv", try Self.table(records[150...], separator: "\t", columns: Self.columns.reversed())),
    ]
    let index = try await scratch.index(inputs) { $0.memoryBudget = 10_000 }
    #expect(try ContainerTests.Content(index) == expected)
  }

  /// A slow reader of the rows: a byte at a time.
  private static func rows(_ text: [UInt8], separator: UInt8) -> [Range<Int>] {
    var (rows, start, isQuoted, isStart) = ([Range<Int>](), 0, false, true)
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted || isStart:
        isQuoted.toggle()
        // The second of two quotes opens the cell again.
        isStart = !isQuoted
        continue
      case UInt8(ascii: "\n") where !isQuoted:
        rows.append(start..<index)
        start = index + 1
        isStart = true
        continue
      default: isStart = !isQuoted && byte == separator
      }
    }
    if start < text.count && !isQuoted { rows.append(start..<text.count) }
    return rows
  }

  @Test func `Rows end where a slow reader ends them, wherever the bytes are cut`() {
    var generator = SeededGenerator(seed: 4)
    let alphabet = Array("\"\"\",,\n\nxyz".utf8)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      var scanner = RowScanner(separator: UInt8(ascii: ","), terminator: UInt8(ascii: "\n"))
      var found: [Range<Int>] = []
      var held = 0
      while held < text.count {
        held = min(text.count, held + Int.random(in: 1..<12, using: &generator))
        text[..<held].withUnsafeBytes { bytes in
          while let row = scanner.nextRow(in: bytes, isAtEnd: held == text.count) {
            found.append(row.range)
          }
        }
      }
      #expect(found == Self.rows(text, separator: UInt8(ascii: ",")), "\(text)")
    }
  }
}
