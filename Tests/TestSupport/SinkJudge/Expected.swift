/// What a text must be once it is written, told scalar by scalar.
package enum Expected {
  /// Stands for the end of an override, which is not written.
  private static let override: Unicode.Scalar = "\0"
  private static let lineBreaks: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// On one line: each run of line breaks a space, none at the ends.
  package static func line(_ text: String) -> String {
    balanced(normal(text), perLine: false).split(separator: "\n").joined(separator: " ")
  }

  /// On several: none empty at the ends.
  package static func lines(_ text: String) -> String { balanced(normal(text), perLine: true) }

  /// Line breaks as LF, CR LF as one, controls and noncharacters as U+FFFD.
  private static func normal(_ text: String) -> [Unicode.Scalar] {
    var normal: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { continue }
      if lineBreaks.contains(scalar) {
        normal.append("\n")
      } else if scalar != "\t",
        scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
      {
        normal.append("\u{FFFD}")
      } else {
        normal.append(scalar)
      }
    }
    return normal
  }

  /// Without overrides, the ends of nothing and the line breaks at either end; with the ends of what is
  /// open.
  private static func balanced(_ scalars: [Unicode.Scalar], perLine: Bool) -> String {
    var written: [Unicode.Scalar] = []
    var open: [Unicode.Scalar] = []
    for scalar in scalars {
      switch scalar.value {
      case 0x0A where perLine:
        written.append(contentsOf: open.reversed().filter { $0 != override })
        open = []
      case 0x202A, 0x202B: open.append("\u{202C}")
      case 0x202D, 0x202E:
        open.append(override)
        continue
      case 0x2066...0x2068: open.append("\u{2069}")
      case 0x202C:
        guard let last = open.last, last != "\u{2069}" else { continue }
        open.removeLast()
        if last == override { continue }
      case 0x2069:
        guard let isolate = open.lastIndex(of: scalar) else { continue }
        open.removeSubrange(isolate...)
      default: break
      }
      written.append(scalar)
    }
    while written.last == "\n" { written.removeLast() }
    written.append(contentsOf: open.reversed().filter { $0 != override })
    return String(String.UnicodeScalarView(written.drop { $0 == "\n" }))
  }
}
