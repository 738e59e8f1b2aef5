import CZlib
import Foundation
import InputSupport
import Notifications
import Testing

@testable import Exports

struct CompressionTests {
  /// One gzip member.
  static func gzip(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var input = Array(bytes)
    var output = [UInt8](repeating: 0, count: input.count + 1000)
    var stream = z_stream()
    let code = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { return [] }
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
        deflateEnd(&stream)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(count))
  }

  @Test func `A bomb is an error`() async throws {
    let scratch = try Scratch()
    let input = try scratch.file("bomb.gz", Self.gzip(repeatElement(0x20, count: 1 << 20)))
    let fault = await faultSentence {
      try await scratch.index([input]) { $0.decompressionLimit = 65536 }
    }
    #expect(fault == "\(input.name): it decompresses to more than 65536 bytes")
  }
}

struct InputTests {
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

  /// Records of one length, each in the place of another's: nothing in them tells.
  @Test(arguments: [1 << 30, 1])
  func `A file that was written to is an error where read again`(memoryBudget: Int64) async throws {
    let scratch = try Scratch()
    let records = Sample.records(50)
    let input = try scratch.file("export.jsonl", records.joined(separator: "\n"))
    let index = try await scratch.index([input]) { $0.memoryBudget = memoryBudget }
    let before = try index.mailboxes()
    let handle = try FileHandle(forWritingTo: URL(filePath: input.name))
    try handle.write(contentsOf: Data(records.reversed().joined(separator: "\n").utf8))
    if memoryBudget == 1 {
      // What was copied stays what it was.
      #expect(try index.mailboxes() == before)
    } else {
      #expect(faultCode { try index.mailboxes() } == "changed")
    }
  }
}
