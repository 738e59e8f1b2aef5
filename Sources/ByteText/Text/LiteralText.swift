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

  private static func endOfPlainBytes(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
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
  private static func endOfLiteral(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte == 0x0A || (isSuspect[Int(byte)] && changes(text, at: index)) { break }
      index += 1
    }
    return index
  }
}

/// Keeps the directional formatting characters of a text inside it.
///
/// An embedding, override or isolate that a text opens and never closes would reorder all that
/// follows it on the line (the "Trojan Source" attacks); one that it closes without having opened
/// would end somebody else's. Closers without an opener are dropped, and `close` ends what is open
/// (Unicode Standard Annex 9, rules X1 to X7). Overrides are dropped with their ends: no language
/// needs them, and they make `gnp.exe` of `exe.png`.
package struct BidiBalance {
  /// The last bytes of the open characters, outermost first: all are E2 80 xx or E2 81 xx.
  private var open: [UInt8] = []

  package init() {}

  /// The deepest nesting that has any effect (UAX 9, BD2).
  private static let maximumDepth = 125

  /// Whether nothing is open.
  package var isClosed: Bool { open.isEmpty }

  /// Whether the three bytes at an index are U+202A to U+202E or U+2066 to U+2069.
  @inline(__always)
  package static func isControl(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 2 < text.count, text[index] == 0xE2 else { return false }
    return (text[index + 1] == 0x80 && (0xAA...0xAE).contains(text[index + 2]))
      || (text[index + 1] == 0x81 && (0xA6...0xA9).contains(text[index + 2]))
  }

  /// Notes the control at an index; false where it must not be written.
  package mutating func admit(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let third = text[index + 2]
    switch third {
    case 0xAC:
      guard let last = open.last, !Self.isIsolate(last) else { return false }
      open.removeLast()
      return !Self.isOverride(last)
    case 0xA9:
      guard let isolate = open.lastIndex(where: Self.isIsolate) else { return false }
      open.removeSubrange(isolate...)
      return true
    default:
      guard open.count < BidiBalance.maximumDepth else { return false }
      open.append(third)
      return !Self.isOverride(third)
    }
  }

  /// Copies a text but for the controls that must not be written.
  package mutating func copy(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var copied = 0
    var index = 0
    while let control = Self.control(in: text, from: index) {
      index = control + 3
      if admit(text, at: control) { continue }
      output.append(bytes: UnsafeBufferPointer(rebasing: text[copied..<control]))
      copied = index
    }
    output.append(bytes: UnsafeBufferPointer(rebasing: text[copied...]))
  }

  /// Whether a text has any of the controls.
  package static func isNeeded(by text: UnsafeBufferPointer<UInt8>) -> Bool {
    control(in: text, from: 0) != nil
  }

  private static func control(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while let found = ByteSearch.first(0xE2, in: text.span.bytes, from: index) {
      if isControl(text, at: found) { return found }
      index = found + 1
    }
    return nil
  }

  /// The next line of a text: it opens again what the line before closed, and closes what it leaves
  /// open (UAX 9, rule X8).
  package mutating func balanced(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var balanced: [UInt8] = []
    appendOpeners(to: &balanced)
    copy(line, to: &balanced)
    appendClosers(to: &balanced)
    return balanced
  }

  /// Writes the closers of all that is open, which nothing is then.
  package mutating func close(into output: inout [UInt8]) {
    appendClosers(to: &output)
    open.removeAll()
  }

  /// Writes the closers of all that is open; a line that ends within them needs these.
  package func appendClosers(to output: inout [UInt8]) {
    for opener in open.reversed() where !Self.isOverride(opener) {
      output.append(contentsOf: Self.isIsolate(opener) ? [0xE2, 0x81, 0xA9] : [0xE2, 0x80, 0xAC])
    }
  }

  /// Writes the openers of all that is open; a line that begins within them needs these.
  package func appendOpeners(to output: inout [UInt8]) {
    for opener in open where !Self.isOverride(opener) {
      output.append(contentsOf: [0xE2, Self.isIsolate(opener) ? 0x81 : 0x80, opener])
    }
  }

  /// U+2066 to U+2068, by their last byte; U+202A, U+202B, U+202D and U+202E end in AA to AE.
  private static func isIsolate(_ opener: UInt8) -> Bool { opener < 0xA9 }

  private static func isOverride(_ opener: UInt8) -> Bool { opener == 0xAD || opener == 0xAE }
}
