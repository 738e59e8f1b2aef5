/// Keeps bidirectional formatting characters in pairs, so that no text reorders what follows it.
///
/// Unicode Standard Annex 9, sections 2.1 to 2.5: U+202A and U+202B embed until U+202C; U+2066 to
/// U+2068 isolate until U+2069, which also ends the embeddings inside.
struct BidiFormatting {
  private var open: [Unicode.Scalar] = []

  private static let endOfEmbedding: Unicode.Scalar = "\u{202C}"
  private static let endOfIsolate: Unicode.Scalar = "\u{2069}"

  /// Whether anything is written for a scalar: not for an override, nor for an end of nothing.
  func admits(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202D, 0x202E: false
    case 0x202C: open.last == Self.endOfEmbedding
    case 0x2069: open.contains(Self.endOfIsolate)
    default: true
    }
  }

  /// Writes an admitted scalar, after the ends that it implies.
  mutating func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0x202A, 0x202B: open.append(Self.endOfEmbedding)
    case 0x2066...0x2068: open.append(Self.endOfIsolate)
    case 0x202C: open.removeLast()
    case 0x2069:
      while let end = open.popLast(), end != Self.endOfIsolate { text.append(end) }
    default: break
    }
    text.append(scalar)
  }

  /// The ends of all that is still open, innermost first.
  var closing: [Unicode.Scalar] { open.reversed() }
}
