import ByteText

/// The encoding of a body part's bytes (RFC 2045 section 6).
package enum TransferEncoding: String, CaseIterable, Sendable {
  case quotedPrintable = "quoted-printable"
  case base64

  /// The length of a body part in the shorter encoding.
  ///
  /// Use it to limit a part's size: Gmail clips HTML above 102,400 bytes.
  package static func encodedCount(of body: [UInt8]) -> Int {
    var scratch: [UInt8] = []
    _ = append(BodyText(body), to: &scratch) { _, _ in }
    return scratch.count
  }

  /// Appends what `head` writes for an encoding and then the body in quoted-printable, or in base64
  /// if that is shorter.
  static func append(
    _ text: BodyText, to buffer: inout [UInt8], head: (TransferEncoding, inout [UInt8]) -> Void
  ) -> TransferEncoding {
    let limit = Base64.encodedCount(of: text.canonicalCount)
    if QuotedPrintable.leastCount(of: text) <= limit {
      let start = buffer.count
      head(.quotedPrintable, &buffer)
      if QuotedPrintable.append(text, limit: limit, to: &buffer) { return .quotedPrintable }
      buffer.removeLast(buffer.count - start)
    }
    head(.base64, &buffer)
    Base64.append(text.canonical[...], bytesPerLine: Base64.bytesPerLine, to: &buffer)
    return .base64
  }
}

/// Base64 (RFC 4648 section 4; RFC 2045 section 6.8 in bodies).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two characters of every twelve bits, in memory order.
  private static let pairs: [UInt16] = (0..<4_096).map { bits in
    (UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8).littleEndian
  }

  /// Fills a line of 76 characters.
  static let bytesPerLine = 57

  /// The length of so many bytes in lines of 76 characters separated by CRLF.
  static func encodedCount(of count: Int) -> Int {
    let characters = (count + 2) / 3 * 4
    return characters + max(0, (characters - 1) / 76) * 2
  }

  /// Appends the encoding, in lines separated by CRLF if lines are at most 57 bytes.
  package static func append(
    _ bytes: ArraySlice<UInt8>, bytesPerLine: Int = .max, to buffer: inout [UInt8]
  ) {
    buffer.append(addingCapacity: encodedCount(of: bytes.count)) { span in
      span.withUnsafeMutableBufferPointer { target, initializedCount in
        bytes.withUnsafeBufferPointer { source in
          initializedCount = encode(source, lineLength: bytesPerLine, into: target)
        }
      }
    }
  }

  /// Encodes into a target with enough room; returns the number of bytes written.
  private static func encode(
    _ source: UnsafeBufferPointer<UInt8>, lineLength: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard var bytes = source.baseAddress, let start = target.baseAddress else { return 0 }
    return pairs.withUnsafeBufferPointer { pairs in
      guard let pairs = pairs.baseAddress else { return 0 }
      var characters = UnsafeMutableRawPointer(start)
      var left = source.count
      while left > lineLength {
        encode(&bytes, lineLength, to: &characters, pairs: pairs)
        left -= lineLength
        characters.storeBytes(of: UInt8(ascii: "\r"), as: UInt8.self)
        characters.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: 1, as: UInt8.self)
        characters += 2
      }
      encode(&bytes, left, to: &characters, pairs: pairs)
      return characters - UnsafeMutableRawPointer(start)
    }
  }

  /// Encodes six bytes at a time, and three at the end.
  @inline(__always)
  private static func encode(
    _ bytes: inout UnsafePointer<UInt8>, _ count: Int, to target: inout UnsafeMutableRawPointer,
    pairs: UnsafePointer<UInt16>
  ) {
    var left = count
    // Eight bytes are read, of which six count.
    while left >= 8 {
      let bits = UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self).bigEndian
      for index in 0..<4 {
        let pair = pairs[Int(truncatingIfNeeded: bits >> UInt64(52 - 12 * index)) & 0xFFF]
        target.storeBytes(of: pair, toByteOffset: 2 * index, as: UInt16.self)
      }
      bytes += 6
      target += 8
      left -= 6
    }
    while left > 0 {
      let second = left > 1 ? Int(bytes[1]) : 0
      let third = left > 2 ? Int(bytes[2]) : 0
      let bits = Int(bytes[0]) << 16 | second << 8 | third
      target.storeBytes(of: pairs[bits >> 12], as: UInt16.self)
      target.storeBytes(of: pairs[bits & 0xFFF], toByteOffset: 2, as: UInt16.self)
      if left < 3 { target.storeBytes(of: UInt8(ascii: "="), toByteOffset: 3, as: UInt8.self) }
      if left < 2 { target.storeBytes(of: UInt8(ascii: "="), toByteOffset: 2, as: UInt8.self) }
      bytes += min(left, 3)
      target += 4
      left -= 3
    }
  }
}
