import UTF8Bytes

/// A line of a text: where it ends, and whether it can be sent as it is, told in one pass of eight
/// bytes at a time.
struct LineScan {
  /// The index of its LF, or the text's count.
  private(set) var end: Int
  /// Whether it has no C0 or C1 control and no DEL.
  private(set) var isClean = true

  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    end = start
    while end + 8 <= text.count {
      let word = ByteWord(text, at: end)
      let controls = word.controls
      let latin = word.marks(0xC2)
      let marks = controls | latin | word.marks(ASCII.delete)
      if marks == 0 {
        end += 8
        continue
      }
      let line = word.marks(ASCII.lf)
      // What stands before the LF. A false mark stands above a true one only.
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
    while end < text.count, text[end] != ASCII.lf {
      if text[end].isASCIIControl { isClean = false }
      look(at: end, of: text)
      end += 1
    }
  }

  /// U+0080 to U+009F are C2 80 to C2 9F.
  @inline(__always)
  private mutating func look(at index: Int, of text: UnsafeBufferPointer<UInt8>) {
    guard text[index] == 0xC2 else { return }
    let next = index + 1 < text.count ? text[index + 1] : 0
    if next & 0xE0 == 0x80 { isClean = false }
  }
}
