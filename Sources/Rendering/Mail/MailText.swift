import ByteText
import CByteWord
internal import CompiledMustache
import Languages
import MailMessages

/// Breaks the output of the text template into lines of a mail, in `format=flowed` (RFC 3676).
enum MailText {
  /// Without the blank at the end of a line that flows into the next.
  static let columns = 71

  /// Treats each line of the template as a paragraph. Long ones flow, so that a narrow screen can wrap
  /// them again.
  static func append(_ rendered: [UInt8], to text: inout FlowedText) {
    rendered.withUnsafeBufferPointer {
      text.append(paragraphs: $0, longest: columns) { wrap($0, into: &$1) }
    }
  }

  /// A line flows if its break replaces a blank. A break between two Chinese characters or inside a
  /// very long word does not flow, since joining would insert a blank; nor does a line that hangs. What
  /// directs text is closed at the end of a line and opened again in the next.
  private static func wrap(_ paragraph: UnsafeBufferPointer<UInt8>, into text: inout FlowedText) {
    let start = Start(of: paragraph)
    let most = start.hangs ? columns - 2 : columns
    let rest = UnsafeBufferPointer(rebasing: paragraph[start.count...])
    let bidi = BidiBalance.isNeeded(by: paragraph) ? BidiBalance() : nil
    var lines = Lines(paragraph: paragraph, rest: rest, start: start, bidi: bidi)
    DisplayWidth.forEachLine(of: rest, columns: most, keepsAddresses: true) { line in
      lines.append(line, to: &text)
    }
    lines.end(&text)
  }

  /// What stands before the lines of a paragraph: a mark of direction, and the indent of what belongs to
  /// an item.
  private struct Start {
    /// The bytes of the paragraph that its first line begins with.
    let count: Int
    /// Those before all others: the mark of direction.
    let markCount: Int
    let hangs: Bool

    init(of paragraph: UnsafeBufferPointer<UInt8>) {
      // U+200E or U+200F
      let isMarked =
        paragraph.count > 2 && paragraph[0] == 0xE2 && paragraph[1] == 0x80
        && paragraph[2] | 1 == 0x8F
      markCount = isMarked ? 3 : 0
      let rest = paragraph[markCount...]
      // Stuffing makes two spaces of one that begins a line.
      let width = isMarked ? 2 : 1
      hangs = rest.prefix(width).elementsEqual("  ".utf8.prefix(width))
      count = markCount + (hangs ? width : 0)
    }

    /// The blanks before all lines but the first.
    var indent: Int { !hangs ? 0 : markCount > 0 ? 2 : 1 }
  }

  /// The lines of a paragraph. Each is written when the next one is known: the last does not flow.
  private struct Lines {
    let paragraph: UnsafeBufferPointer<UInt8>
    let rest: UnsafeBufferPointer<UInt8>
    let start: Start
    var bidi: BidiBalance?
    var previous: Range<Int>?

    mutating func append(_ line: Range<Int>, to text: inout FlowedText) {
      if let previous {
        let isBlank = rest[previous.upperBound] == UInt8(ascii: " ")
        write(previous, flows: isBlank && !start.hangs, to: &text)
      }
      previous = line
    }

    mutating func end(_ text: inout FlowedText) {
      if let previous { write(previous, flows: false, to: &text) }
    }

    private mutating func write(_ range: Range<Int>, flows: Bool, to text: inout FlowedText) {
      let isFirst = range.lowerBound == 0
      if bidi == nil, isFirst || start.count == 0 {
        // The bytes before the first line stand before it already.
        let end = start.count + range.upperBound
        let line = UnsafeBufferPointer(
          rebasing: paragraph[(isFirst ? 0 : range.lowerBound)..<end])
        return text.appendLine(clean: line, flows: flows)
      }
      var line = Array(paragraph[..<(isFirst ? start.count : start.markCount)])
      if !isFirst { line += repeatElement(UInt8(ascii: " "), count: start.indent) }
      let shown = UnsafeBufferPointer(rebasing: rest[range])
      if let balanced = bidi?.balanced(shown) {
        line += balanced
      } else {
        line.append(bytes: shown)
      }
      line.withUnsafeBufferPointer { text.appendLine(clean: $0, flows: flows) }
    }
  }
}

/// The escape for every value of a mail's text part.
enum MailTextEscape {
  /// Makes controls harmless, replaces noncharacters, which Perl's readers refuse, by U+FFFD, and
  /// isolates text of the other direction. Never isolates URLs, since mail programs would take the end
  /// of the isolate as part of the address.
  static func escape(_ direction: TextDirection) -> Escape {
    Escape { text, output in
      // One quick pass detects the common case of ASCII in a left-to-right mail.
      if direction == .leftToRight, text.isPrintableASCII {
        return output.append(bytes: text)
      }
      let found = BidiIsolation.need(of: text, in: direction)
      let need = found == .isolation && isURL(text) ? .none : found
      let suspect = suspect(in: text)
      if need == .balance || suspect == .noncharacter {
        var value = clean(String(decoding: text, as: UTF8.self))
        if need != .none { value = BidiIsolation.isolated(value, in: direction) }
        return value.withUTF8 { Escape.plain.append($0, &output) }
      }
      if need == .isolation { output += BidiIsolation.start.utf8 }
      switch suspect {
      case .none: output.append(bytes: text)
      case .control, .noncharacter: Escape.plain.append(text, &output)
      }
      if need == .isolation { output += BidiIsolation.end.utf8 }
    }
  }

  private enum Suspect { case none, control, noncharacter }

  /// The worst kind of forbidden character that a text may contain, judged by the first bytes of such
  /// characters.
  private static func suspect(in text: UnsafeBufferPointer<UInt8>) -> Suspect {
    var index = 0
    var isControl: UInt64 = 0
    while index + 8 <= text.count {
      let word = ByteWord(text.baseAddress, at: index)
      // Bytes from EF on are handled below.
      let last = ((word.bits & ~ByteWord.highs) &+ 0x1111_1111_1111_1111) & word.bits
      if last & ByteWord.highs != 0 { break }
      isControl |= word.controls | word.deletes | word.marks(0xC2)
      index += 8
    }
    var suspect = isControl == 0 ? Suspect.none : .control
    while index < text.count {
      switch text[index] {
      case ..<0x20, 0x7F, 0xC2: suspect = .control
      case 0xEF...: return mayHoldNoncharacter(text) ? .noncharacter : .control
      default: break
      }
      index += 1
    }
    return suspect
  }

  /// Whether a text is a URL in the ASCII form of `SafeURL`.
  private static func isURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
      || text.starts(with: "mailto:".utf8)) && text.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// In UTF-8, U+FDD0 to U+FDEF begin with EF B7; all others end in BF BE or BF BF.
  private static func mayHoldNoncharacter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if previous == 0xBF, byte | 1 == 0xBF { return true }
      if previous == 0xEF, byte == 0xB7 { return true }
      previous = byte
    }
    return false
  }

  private static func clean(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// Keeps mail programs from turning parts of titles and names into links.
///
/// They turn any `evil.example` and `a@b.example` into links. An invisible zero-width non-joiner after
/// the dot, the at sign or the scheme's colon prevents that. Unlike U+2060 or U+200B, domain lookup
/// does not drop it (UTS 46, section 4), so a link that is made nevertheless leads nowhere.
enum LinkGuard {
  static let joiner: Unicode.Scalar = "\u{200C}"

  /// The text with a joiner in each domain, address and URL; numbers such as `2.5` stay unchanged.
  static func guarded(_ text: String) -> String {
    text.withBytes { guarded($0) } ?? text
  }

  /// The next dot, at sign or colon; nil if there is none.
  private static func suspect(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 8 <= bytes.count {
      let word = ByteWord(bytes.baseAddress, at: index)
      let dots = word.marks(UInt8(ascii: ".")) | word.marks(UInt8(ascii: ":"))
      if dots | word.marks(UInt8(ascii: "@")) != 0 { break }
      index += 8
    }
    while index < bytes.count {
      if isSuspect(bytes[index]) { return index }
      index += 1
    }
    return nil
  }

  /// Nil if the text contains no address, as in `Re: hello`.
  private static func guarded(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var guarded: [UInt8] = []
    var copied = 0
    var index = -1
    while let next = suspect(in: bytes, from: index + 1) {
      index = next
      if !joins(bytes, index) { continue }
      if copied == 0 { guarded.reserveCapacity(bytes.count + 12) }
      guarded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...index]))
      guarded += joinerBytes
      copied = index + 1
    }
    if copied == 0 { return nil }
    guarded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
    return String(decoding: guarded, as: UTF8.self)
  }

  private static let joinerBytes = Array(String(joiner).utf8)

  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: ":")
  }

  /// Whether the bytes around a dot, at sign or colon make it part of an address.
  private static func joins(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if bytes[index] == UInt8(ascii: ":") {
      return next == UInt8(ascii: "/") && index + 2 < bytes.count && bytes[index + 2] == next
    }
    let previous = index > 0 ? bytes[index - 1] : 0
    if bytes[index] == UInt8(ascii: "@") { return previous > 0x20 && isLetterOrDigit(next) }
    return isLetterOrDigit(previous) && isLetterOrDigit(next)
      && !(previous.isASCIIDigit && next.isASCIIDigit)
  }

  /// Counts all characters beyond ASCII as letters, since domains may contain them.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIILetterOrDigit
  }
}
