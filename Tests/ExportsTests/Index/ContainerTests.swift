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
      }
      .sorted()
    }
  }

  static let plainest = ContainerForms.all[0].text

  @Test(arguments: ContainerForms.all.indices, [1 << 20, 3000])
  func `Every form gives the same`(form: Int, chunkSize: Int) async throws {
    let scratch = try Scratch()
    let expected = try Content(try await scratch.index(Self.plainest))
    #expect(expected.mailboxes.map(\.count) == [43, 43, 43, 43, 43, 43, 42])
    let (name, text) = ContainerForms.all[form]
    for jobs in [1, 3] {
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

  @Test func `An object keyed by id gives its names as ids`()
    async throws
  {
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
    let expected = try Content(try await scratch.index(Self.plainest))
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
  func `What pages say is missing makes the input incomplete`(
    text: String, incomplete: [Incompleteness]
  ) async throws {
    #expect(try await Scratch().index(text).sources[0].incomplete == incomplete)
  }

  @Test(
    arguments: [
      ("", "is empty, as after a failed dump"), ("\n\n", Fault.blank), ("\u{FEFF}", Fault.blank),
      (String(repeating: " ", count: 1 << 20), Fault.blank),
    ])
  func `Nothing is no export`(text: String, words: String) async throws {
    let fault = await faultSentence { try await Scratch().index(text) }
    #expect(fault?.hasSuffix(words) == true)
  }

  @Test(arguments: ["[]", "{}", "[ ]\n[]", #"{"data":[]}"#, #"{"data":{"nodes":[]}}"#])
  func `No records are no error`(text: String) async throws {
    let index = try await Scratch().index(text)
    #expect(index.count == 0)
    #expect(index.rejects == [])
    #expect(index.sources[0].profile == nil)
  }

  @Test func `Records that name nobody belong to their envelope, then their file, then the owner`()
    async throws
  {
    let scratch = try Scratch()
    let record =
      #"{"id":"1","type":"ROOM_LIKE","displayText":"x","isRead":true,"#
      + #""createdAt":"2025-07-04T15:02:44Z","actor":{"id":"a"},"deepLink":{}}"#
    func owner(_ name: String, _ text: String, _ owner: RecipientID?) async throws -> String {
      let index = try await scratch.index([try scratch.file(name, text)]) {
        $0.owner = owner
        $0.fileNamePattern = FileNamePattern("inbox-{recipient}.json")
      }
      #expect(index.recipientCount == 1)
      return index.recipient(at: 0).text
    }
    let page = #"{"user_id":"env","data":[\#(record)]}"#
    #expect(try await owner("inbox-ana.json", page, RecipientID("o")) == "env")
    #expect(try await owner("inbox-ana.json", record, RecipientID("o")) == "ana")
    #expect(try await owner("other.json", record, RecipientID("o")) == "o")
    #expect(try await owner("other.json", "[\(record)]", nil) == "me")
  }

  @Test func `Only the recipients asked for are kept`()
    async throws
  {
    let index = try await Scratch().index(Self.plainest) {
      $0.recipients = [RecipientID("u3"), RecipientID("nobody")]
    }
    #expect(index.recipientCount == 1)
    #expect(index.recipient(at: 0).text == "u3")
    #expect(index.count == index.count(of: 0))
    #expect(index.sources[0].records == 300)
  }

  @Test func `A text filter marks what it matches`() async throws {
    let index = try await Scratch().index(Self.plainest) {
      $0.textFilter = TextFilter(language: .english) { $0.title?.contains("{17}") == true }
    }
    #expect(index.fold(into: 0) { if $1.isMatch { $0 += 1 } } == 1)
  }
}
