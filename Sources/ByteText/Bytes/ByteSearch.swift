import Glibc

/// Looking for bytes, at the speed of the C library.
package enum ByteSearch {
  /// The first `byte` from `start` on.
  package static func first(_ byte: UInt8, in bytes: RawSpan, from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Where `other` first stands in a text, as an offset in its UTF-8; nil for an empty one.
  package static func offset(of other: String, in text: String) -> Int? {
    text.withBytes { text in other.withBytes { offset(of: $0, in: text) } }
  }

  /// Whether `other` stands in `bytes`; no for an empty one.
  package static func isFound(_ other: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      other.withUnsafeBufferPointer { offset(of: $0, in: bytes) != nil }
    }
  }

  /// Where `other` first stands in `bytes`; nil for an empty one.
  ///
  /// The standard library's `firstRange(of:)` is not specialized: it takes 30,000 instructions for a line.
  package static func offset(
    of other: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let first = other.baseAddress, let base = bytes.baseAddress, other.count > 0 else {
      return nil
    }
    var start = 0
    while bytes.count - start >= other.count,
      let found = memchr(base + start, Int32(first.pointee), bytes.count - start - other.count + 1)
    {
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(found, first, other.count) == 0 { return start }
      start += 1
    }
    return nil
  }
}

/// Counts line feeds up to offsets that seldom go back.
package struct LineCounter {
  private var offset = 0
  private var lines = 0

  package init() {}

  /// The number, from 1, of the line that a byte is in.
  package static func line(in bytes: RawSpan, at offset: Int) -> Int {
    lineFeeds(in: bytes.extracting(0..<min(max(offset, 0), bytes.byteCount))) + 1
  }

  /// The line feeds before `end`; the bytes are those of the last call.
  package mutating func count(in bytes: RawSpan, to end: Int) -> Int {
    let end = min(max(end, 0), bytes.byteCount)
    if end < offset { (offset, lines) = (0, 0) }
    lines += Self.lineFeeds(in: bytes.extracting(offset..<end))
    offset = end
    return lines
  }

  /// How many line feeds there are.
  package static func lineFeeds(in bytes: RawSpan) -> Int {
    var count = 0
    var start = 0
    // libc searches 32 bytes at a time: half the instructions of counting with vectors of 16.
    while let feed = ByteSearch.first(0x0A, in: bytes, from: start) {
      count += 1
      start = feed + 1
    }
    return count
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` for a body that throws errors of one type.
  @inlinable @inline(__always)
  package func withRawBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }
    return try result.get()
  }

  /// `withUnsafeMutableBytes` for a body that throws errors of one type.
  @inlinable @inline(__always)
  package mutating func withMutableRawBytes<Answer, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result = withUnsafeMutableBytes { bytes in
      Result { () throws(Failure) in try body(bytes) }
    }
    return try result.get()
  }

  /// Appends bytes in half the instructions of `append(contentsOf:)`, for loops over short texts.
  @inlinable @inline(__always)
  package mutating func append(bytes: UnsafeBufferPointer<UInt8>) {
    append(addingCapacity: bytes.count) { span in
      span.withUnsafeMutableBufferPointer { target, initializedCount in
        guard let source = bytes.baseAddress, let target = target.baseAddress else { return }
        (target + initializedCount).update(from: source, count: bytes.count)
        initializedCount += bytes.count
      }
    }
  }
}

extension String {
  /// Hands over the text's UTF-8 where it lies. `withUTF8` needs a variable of its own, which costs a
  /// reference counted up and down, as much as looking at a short text.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// As `withBytes`, untyped.
  @inlinable @inline(__always)
  package func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes { body(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two texts have the same bytes; a bulk comparison, as texts are compared for every record.
  package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count
    }
    return memcmp(left, right, count) == 0
  }

  /// Whether these bytes come before others.
  func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let left = baseAddress, let right = other.baseAddress else { return count < other.count }
    let order = memcmp(left, right, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
