/// Keeps bidirectional formatting characters in pairs, so that no text reorders what follows it.
///
/// Unicode Standard Annex 9, sections 2.1 to 2.5: U+202A and U+202B embed until U+202C; U+2066 to
/// U+2068 isolate until U+2069, which also ends the embeddings inside.
struct BidiFormatting {
  private var open: [Unicode.Scalar] = []

  private static let endOfEmbedding: Unicode.Scalar = "\u{202C}"
  private static let endOfIsolate: Unicode.Scalar = "\u{2069}"

  /// What is written for a scalar: itself, itself after missing ends, or nothing.
  mutating func admit(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0x202A, 0x202B:
      open.append(Self.endOfEmbedding)
      return [scalar]
    case 0x2066...0x2068:
      open.append(Self.endOfIsolate)
      return [scalar]
    case 0x202D, 0x202E: return []
    case 0x202C:
      guard open.last == Self.endOfEmbedding else { return [] }
      open.removeLast()
      return [scalar]
    case 0x2069: return endIsolate()
    default: return [scalar]
    }
  }

  private mutating func endIsolate() -> [Unicode.Scalar] {
    guard let isolate = open.lastIndex(of: Self.endOfIsolate) else { return [] }
    let ends = Array(open[isolate...].reversed())
    open.removeSubrange(isolate...)
    return ends
  }

  /// The ends of all that is still open, innermost first.
  var closing: [Unicode.Scalar] { open.reversed() }
}
