import Glibc

/// Looking for single bytes, at the speed of the C library.
package enum ByteSearch {
  /// The first `byte` from `start` on.
  package static func first(
    _ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  package static func first(
    _ byte: UInt8, in bytes: Slice<UnsafeRawBufferPointer>, from start: Int
  ) -> Int? {
    first(byte, in: UnsafeRawBufferPointer(rebasing: bytes.base[..<bytes.endIndex]), from: start)
  }

  /// Where `other` first stands in a text, as an offset in its UTF-8; nil for an empty one.
  package static func offset(of other: String, in text: String) -> Int? {
    text.withBytes { text in
      other.withBytes { other in
        guard let first = other.first, other.count <= text.count else { return nil }
        return (0...(text.count - other.count)).first { start in
          text[start] == first && text[start..<(start + other.count)].elementsEqual(other)
        }
      }
    }
  }
}
