import ByteText
import Foundation
import Testing

@testable import Delivery

struct FileUpdateTests {
  @Test func `Changes of one file wait for each other, so that none is lost`() async throws {
    let scratch = try Scratch()
    let path = scratch.path("count")
    try scratch.write("0", to: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try FileUpdate.locked(path) {
            let count = Int(try String(contentsOfFile: path, encoding: .utf8)) ?? 0
            try AtomicFile.write(Array("\(count + 1)".utf8), to: path, syncs: false)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "20")
    #expect(try scratch.mode(".count.lock") == 0o600)
  }

  @Test func `A link in the place of the lock is refused`() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(".marks.lock"), withDestinationPath: scratch.path("elsewhere"))
    #expect(throws: Fault.symbolicLink(scratch.path("") + ".marks.lock")) {
      try FileUpdate.locked(scratch.path("marks")) {}
    }
  }
}
