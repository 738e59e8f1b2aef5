import ByteText
import CSimdJSON

struct ByteWindow {
  /// The bytes read so far, then free room, then the slack that a walk needs.
  private(set) var bytes: [UInt8]
  private(set) var count = 0
  private(set) var base: Int64 = 0
  /// Whether the input ends after the last byte.
  private(set) var isAtEnd: Bool
  private let stream: ByteStream?
  private let usualCapacity: Int

  private var capacity: Int { bytes.count - RecordWalker.slack }

  /// A window that moves over a stream.
  init(_ stream: ByteStream, capacity: Int) {
    self.stream = stream
    usualCapacity = capacity
    // One byte more than a small file has tells its end.
    let room = stream.size.map { Int(min($0, Int64(capacity - 1))) + 1 } ?? capacity
    bytes = [UInt8](repeating: 0, count: room + RecordWalker.slack)
    isAtEnd = false
  }

  /// A window over a complete input.
  init(_ bytes: UnsafeRawBufferPointer, base: Int64) {
    stream = nil
    usualCapacity = bytes.count
    self.bytes = Array(bytes)
    self.bytes.append(contentsOf: repeatElement(0, count: RecordWalker.slack))
    count = bytes.count
    self.base = base
    isAtEnd = true
  }

  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// The bytes read so far.
  func withBytes<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  // MARK: Lines
  //
  // Closures over the window copied it for every line: two per cent of a run.

  /// The offset of the first line feed from `start` on.
  func lineFeed(from start: Int) -> Int? {
    ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span.bytes.extracting(..<count), from: start)
  }

  /// The end of the range without the white space before it; the range's own end if it has nothing
  /// else.
  func textEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound {
      if bytes[end - 1] > 0x20 || !JSONScanner.isSpace(bytes[end - 1]) { return end }
      end -= 1
    }
    return range.upperBound
  }

  /// Reads more, and doubles the room if the window is full.
  mutating func fill() throws(Fault) {
    guard let stream, !isAtEnd else { return }
    if count == capacity { bytes.append(contentsOf: repeatElement(0, count: bytes.count)) }
    let room = count..<capacity
    let filled = try bytes.withMutableRawBytes { buffer throws(Fault) in
      try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[room]))
    }
    count += filled
    isAtEnd = filled < room.count
  }

  /// Hands over the buffer up to `offset` and keeps the rest in another buffer.
  ///
  /// `spare` is an old buffer to reuse.
  mutating func cut(at offset: Int, spare: consuming [UInt8]?) -> (bytes: [UInt8], base: Int64) {
    let rest = count - offset
    var next = spare ?? []
    let wanted = (isAtEnd ? rest : max(usualCapacity, rest)) + RecordWalker.slack
    if isAtEnd ? next.count < wanted : next.count != wanted {
      next = [UInt8](repeating: 0, count: wanted)
    }
    next.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes {
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<count]))
      }
    }
    let given = (bytes: bytes, base: base)
    bytes = next
    base += Int64(offset)
    count = rest
    return given
  }
}

/// The search for the end of an object or array, which can be continued.
struct ValueSearch {
  enum Result: Equatable {
    /// The offset after the last bracket.
    case ended(Int)
    /// The bytes end before the value does.
    case open
    /// Quotes or brackets are damaged: the end cannot be told.
    case damaged
  }

  private var state = tidings_json_search()

  /// Looks for the end from `start` on, which is where the value begins, or where the bytes of the
  /// last call ended.
  mutating func next(in bytes: UnsafeRawBufferPointer, from start: Int, isStrict: Bool) -> Result {
    guard start < bytes.count, let base = bytes.baseAddress else { return .open }
    let end = tidings_json_value_end(
      (base + start).assumingMemoryBound(to: CChar.self), bytes.count - start, &state,
      isStrict ? 1 : 0)
    // SIZE_MAX and SIZE_MAX - 1 in the C interface.
    switch end {
    case -1: return .open
    case -2: return .damaged
    default: return .ended(start + end)
    }
  }

  /// The end of the value that begins at `start`.
  consuming func end(in bytes: UnsafeRawBufferPointer, from start: Int, isStrict: Bool) -> Result {
    next(in: bytes, from: start, isStrict: isStrict)
  }
}
