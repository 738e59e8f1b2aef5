import Foundation
import InputSupport
import Notifications
import Testing

@testable import Exports

struct InputTests {
  @Test func `What is not there is an error`() async throws {
    let scratch = try Scratch()
    let missing = ExportInput.file(scratch.folder + "/missing.json")
    let none = await faultSentence { try await scratch.index([missing]) }
    #expect(none == "\(missing.name): there is no such file")
    let folder = ExportInput.file(scratch.folder)
    let fault = await faultSentence { try await scratch.index([folder]) }
    #expect(fault == "\(folder.name): this is a folder")
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16])
  func `UTF-16 is refused`(encoding: String.Encoding) async throws {
    let scratch = try Scratch()
    let data = try #require("[{\"id\":1}]".data(using: encoding))
    let input = try scratch.file("utf16.json", data)
    let fault = await faultSentence { try await scratch.index([input]) }
    #expect(fault == "\(input.name): it is UTF-16")
  }

  @Test func `A file that changed is an error`() async throws {
    let scratch = try Scratch()
    let text = Sample.records(50).joined(separator: "\n")
    let input = try scratch.file("export.jsonl", text)
    let index = try await scratch.index([input])
    try index.contents.files[0].checkUnchanged()
    _ = try scratch.file("export.jsonl", String(text.dropLast(5000)))
    #expect(faultCode { try index.contents.files[0].checkUnchanged() } == "changed")
  }

  @Test func `A file that was cut is an error where it is read again`() async throws {
    let scratch = try Scratch()
    let input = try scratch.file("export.jsonl", Sample.records(50).joined(separator: "\n"))
    let index = try await scratch.index([input])
    let handle = try FileHandle(forWritingTo: URL(filePath: input.name))
    try handle.truncate(atOffset: 1000)
    #expect(faultCode { try index.mailboxes() } == "changed")
  }

  @Test func `Records of no profile are an error with the scores`() async throws {
    let fault = try #require(
      await faultSentence { try await Scratch().index(#"[{"a":1},{"b":2}]"#) })
    #expect(fault.hasSuffix(": no profile fits its records"))
  }

  @Test func `A pipe is read like a file`() async throws {
    let scratch = try Scratch()
    let text = Sample.records(3000).joined(separator: "\n")
    let index = try await scratch.index([try scratch.pipe("pipe", Array(text.utf8))])
    let expected = try await scratch.index(text)
    #expect(try index.mailboxes() == expected.mailboxes())
  }

  /// JSONTestSuite through the whole reader: nothing traps, and what must not parse gives no
  /// notification.
  @Test(
    .enabled(
      if: SharedData.has(ParsingSuiteTests.path), "skipped: the shared test data is not here"))
  func `The parsing suite gives no notifications`() async throws {
    let scratch = try Scratch()
    let folder = SharedData.url(ParsingSuiteTests.path)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let value = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let wrapped =
        Array(Sample.record(0).dropLast().utf8) + Array(",\"v\":".utf8) + value + Array("}\n".utf8)
      let index = try await scratch.index([try scratch.file("wrapped", wrapped)]) {
        $0.profile = ProfileName("recruiting-compass")
      }
      switch name.prefix(2) {
      case "y_": #expect(index.count == 1, "\(name)")
      case "n_": #expect(index.count == 0 && index.sources[0].rejected > 0, "\(name)")
      default: break
      }
      guard let input = try? scratch.file("alone", value) else { continue }
      let alone = try? await scratch.index([input]) {
        $0.profile = ProfileName("recruiting-compass")
      }
      #expect(alone.map(\.count) ?? 0 == 0, "\(name)")
    }
  }
}
