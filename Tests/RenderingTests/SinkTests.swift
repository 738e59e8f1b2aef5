import Foundation
import SinkJudge
import Testing

/// The words of strangers in every sink, as the fuzz target judges them.
struct SinkTests {
  private static let fuzzing = URL(filePath: #filePath).appending(path: "../../Fuzzing")
    .standardized

  private static func files(in folder: String) throws -> [(name: String, bytes: Data)] {
    let folder = fuzzing.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  @Test func `What the fuzzer found once is found no more`() throws {
    let sinks = try Sinks()
    let files = try Self.files(in: "FailCases/sinks")
    #expect(!files.isEmpty)
    for (name, bytes) in files {
      let input = try #require(FuzzInput(bytes))
      #expect(throws: Never.self, "\(name)") { try sinks.check(input.digest, in: input.sink) }
    }
  }

  @Test(arguments: Sinks.Sink.allCases)
  func `The words of the seeds stay words in every sink`(sink: Sinks.Sink) throws {
    let sinks = try Sinks()
    for (name, bytes) in try Self.files(in: "Seeds/sinks") {
      let input = try #require(FuzzInput(bytes))
      #expect(throws: Never.self, "\(name)") { try sinks.check(input.digest, in: sink) }
    }
  }

  @Test func `The judges of every sink know plain words and see hostile ones`() throws {
    let plain = StrangersDigest(words: ["plain words"])
    let sinks = try Sinks()
    for sink in Sinks.Sink.allCases { try sinks.check(plain, in: sink) }
    #expect(Leaves(of: Array("# a".utf8)) == .text("a"))
    #expect(WrittenBytes.complaint(of: [0x1B]) != nil)
  }
}
