/// What to write in place of each byte: 256 entries, most of which say "as it is", so that whole
/// runs are copied at once.
struct EscapeTable: Sendable {
  /// 0 copies the byte; otherwise 1 + an index into `replacements`, or `mayBeControl`.
  private let treatment: [UInt8]
  private let replacements: [[UInt8]]

  /// The first byte of U+0080 to U+00BF, of which U+0080 to U+009F are controls.
  private static let mayBeControl: UInt8 = 255
  private static let replacementCharacter = Array("\u{FFFD}".utf8)
  private static let carriageReturn = UInt8(ascii: "\r")

  static let html = EscapeTable([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ])

  static let plain = EscapeTable([:])

  private init(_ references: KeyValuePairs<Unicode.Scalar, String>) {
    var treatment = [UInt8](repeating: 0, count: 256)
    var replacements = [Self.replacementCharacter, [UInt8(ascii: "\n")], [UInt8(ascii: " ")]]
    for control in 0..<0x20 { treatment[control] = 1 }
    treatment[0x7F] = 1
    treatment[0x09] = 0
    treatment[0x0A] = 0
    treatment[Int(Self.carriageReturn)] = 2
    treatment[0x0B] = 3
    treatment[0x0C] = 3
    treatment[0xC2] = Self.mayBeControl
    for (scalar, reference) in references {
      replacements.append(Array(reference.utf8))
      treatment[Int(scalar.value)] = UInt8(replacements.count)
    }
    self.treatment = treatment
    self.replacements = replacements
  }

  func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var start = 0
    var index = 0
    // Unchecked table access: this loop is most of what rendering costs.
    treatment.withUnsafeBufferPointer { treatment in
      while true {
        while index < text.count, treatment[Int(text[index])] == 0 { index += 1 }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        guard index < text.count else { return }
        start = index
        index += replace(text, at: index, treatment[Int(text[index])], in: &output, from: &start)
      }
    }
  }

  /// Writes what stands for the byte at an index, if anything, moves the start of the next run
  /// behind it, and answers how many bytes were looked at.
  private func replace(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int, _ treatment: UInt8,
    in output: inout [UInt8], from start: inout Int
  ) -> Int {
    let next = index + 1 < text.count ? text[index + 1] : 0
    if treatment == Self.mayBeControl {
      guard (0x80...0x9F).contains(next) else { return 1 }
      output.append(contentsOf: next == 0x85 ? [UInt8(ascii: " ")] : Self.replacementCharacter)
      start = index + 2
      return 2
    }
    start = index + 1
    if text[index] != Self.carriageReturn || next != UInt8(ascii: "\n") {
      output.append(contentsOf: replacements[Int(treatment) - 1])
    }
    return 1
  }
}
