import UTF8Bytes

/// Writes text into HTML: as the content of an element or as a quoted attribute's value.
///
/// One table serves both, so that a value is safe in either place whichever was meant. Controls and
/// noncharacters, which no HTML document may hold, become U+FFFD.
package enum HTMLEscape {
  /// 0 is copied, 1 becomes a character reference, 2 may begin a forbidden scalar.
  private static let treatment: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256)
    for byte in "&<>\"'".utf8 { table[Int(byte)] = 1 }
    for byte in 0...0x1F where byte != 0x09 && byte != 0x0A { table[byte] = 2 }
    for byte in [0x7F, 0xC2, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4] { table[byte] = 2 }
    return table
  }()

  package static func append(_ text: String, to output: inout [UInt8]) {
    text.withBytes { append($0, to: &output) }
  }

  package static func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    treatment.withUnsafeBufferPointer { treatment in
      var copied = 0
      var index = 0
      while true {
        index = ByteTable.end(of: text, from: index, where: treatment)
        if index == text.count { break }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
        if treatment[Int(text[index])] == 1 {
          output.append(contentsOf: reference(text[index]))
          index += 1
        } else {
          index += appendScalar(text, at: index, to: &output)
        }
        copied = index
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
    }
  }

  private static func reference(_ byte: UInt8) -> String.UTF8View {
    switch byte {
    case UInt8(ascii: "&"): "&amp;".utf8
    case UInt8(ascii: "<"): "&lt;".utf8
    case UInt8(ascii: ">"): "&gt;".utf8
    case UInt8(ascii: "\""): "&quot;".utf8
    default: "&#39;".utf8
    }
  }

  /// Writes the scalar at an index, or what stands for it, and answers how many bytes it took.
  private static func appendScalar(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int, to output: inout [UInt8]
  ) -> Int {
    let forbidden = ScalarBytes.forbidden(text, at: index)
    if forbidden > 0 {
      output.append(contentsOf: ScalarBytes.replacement)
      return forbidden
    }
    let lineBreak =
      text[index] < 0x20 || text[index] == 0xC2 ? ScalarBytes.lineBreak(text, at: index) : 0
    if lineBreak > 0 {
      output.append(UInt8(ascii: "\n"))
      return lineBreak
    }
    output.append(text[index])
    return 1
  }
}
