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
