import ByteText

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
