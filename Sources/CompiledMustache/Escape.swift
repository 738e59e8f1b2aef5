import ByteText

/// Makes text safe for where it is written: takes UTF-8 bytes, appends UTF-8 bytes.
///
/// It works on bytes, not on `Character`s: a quote followed by a combining mark is one `Character`
/// and equals no quote. The function may look at the end of the output.
package struct Escape: Sendable {
  package typealias Function = @Sendable (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void

  package let append: Function

  package init(_ append: @escaping Function) { self.append = append }

  /// For HTML: as the text of an element, or between the quotes of an attribute.
  ///
  /// `& < > " '` become character references; controls, which HTML forbids (HTML Living Standard
  /// 13.2.3.5), become U+FFFD; CR and CRLF become LF, NEL a space.
  package static let html = Escape { EscapeTable.html.append($0, to: &$1) }

  /// For plain text. C0 and C1 controls become U+FFFD, CR and CRLF become LF, VT, FF and NEL a
  /// space.
  package static let plain = Escape { EscapeTable.plain.append($0, to: &$1) }

  func append(_ text: String, to output: inout [UInt8]) {
    text.withBytes { append($0, &output) }
  }
}

/// What to write in place of each byte: 256 entries, most of which say "as it is", so that whole
/// runs are copied at once.
struct EscapeTable: Sendable {
  /// 0 copies the byte; otherwise 1 + an index into `replacements`, or `mayBeControl`.
  private let treatment: [UInt8]
  private let replacements: [[UInt8]]

  /// The first byte of U+0080 to U+00BF, of which U+0080 to U+009F are controls.
  private static let mayBeControl: UInt8 = 255
  private static let replacementCharacter = Array("\u{FFFD}".utf8)
  /// What becomes of a carriage return, unless a line feed follows.
  private static let lineBreak: UInt8 = 2

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
    treatment[0x0D] = Self.lineBreak
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
    // This loop takes most of the rendering time.
    treatment.withUnsafeBufferPointer { treatment in
      var start = 0
      var index = 0
      while index < text.count {
        let treatment = treatment[Int(text[index])]
        index += 1
        if treatment == 0 { continue }
        let next = index < text.count ? text[index] : 0
        if treatment == Self.mayBeControl, !(0x80...0x9F).contains(next) { continue }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index - 1]))
        if treatment == Self.mayBeControl { index += 1 }
        start = index
        replace(treatment, before: next, in: &output)
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// Writes what stands for a byte that is not written as it is, of which the next byte is given.
  private func replace(_ treatment: UInt8, before next: UInt8, in output: inout [UInt8]) {
    switch treatment {
    case Self.mayBeControl:
      let isNextLine = next == 0x85
      output.append(contentsOf: isNextLine ? [UInt8(ascii: " ")] : Self.replacementCharacter)
    case Self.lineBreak where next == UInt8(ascii: "\n"): break
    default: output.append(contentsOf: replacements[Int(treatment) - 1])
    }
  }
}
