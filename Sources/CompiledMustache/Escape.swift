import ByteText

/// Makes text safe for where it is written: takes UTF-8 bytes, appends UTF-8 bytes.
///
/// It works on bytes, not on `Character`s: a quote followed by a combining mark is one `Character`
/// and equals no quote. The function may look at the end of the output.
package struct Escape: Sendable {
  package typealias Function = @Sendable (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void

  package let append: Function

  package init(_ append: @escaping Function) { self.append = append }

  /// For plain text. C0 and C1 controls become U+FFFD, CR and CRLF become LF, VT, FF and NEL a
  /// space.
  package static let plain = Escape { text, output in
    var copied = 0
    var index = 0
    while index < text.count {
      let start = index
      let next = start + 1 < text.count ? text[start + 1] : 0
      let replacement: [UInt8]
      index += 1
      switch text[start] {
      case 0x0D: replacement = next == 0x0A ? [] : [0x0A]
      case 0x0B, 0x0C: replacement = [0x20]
      case 0x00..<0x09, 0x0E..<0x20, 0x7F: replacement = replacementCharacter
      case 0xC2 where (0x80...0x9F).contains(next):
        replacement = next == 0x85 ? [0x20] : replacementCharacter
        index += 1
      default: continue
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<start]))
      output.append(contentsOf: replacement)
      copied = index
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
  }

  private static let replacementCharacter = Array("\u{FFFD}".utf8)

  func append(_ text: String, to output: inout [UInt8]) {
    text.withBytes { append($0, &output) }
  }
}
