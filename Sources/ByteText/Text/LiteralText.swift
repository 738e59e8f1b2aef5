/// User text as a document writes it, before anything in it is escaped.
///
/// What is dropped or replaced must be so before an escape looks at what stands beside a character:
/// `U+2069 # a` is a heading once the closer is gone.
package enum LiteralText {
  /// How far directional formatting reaches.
  package enum Reach: Sendable {
    /// To the end of the text: its line breaks will not be written.
    case text
    /// To the end of each line.
    case line
  }

  /// The text without what no document may hold, nil where that is the text itself.
  ///
  /// Controls and noncharacters become U+FFFD, all line breaks LF. Directional formatting is
  /// balanced: what closes nothing is dropped, and what is left open is closed before the line
  /// breaks at the end of its reach.
  package static func normalized(
    _ text: UnsafeBufferPointer<UInt8>, reach: Reach = .text
  ) -> [UInt8]? {
    var index = 0
    while true {
      index = endOfPlainBytes(text, from: index)
      if index == text.count { return nil }
      if changes(text, at: index) { return rewritten(text, reach) }
      index += 1
    }
  }

  /// The text as `normalized(_:reach:)` says, whether it changes or not.
  package static func normalized(_ text: String, reach: Reach = .text) -> String {
    text.withBytes { normalized($0, reach: reach).map { String(decoding: $0, as: UTF8.self) } }
      ?? text
  }

  // MARK: Looking for what changes

  /// The first bytes of what may change: C0 controls but tab and LF, DEL, and the leads of C1
  /// controls, directional formatting, line breaks and noncharacters.
  private static let isSuspect: [Bool] = (0..<256).map { byte in
    byte < 0x20 && byte != 0x09 && byte != 0x0A || byte == 0x7F || byte == 0xC2 || byte == 0xE2
      || byte >= 0xEF
  }

  private static func endOfPlainBytes(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    isSuspect.withUnsafeBufferPointer { isSuspect in
      var index = start
      while index < text.count, !isSuspect[Int(text[index])] { index += 1 }
      return index
    }
  }

  private static func changes(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    ScalarBytes.forbidden(text, at: index) > 0 || ScalarBytes.lineBreak(text, at: index) > 0
      || BidiBalance.isControl(text, at: index)
  }

  // MARK: Rewriting

  private static func rewritten(_ text: UnsafeBufferPointer<UInt8>, _ reach: Reach) -> [UInt8] {
    var written: [UInt8] = []
    written.reserveCapacity(text.count + 16)
    var bidi = BidiBalance()
    // Not written until text follows: at the end of the text its closers go before them.
    var lineBreaks = 0
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      written.append(contentsOf: repeatElement(0x0A, count: lineBreaks))
      lineBreaks = 0
      written.append(contentsOf: bytes)
    }
    var index = 0
    while index < text.count {
      if case let length = ScalarBytes.lineBreak(text, at: index), length > 0 {
        if reach == .line { bidi.close(into: &written) }
        lineBreaks += 1
        index += length
      } else if case let length = ScalarBytes.forbidden(text, at: index), length > 0 {
        ScalarBytes.replacement.withUnsafeBufferPointer(append)
        index += length
      } else if BidiBalance.isControl(text, at: index) {
        if bidi.admit(text, at: index) {
          append(UnsafeBufferPointer(rebasing: text[index..<index + 3]))
        }
        index += 3
      } else {
        let start = index
        index = endOfLiteral(text, from: start + 1)
        append(UnsafeBufferPointer(rebasing: text[start..<index]))
      }
    }
    bidi.close(into: &written)
    written.append(contentsOf: repeatElement(0x0A, count: lineBreaks))
    return written
  }

  /// Where what is copied as it is ends: before a line break or something that changes.
  private static func endOfLiteral(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte == 0x0A || (isSuspect[Int(byte)] && changes(text, at: index)) { break }
      index += 1
    }
    return index
  }
}
