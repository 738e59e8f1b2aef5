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
    for index in text.indices where BidiBalance.isControl(text, at: index) {
      if admit(text, at: index) { continue }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
      copied = index + 3
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
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
