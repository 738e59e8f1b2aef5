import ByteText
import CZlib

/// Decompresses gzip (RFC 1952), one member after another.
final class Inflater {
  enum End: Equatable {
    /// Nothing follows the last member, except zeros that fill a block.
    case whole
    /// The input ends inside a member.
    case torn
    /// A member is damaged or followed by other data.
    case corrupt
  }

  private let source: StoredBytes
  private var head: ArraySlice<UInt8>
  private var input = [UInt8](repeating: 0, count: 1 << 18)
  private var available = 0..<0
  // zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isBetweenMembers = true
  /// How the stream ended; nil before its end.
  private(set) var end: End?

  /// `head` has the bytes of the source that were read before.
  init(_ source: StoredBytes, head: [UInt8]) throws(Fault) {
    self.source = source
    self.head = head[...]
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 16 more than the largest window: gzip, no other format.
    let code = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(source.name) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills `target` with decompressed bytes; fewer only at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
    var filled = 0
    while filled < target.count && end == nil {
      if available.isEmpty { try refill() }
      if available.isEmpty {
        end = isBetweenMembers ? .whole : .torn
      } else if isBetweenMembers && input[available.lowerBound] == 0 {
        available = available.dropFirst()
      } else {
        filled += inflate(into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
      }
    }
    return filled
  }

  private func refill() throws(Fault) {
    if !head.isEmpty {
      let part = head.prefix(input.count)
      input.replaceSubrange(..<part.count, with: part)
      available = 0..<part.count
      head = head.dropFirst(part.count)
      return
    }
    available = 0..<(try input.withMutableRawBytes(source.readNext(into:)))
  }

  private func inflate(into target: UnsafeMutableRawBufferPointer) -> Int {
    isBetweenMembers = false
    let room = min(target.count, 1 << 30)
    let code = input.withUnsafeMutableBytes { bytes in
      stream.pointee.next_in = bytes.bindMemory(to: UInt8.self).baseAddress
        .map { $0 + available.lowerBound }
      stream.pointee.avail_in = UInt32(available.count)
      stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(room)
      return CZlib.inflate(stream, Z_NO_FLUSH)
    }
    available = (available.upperBound - Int(stream.pointee.avail_in))..<available.upperBound
    if code == Z_STREAM_END {
      isBetweenMembers = inflateReset(stream) == Z_OK
    } else if code != Z_OK {
      end = .corrupt
    }
    return room - Int(stream.pointee.avail_out)
  }
}
