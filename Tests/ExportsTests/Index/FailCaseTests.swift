import Foundation
import Notifications
import Testing

@testable import Exports

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
