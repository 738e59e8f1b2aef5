import ByteText

/// A whole text with the slack that a walk needs.
package struct SideFileText {
  private let bytes: [UInt8]
  private let content: Range<Int>

  /// Skips a byte order mark, unless offsets count it.
  package init(_ text: [UInt8], skipsMark: Bool = true) {
    let start = skipsMark && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    content = start..<text.count
    bytes = text + repeatElement(0, count: RecordWalker.slack)
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// `RecordWalker.slack` bytes after those of `body` are readable.
  package func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try bytes.withRawBytes { (all) throws(Failure) -> Answer in
      try body(UnsafeRawBufferPointer(rebasing: all[content]))
    }
  }

  /// The first line, from 1, that is not UTF-8; nil if all of the text is.
  var firstLineNotUTF8: Int? {
    withBytes { text -> Int? in
      var (line, start) = (1, 0)
      while start < text.count {
        let end = ByteSearch.first(0x0A, in: text.bytes, from: start) ?? text.count
        guard String(validating: text[start..<end], as: UTF8.self) != nil else { return line }
        (line, start) = (line + 1, end + 1)
      }
      return nil
    }
  }
}
