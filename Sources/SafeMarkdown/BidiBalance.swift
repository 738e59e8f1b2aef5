/// Keeps the directional formatting characters of a text inside it.
///
/// An embedding, override or isolate that a text opens and never closes would reorder all that
/// follows it on the line (the "Trojan Source" attacks); one that it closes without having opened
/// would end somebody else's. Closers without opener are dropped, and `close` ends what is open
/// (Unicode Standard Annex 9, rules X1 to X7).
struct BidiBalance {
  private enum Opener { case embedding, isolate }
  private var open: [Opener] = []

  /// The deepest nesting that has any effect (UAX 9, BD2).
  private static let maximumDepth = 125

  /// Whether the three bytes `E2 second third` are a directional formatting character.
  static func isControl(_ second: UInt8, _ third: UInt8) -> Bool {
    (second == 0x80 && (0xAA...0xAE).contains(third))
      || (second == 0x81 && (0xA6...0xA9).contains(third))
  }

  /// Notes the character `E2 second third`; false where it must not be written.
  mutating func admit(_ second: UInt8, _ third: UInt8) -> Bool {
    switch (second, third) {
    case (0x80, 0xAC):
      guard open.last == .embedding else { return false }
      open.removeLast()
      return true
    case (0x81, 0xA9):
      guard let isolate = open.lastIndex(of: .isolate) else { return false }
      open.removeSubrange(isolate...)
      return true
    default:
      guard open.count < BidiBalance.maximumDepth else { return false }
      open.append(second == 0x80 ? .embedding : .isolate)
      return true
    }
  }

  /// Writes the closers of all that is open.
  mutating func close(into output: inout [UInt8]) {
    while let last = open.popLast() {
      switch last {
      case .embedding: output.append(contentsOf: [0xE2, 0x80, 0xAC])
      case .isolate: output.append(contentsOf: [0xE2, 0x81, 0xA9])
      }
    }
  }
}
