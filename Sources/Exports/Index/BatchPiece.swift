import CSimdJSON

extension BatchReader.Piece {
  /// The name that a record has in an object keyed by id, unescaped.
  func key(of span: RecordSpan) -> String? {
    RecordKey.text(in: UnsafeRawBufferPointer(rebasing: bytes[span.start..<span.value]))
  }
}

/// A record's name in an object keyed by id, which stands before it.
enum RecordKey {
  /// The name at the beginning of `bytes`, unescaped; nil where there is none.
  static func text(in bytes: UnsafeRawBufferPointer) -> String? {
    JSONText(bytes)?.text
  }
}

/// Counts line feeds up to places that never go back by much.
struct LineCounter {
  private var place = 0
  private var lines = 0

  /// The line feeds before `end`.
  mutating func count(in bytes: UnsafeRawBufferPointer, to end: Int) -> Int {
    let end = min(max(end, 0), bytes.count)
    if end < place { (place, lines) = (0, 0) }
    if let base = bytes.baseAddress {
      let start = (base + place).assumingMemoryBound(to: CChar.self)
      lines += tidings_count_lines(start, end - place)
    }
    place = end
    return lines
  }
}
