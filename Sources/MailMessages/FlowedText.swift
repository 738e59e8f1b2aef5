import ByteText
import CByteWord

/// The text part of a message, in `format=flowed` with `delsp=no` (RFC 3676).
///
/// A line is stuffed with a space if its beginning has a meaning, and ends in a space only if the
/// reader may join it with the next. Text without spaces between words (Japanese) does not flow:
/// joining would insert spaces.
package struct FlowedText: Equatable, Sendable {
  /// UTF-8; every line ends in LF.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends paragraphs of UTF-8, each ending in LF; `-- ` alone separates the signature.
  ///
  /// A paragraph of at most `longest` bytes becomes a line. For a longer one, `wrap` gets its clean
  /// bytes and calls `appendLine(clean:flows:)`. Lines that need no change, which almost all are,
  /// are copied together.
  package mutating func append(
    paragraphs text: UnsafeBufferPointer<UInt8>, longest: Int,
    wrap: (UnsafeBufferPointer<UInt8>, inout FlowedText) -> Void
  ) {
    bytes.reserveCapacity(bytes.count + text.count + text.count / 16)
    var copied = 0
    var start = 0
    while start < text.count {
      let line = LineScan(text, from: start)
      if line.end == text.count { break }
      let range = start..<line.end
      start = line.end + 1
      if line.isClean, range.count <= longest, Self.stays(text, range) { continue }
      bytes.append(bytes: UnsafeBufferPointer(rebasing: text[copied..<range.lowerBound]))
      copied = start
      let paragraph = UnsafeBufferPointer(rebasing: text[range])
      if line.isClean {
        append(paragraph: paragraph, longest, wrap)
      } else {
        Self.cleaned(Array(paragraph)).withUnsafeBufferPointer {
          append(paragraph: $0, longest, wrap)
        }
      }
    }
    bytes.append(bytes: UnsafeBufferPointer(rebasing: text[copied..<start]))
  }

  private mutating func append(
    paragraph: UnsafeBufferPointer<UInt8>, _ longest: Int,
    _ wrap: (UnsafeBufferPointer<UInt8>, inout FlowedText) -> Void
  ) {
    if paragraph.count > longest {
      wrap(paragraph, &self)
    } else if paragraph.count == 3, paragraph.elementsEqual("-- ".utf8) {
      appendSignatureSeparator()
    } else {
      appendLine(clean: paragraph, flows: false)
    }
  }

  /// Whether a clean line certainly needs no change.
  private static func stays(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    if line.isEmpty { return true }
    switch text[line.lowerBound] {
    case UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "F"): return false
    default: return text[line.upperBound - 1] != UInt8(ascii: " ")
    }
  }

  /// Appends a line of UTF-8 without controls. A reader may join one that flows with the next.
  package mutating func appendLine(clean line: UnsafeBufferPointer<UInt8>, flows: Bool) {
    var end = line.count
    while end > 0, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    let content = UnsafeBufferPointer(rebasing: line[..<end])
    if Self.needsStuffing(content) { bytes.append(UInt8(ascii: " ")) }
    bytes.append(bytes: content)
    // An empty line that flows would be a line of one space.
    if flows, end > 0 { bytes.append(UInt8(ascii: " ")) }
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func appendSignatureSeparator() { bytes.append(contentsOf: "-- \n".utf8) }

  /// The line without controls, and with line breaks as spaces.
  private static func cleaned(_ line: [UInt8]) -> [UInt8] {
    BodyText(line).bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
  }

  /// Whether the line begins with a space, `>` or `From ` (RFC 3676 section 4.4). `From` and `--`
  /// count as well: the space that lets them flow would make them separators.
  private static func needsStuffing(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    switch line.first {
    case UInt8(ascii: " "), UInt8(ascii: ">"): true
    case UInt8(ascii: "F"): line.starts(with: "From ".utf8) || line.elementsEqual("From".utf8)
    case UInt8(ascii: "-"): line.elementsEqual("--".utf8)
    default: false
    }
  }
}

/// Finds the end of a line and whether the line is clean, in one pass of eight bytes at a time.
struct LineScan {
  /// The index of its LF, or the text's count.
  private(set) var end: Int
  /// Whether it has no controls.
  private(set) var isClean = true

  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    end = start
    while end + 8 <= text.count {
      let word = ByteWord(text.baseAddress, at: end)
      let controls = word.controls
      let latin = word.marks(0xC2)
      let marks = controls | latin | word.marks(0x7F)
      if marks == 0 {
        end += 8
        continue
      }
      let line = word.marks(UInt8(ascii: "\n"))
      // The marks before the LF. A false mark can only be above a true one.
      let before = line == 0 ? .max : (line & (0 &- line)) &- 1
      if (marks & ~latin) & before != 0 { isClean = false }
      var rest = latin & before
      while rest != 0 {
        look(at: end + ByteWord.first(rest), of: text)
        rest &= rest &- 1
      }
      if line != 0 {
        end += ByteWord.first(line)
        return
      }
      end += 8
    }
    while end < text.count, text[end] != UInt8(ascii: "\n") {
      if text[end].isASCIIControl { isClean = false }
      look(at: end, of: text)
      end += 1
    }
  }

  /// Finds U+0080 to U+009F: C2 80 to C2 9F.
  @inline(__always)
  private mutating func look(at index: Int, of text: UnsafeBufferPointer<UInt8>) {
    guard text[index] == 0xC2 else { return }
    let next = index + 1 < text.count ? text[index + 1] : 0
    if next & 0xE0 == 0x80 { isClean = false }
  }
}
