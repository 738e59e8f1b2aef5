/// Base64 (RFC 4648 section 4; RFC 2045 section 6.8 in bodies).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Bytes of a full line: 76 characters.
  private static let bytesPerLine = 57

  /// What so many bytes take in lines of 76 characters with CRLF between them.
  static func encodedCount(of count: Int) -> Int {
    let characters = (count + 2) / 3 * 4
    return characters + max(0, (characters - 1) / 76) * 2
  }

  /// Appends the encoding, in lines of 76 characters with CRLF between them.
  static func appendLines(_ bytes: [UInt8], to buffer: inout [UInt8]) {
    let count = encodedCount(of: bytes.count)
    buffer.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { target, initializedCount in
        bytes.withUnsafeBufferPointer { source in
          initializedCount = encode(source, lineLength: bytesPerLine, into: target)
        }
      }
    }
  }

  /// Appends the encoding without line breaks.
  package static func append(_ bytes: ArraySlice<UInt8>, to buffer: inout [UInt8]) {
    buffer.append(addingCapacity: (bytes.count + 2) / 3 * 4) { span in
      span.withUnsafeMutableBufferPointer { target, initializedCount in
        bytes.withUnsafeBufferPointer { source in
          initializedCount = encode(source, lineLength: .max, into: target)
        }
      }
    }
  }

  /// Three bytes to four characters; the target has room for all. Returns how much was written.
  private static func encode(
    _ source: UnsafeBufferPointer<UInt8>, lineLength: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var written = 0
    alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      var lineEnd = lineLength
      while index + 3 <= source.count {
        if index == lineEnd {
          target[written] = ASCII.cr
          target[written + 1] = ASCII.lf
          written += 2
          lineEnd += lineLength
        }
        let bits =
          Int(source[index]) << 16 | Int(source[index + 1]) << 8 | Int(source[index + 2])
        target[written] = alphabet[bits >> 18]
        target[written + 1] = alphabet[bits >> 12 & 63]
        target[written + 2] = alphabet[bits >> 6 & 63]
        target[written + 3] = alphabet[bits & 63]
        written += 4
        index += 3
      }
      guard index < source.count else { return }
      if index == lineEnd {
        target[written] = ASCII.cr
        target[written + 1] = ASCII.lf
        written += 2
      }
      let second = index + 1 < source.count ? Int(source[index + 1]) : 0
      let bits = Int(source[index]) << 16 | second << 8
      target[written] = alphabet[bits >> 18]
      target[written + 1] = alphabet[bits >> 12 & 63]
      target[written + 2] = index + 1 < source.count ? alphabet[bits >> 6 & 63] : ASCII.equals
      target[written + 3] = ASCII.equals
      written += 4
    }
    return written
  }
}
