import Glibc

/// Looking for single bytes, at the speed of the C library.
enum ByteSearch {
  /// The first `byte` from `start` on.
  static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  static func first(
    _ byte: UInt8, in bytes: Slice<UnsafeRawBufferPointer>, from start: Int
  ) -> Int? {
    first(byte, in: UnsafeRawBufferPointer(rebasing: bytes.base[..<bytes.endIndex]), from: start)
  }
}
