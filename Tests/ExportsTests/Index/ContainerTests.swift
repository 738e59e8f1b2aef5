import ByteText
import Foundation
import InputSupport
import Languages
import Notifications
import Testing

@testable import Exports

struct ContainerTests {
  /// What an index says, and all that it holds.
  struct Content: Equatable {
    var mailboxes: [[Notification]]
    var records: [String]
    var types: [TypeID]

    init(_ index: ExportIndex) throws {
      mailboxes = try index.mailboxes()
      types = index.types
      records = index.fold(into: []) { result, record in
        result.append(
          "\(record.recipient) \(record.type) \(record.priority) \(record.readState) "
            + "\(record.time.microseconds) \(record.isDeleted)")
      }.sorted()
    }
  }

  static let plainest = ContainerForms.all[0].text
  static let expected = Task { try Content(try await Scratch().index(plainest)) }

  @Test(arguments: ContainerForms.all.indices)
  func `Every form gives the same`(form: Int) async throws {
    let scratch = try Scratch()
    let expected = try await Self.expected.value
    #expect(expected.mailboxes.map(\.count) == [43, 43, 43, 43, 43, 43, 42])
    let (name, text) = ContainerForms.all[form]
    for (chunkSize, jobs) in [(1 << 20, 1), (3000, 3)] {
      let index = try await scratch.index(text) {
        $0.chunkSize = chunkSize
        $0.jobs = jobs
      }
      #expect(index.sources.map(\.records) == [300], "\(name)")
      #expect(index.rejects == [], "\(name)")
      #expect(index.sources[0].incomplete == [], "\(name)")
      #expect(try Content(index) == expected, "\(name)")
    }
  }

  @Test func `An object keyed by id gives its names as ids`() async throws {
    let scratch = try Scratch()
    let members = ContainerForms.records.enumerated().map { number, record in
      "\"k\\u0065y\(number)\":" + record.replacing(#""id":"n\#(number)","#, with: "")
    }
    let keyed = "{" + members.joined(separator: ",\n") + "}"
    for chunkSize in [1 << 20, 2000] {
      for text in [keyed, #"{"notifications":\#(keyed)}"#] {
        let index = try await scratch.index(text) {
          $0.chunkSize = chunkSize
          $0.profile = ProfileName("recruiting-compass")
        }
        #expect(index.sources.map(\.records) == [300])
        #expect(index.rejects == [])
        let ids = Set(try index.mailboxes().joined().map(\.id.text))
        #expect(ids == Set((0..<300).map { "key\($0)" }))
      }
    }
  }

  @Test func `Several files are one input`() async throws {
    let scratch = try Scratch()
    let expected = try await Self.expected.value
    let inputs = try ContainerForms.pages(5).enumerated()
      .map { try scratch.file("page\($0).json", $1) }
    let index = try await scratch.index(inputs)
    #expect(index.sources.map(\.records) == [60, 60, 60, 60, 60])
    #expect(!index.isIncomplete)
    #expect(try Content(index) == expected)
    let fewer = try await scratch.index(Array(inputs.dropLast()))
    #expect(fewer.sources.last?.incomplete == [.missingPages(found: 4, expected: 5)])
  }

  @Test(arguments: [
    (
      #"{"data":[],"meta":{"totalCount":3}}"#,
      [Incompleteness.missingRecords(found: 0, expected: 3)]
    ),
    (#"{"data":[],"total":0}"#, []),
    (#"{"items":[],"page":{"totalPages":2,"page":1}}"#, [.missingPages(found: 1, expected: 2)]),
    (#"{"data":[],"meta":{"hasNextPage":true}}"#, [.nextPageMissing]),
    (#"{"data":[],"meta":{"hasNextPage":true,"page":1}}{"data":[],"hasNextPage":false}"#, []),
    (#"{"data":["#, [.torn]), ("[", [.torn]), ("[]", []),
  ])
  func `What pages miss is incomplete`(text: String, incomplete: [Incompleteness]) async throws {
    #expect(try await Scratch().index(text).sources[0].incomplete == incomplete)
  }
}

/// The same 300 records in every form that they may come in.
enum ContainerForms {
  static let records = Sample.records(300)

  /// The forms, by name; the first one is the plainest.
  static let all: [(name: String, text: String)] = lines + arrays + envelopes + mixtures

  private static let lines: [(name: String, text: String)] = [
    ("JSON Lines", records.joined(separator: "\n") + "\n"),
    ("JSON Lines without an end", records.joined(separator: "\n")),
    ("JSON Lines with CRLF", records.joined(separator: "\r\n") + "\r\n"),
    ("JSON Lines with empty lines", "\n\n" + records.joined(separator: "\n\n  \n")),
    ("records behind each other", records.joined()),
    ("printed records", records.map(printed).joined(separator: "\n")),
  ]

  private static let arrays: [(name: String, text: String)] = [
    ("array", "[" + records.joined(separator: ",") + "]"),
    ("array in lines", "[\n  " + records.joined(separator: ",\n  ") + "\n]\n"),
    ("array behind a byte order mark", "\u{FEFF}[" + records.joined(separator: " ,") + "]"),
    ("printed array", printed("[" + records.joined(separator: ",") + "]")),
    ("arrays behind each other", pieces(9).joined()),
    ("arrays in an array", "[" + pieces(9).joined(separator: ",") + "]"),
  ]

  private static let envelopes: [(name: String, text: String)] = [
    ("envelope", #"{"data":["# + records.joined(separator: ",") + #"],"meta":{"total":300}}"#),
    (
      "printed envelope",
      printed(#"{"x":{"y":[{}]},"items":["# + records.joined(separator: ",") + "]}")
    ),
    ("pages behind each other", pages(20).joined()),
    ("pages in lines", pages(7).joined(separator: "\n")),
    ("printed pages", pages(7).map(printed).joined(separator: "\n")),
    ("large pages", pages(2).joined()),
    ("pages in an array", "[" + pages(9).joined(separator: ",") + "]"),
    ("nested envelope", #"{"data":{"notifications":["# + records.joined(separator: ",") + "]}}"),
  ]

  private static let mixtures: [(name: String, text: String)] = [
    (
      "a page, then lines",
      #"{"data":["# + records[0] + "]}\n" + records.dropFirst().joined(separator: "\n")
    ),
    ("lines, then an array", records[0] + "\n[" + records.dropFirst().joined(separator: ",") + "]"),
    (
      "lines, then a printed envelope",
      records[0] + "\n" + printed(#"{"data":["# + records.dropFirst().joined(separator: ",") + "]}")
    ),
  ]

  /// The records in so many arrays.
  static func pieces(_ count: Int) -> [String] {
    let size = (records.count + count - 1) / count
    return (0..<count).map { piece in
      let part = min(piece * size, records.count)..<min((piece + 1) * size, records.count)
      return "[" + records[part].joined(separator: ",") + "]"
    }
  }

  /// The records in so many pages of an API.
  static func pages(_ count: Int) -> [String] {
    pieces(count).enumerated().map { page, array in
      let meta = #"{"page":\#(page + 1),"totalPages":\#(count)}"#
      return #"{"meta":\#(meta),"data":\#(array),"links":[{"a":"}"}]}"#
    }
  }

  /// The same JSON with line breaks and indentation.
  static func printed(_ json: String) -> String {
    guard let value = try? JSONSerialization.jsonObject(with: Data(json.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted])
    else { return json }
    return String(decoding: data, as: UTF8.self)
  }
}
