import ByteText
import Foundation
import Languages
import Notifications
import Testing

@testable import Exports

struct DamageTests {
  /// Ten records, each bad in its own way.
  static let bad: [String] = [
    Sample.record(1).replacing("null", with: "nul"),
    Sample.record(2).replacing(#""priority":"high""#, with: #""priority":01"#),
    Sample.record(3).replacing(#","priority""#, with: #" "priority""#),
    Sample.record(4).replacing(#""u4""#, with: #""u4"#),
    Sample.record(5).replacing(#""u5""#, with: "\"u5\u{1}\""),
    Sample.record(6).replacing(#"\n"#, with: #"\q"#),
    Sample.record(
      7,
      more: #","deep":"# + String(repeating: "[", count: 700) + String(repeating: "]", count: 700)
    ),
    Sample.record(8).replacing("2026-02-0", with: "never"),
    Sample.record(9).replacing(#""id""#, with: #""di""#),
    #"{"id":"torn","user_id":"u1","type":{"offer","#,
  ]

  /// A thousand good records with the bad ones between them, and where those are.
  static func mixed() -> (records: [String], bad: [Int]) {
    var records = (10..<1010).map { Sample.record($0) }
    var places: [Int] = []
    for (number, record) in bad.enumerated() {
      let place = 37 + number * 93
      records.insert(record, at: place)
      places.append(place)
    }
    return (records, places)
  }

  @Test(arguments: [1 << 20, 5000], [1, 3])
  func `Good records go on around bad ones in JSON Lines`(chunkSize: Int, jobs: Int) async throws {
    let (records, bad) = Self.mixed()
    let index = try await Scratch().index(records.joined(separator: "\n") + "\n") {
      $0.chunkSize = chunkSize
      $0.jobs = jobs
    }
    #expect(index.count == 1000)
    #expect(index.sources[0].records == 1010)
    #expect(index.rejects.map(\.place.line) == bad.map { $0 + 1 })
    #expect(index.rejects.map(\.place.record) == bad.map { $0 + 1 })
    #expect(index.sources[0].incomplete == [])
  }

  @Test(arguments: [1 << 20, 5000], [",\n", ","])
  func `Good records go on around bad ones in an array`(chunkSize: Int, separator: String)
    async throws
  {
    var (records, bad) = Self.mixed()
    // Their quotes and brackets do not match.
    for place in [bad.remove(at: 3), bad.removeLast()] {
      records[place] = Sample.record(place + 5000)
    }
    for (opening, closing) in [("[\n", "\n]"), ("{\"data\":[\n", "\n],\"meta\":{}}\n")] {
      let text = opening + records.joined(separator: separator) + closing
      let index = try await Scratch().index(text) { $0.chunkSize = chunkSize }
      #expect(index.rejects.map(\.place.record) == bad.map { $0 + 1 })
      #expect(index.count == 1002)
      if separator == ",\n" { #expect(index.rejects.map(\.place.line) == bad.map { $0 + 2 }) }
      #expect(index.sources[0].incomplete == [])
    }
  }

  /// Where a cut may matter: around each bracket, quote and comma of the first and the last record,
  /// and of what is around the records.
  private static func cuts(_ bytes: [UInt8], _ records: [String]) -> [Int] {
    let inner = bytes.firstRange(of: Array(records[1].utf8)).map {
      $0.lowerBound + 9..<$0.upperBound - 9
    }
    return bytes.indices.dropFirst().filter { place in
      inner?.contains(place) == false
        && bytes[(place - 1)...place].contains { "{}[]\",:\\\n".utf8.contains($0) }
    }
  }

  @Test func `An export cut anywhere loses at most the torn record`() async throws {
    let scratch = try Scratch()
    let records = Sample.records(3)
    let forms = [
      records.joined(separator: "\n") + "\n", "[" + records.joined(separator: ",\n") + "]",
      #"{"meta":{"total":4},"data":["# + records.joined(separator: ",") + #"],"z":"\n"}"#,
      "{" + records.enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: ",") + "}",
    ]
    for form in forms {
      let bytes = Array(form.utf8)
      let ends = records.compactMap { record in
        bytes.firstRange(of: Array(record.utf8)).map(\.upperBound)
      }
      for count in Self.cuts(bytes, records) {
        let whole = ends.filter { $0 <= count }.count
        let input = try scratch.file("cut.json", bytes.prefix(count))
        let index = try await scratch.index([input]) {
          $0.chunkSize = 2000
          $0.profile = ProfileName("recruiting-compass")
        }
        #expect(index.count == whole, "\(form.prefix(12)) \(count)")
        #expect(index.sources[0].rejected <= 1, "\(form.prefix(12)) \(count)")
      }
    }
  }

  /// Records of which one has quotes or brackets that do not match.
  private static let unbalanced =
    [
      { $0.replacing(#""priority":"high""#, with: #""priority":"high"#) },
      { $0.replacing(#""priority":"high""#, with: #""priority":high""#) },
      { String($0.dropLast()) }, { $0 + "}" }, { $0 + "]" },
      { $0.replacing(#""title""#, with: #""x":{"title""#) },
    ] as [@Sendable (String) -> String]

  private static func line(_ reason: Incompleteness) -> Int? {
    if case .damaged(let line, _) = reason { line } else { nil }
  }

  @Test(arguments: unbalanced.indices)
  func `JSON Lines lose the damaged line, and a document ends at the damage`(
    damage: Int
  ) async throws {
    var records = Sample.records(300)
    records[200] = Self.unbalanced[damage](records[200])
    let line = try await Scratch().index(records.joined(separator: "\n")) { $0.chunkSize = 7000 }
    #expect(line.count == 299)
    #expect(line.rejects.map(\.place.record) == [201])
    #expect(line.sources[0].incomplete == [])
    for (opening, closing) in [("[", "]"), (#"{"data":["#, "]}")] {
      let text = opening + records.joined(separator: ",\n") + closing
      for chunkSize in [1 << 20, 7000] {
        let index = try await Scratch().index(text) { $0.chunkSize = chunkSize }
        // A bracket too many is noticed behind its record.
        #expect((200...201).contains(index.count))
        let line = try #require(index.rejects.first?.place.line)
        #expect((201...202).contains(line))
        #expect(index.rejects.count == 1)
        #expect(index.sources[0].incomplete.map(Self.line) == [line])
      }
    }
  }

  @Test func `A damaged page of JSON Lines hides its own records only`() async throws {
    let records = Sample.records(9)
    var pages = (0..<3).map {
      #"{"data":["# + records[$0 * 3..<$0 * 3 + 3].joined(separator: ",") + "]}"
    }
    pages[1] = pages[1].replacing(#""id":"n4""#, with: #""id":n4""#)
    let index = try await Scratch().index(pages.joined(separator: "\n"))
    #expect(index.count == 7)
    #expect(index.sources[0].rejected == 1)
    let place = try #require(pages[1].firstRange(of: #"{"id":n4"#)).lowerBound
    let column = pages[1].utf8.distance(from: pages[1].startIndex, to: place) + 1
    #expect(index.sources[0].incomplete == [.damaged(line: 2, column: column)])
    let noise = try await Scratch().index(
      [records[0], "[12:00:01] \"exported", records[1], records[2]].joined(separator: "\n"))
    #expect(noise.count == 3)
    #expect(noise.sources[0].incomplete == [])
  }

  @Test(arguments: ["[%]", "%\n", "%", #"{"data":[%]}"#])
  func `A record that is too large is rejected and the next goes on`(form: String) async throws {
    let large = Sample.record(1, more: ",\"x\":\"" + String(repeating: "}{", count: 200_000) + "\"")
    let separators = form.hasPrefix("%") ? ["\n", ""] : [","]
    for separator in separators {
      let body = [Sample.record(0), large, Sample.record(2)].joined(separator: separator)
      let index = try await Scratch().index(form.replacing("%", with: body)) {
        $0.recordLimit = 100_000
        $0.chunkSize = 3000
      }
      #expect(index.count == 2)
      #expect(index.rejects.map(\.reason) == [.tooLarge(limit: 100_000)])
    }
  }

  @Test func `Repairs are counted`() async throws {
    let text = [
      Sample.record(7, more: #","title":"again""#),
      Sample.record(2).replacing(#"\u00e9"#, with: #"\ud83d"#),
    ]
    let index = try await Scratch().index(text.joined(separator: "\n"))
    #expect(index.count == 2)
    #expect(index.warnings[.duplicateKey] == 1)
    #expect(index.warnings[.loneSurrogate] == 1)
    #expect(try index.mailbox(of: 0, language: .english)[0].title == "again")
  }
}
