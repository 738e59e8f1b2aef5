import ByteText
import Foundation
import Languages
import Notifications
import Testing

@testable import Exports

struct DamageTests {
  /// Where a cut may matter: around each bracket, quote and comma of the first record, of the borders of
  /// the others, and of what is around the records.
  private static func cuts(_ bytes: [UInt8], _ records: [String]) -> [Int] {
    let inner = records.dropFirst().compactMap { record in
      bytes.firstRange(of: Array(record.utf8)).map { $0.lowerBound + 9..<$0.upperBound - 9 }
    }
    return bytes.indices.dropFirst().filter { place in
      !inner.contains { $0.contains(place) }
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
  func `JSON Lines lose the damaged line; a document ends at the damage`(damage: Int) async throws {
    var records = Sample.records(100)
    records[60] = Self.unbalanced[damage](records[60])
    let line = try await Scratch().index(records.joined(separator: "\n")) { $0.chunkSize = 3000 }
    #expect(line.count == 99)
    #expect(line.rejects.map(\.place.record) == [61])
    #expect(line.sources[0].incomplete == [])
    for (opening, closing) in [("[", "]"), (#"{"data":["#, "]}")] {
      let text = opening + records.joined(separator: ",\n") + closing
      for chunkSize in [1 << 20, 3000] {
        let index = try await Scratch().index(text) { $0.chunkSize = chunkSize }
        // A bracket too many is noticed behind its record.
        #expect((60...61).contains(index.count))
        let line = try #require(index.rejects.first?.place.line)
        #expect((61...62).contains(line))
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

/// What the fuzzer found once.
struct FailCaseTests {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../Fuzzing/FailCases/reader").standardized

  @Test func `Pieces of any size give the same records`() async throws {
    let scratch = try Scratch()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(!names.isEmpty)
    var read = 0
    for name in names {
      // The fuzzer's first byte is its choice, not the input's.
      let bytes = try Data(contentsOf: Self.folder.appending(path: name)).dropFirst()
      let input = try scratch.file("case", bytes)
      // What is no export at all is refused, in pieces as at once.
      let whole = try? await scratch.index([input]) {
        $0.profile = ProfileName("recruiting-compass")
      }
      read += whole == nil ? 0 : 1
      for chunkSize in [64, 80, 90, 128] {
        let pieces = try? await scratch.index([input]) {
          $0.profile = ProfileName("recruiting-compass")
          $0.chunkSize = chunkSize
        }
        #expect(pieces?.count == whole?.count, "\(name)")
        #expect(pieces?.rejects == whole?.rejects, "\(name)")
      }
    }
    #expect(read > 0)
  }
}
