import Languages
import MailMessages
import TestData
import Testing

@testable import CompiledMustache
@testable import Rendering

/// What is told by a look at eight bytes, against the obvious way on scalars.
struct TextAgreementTests {
  private static let pieces = [
    "a", "Z", "word", " ", " ", "  ", "1", ".", ":", "@", "://", "x.y", "a@b", "é", "·", "Ж", "ש",
    "م", "\u{61C}", "\u{600}", "ड", "日", "か", "\u{3001}", "！", "ﷺ",
    String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self), "\u{FFFF}", "\u{1FFFE}", "👍", "𐤀",
    "\u{200E}", "\u{202E}", "\u{2068}", "\u{2069}", "“", "•", "\u{2028}", "\u{85}", "\u{92}", "\n",
    "\t", "\r", "\u{1}", "\u{7F}", "12345678", "ὰ", "한", "\u{E000}", "Լ", "\u{2063}",
    "\u{301}", "\u{36F}\u{1AB0}\u{1AFF}", "\u{1DC0}\u{1DFF}\u{20D0}\u{20FF}\u{300}",
    "\u{370}\u{1AAF}\u{20CF}",
  ]

  private static func forEachText(_ seed: Int, _ body: (String) -> Void) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in Trials.upTo(1500) {
      let kinds = Int.random(in: 1...pieces.count, using: &generator)
      body(generator.text(of: Array(pieces.prefix(kinds)), count: 0...23))
    }
    for piece in pieces { body(piece) }
  }

  /// What isolation it needs, whether it is one line already, what a mail program would make a link of,
  /// and what a mail's text part may hold.
  @Test(arguments: 0..<8)
  func `A quick look at a text tells what a look at each scalar tells`(seed: Int) {
    Self.forEachText(seed) { text in
      let scalars = text.unicodeScalars.map(\.value)
      #expect(FlatText.line(text).utf8.elementsEqual(Obvious.line(text).utf8), "\(scalars)")
      #expect(
        LinkGuard.guarded(text).utf8.elementsEqual(Obvious.guarded(text).utf8), "\(scalars)")
      for direction in [TextDirection.leftToRight, .rightToLeft] {
        var (text, found) = (text, [1] as [UInt8])
        let need = text.withUTF8 { BidiIsolation.need(of: $0, in: direction) }
        #expect(need == Obvious.need(of: text, in: direction), "\(scalars)")
        text.withUTF8 { MailTextEscape.escape(direction).append($0, &found) }
        #expect(found == [1] + Obvious.escaped(text, direction), "\(scalars)")
      }
    }
  }
}

/// The same, scalar by scalar.
private enum Obvious {
  static func need(of text: String, in direction: TextDirection) -> BidiIsolation.Need {
    let values = text.unicodeScalars.map(\.value)
    if values.contains(where: isFormatting) { return .balance }
    let isForeign = values.contains {
      direction == .leftToRight ? isRightToLeft($0) : isLetter($0) && !isRightToLeft($0)
    }
    return isForeign ? .isolation : .none
  }

  private static func isFormatting(_ value: UInt32) -> Bool {
    [0x61C, 0x200E, 0x200F].contains(value) || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }

  private static func isRightToLeft(_ value: UInt32) -> Bool {
    let blocks: [ClosedRange<UInt32>] = [
      0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
    return blocks.contains { $0.contains(value) }
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    if value < 0x100 { return Unicode.Scalar(value)?.properties.isAlphabetic == true }
    let others: [ClosedRange<UInt32>] = [
      0x2000...0x2BFF, 0x3000...0x3004, 0xFE00...0xFE6F, 0x1F000...0x1FAFF,
    ]
    return !others.contains { $0.contains(value) }
  }

  static func line(_ text: String) -> String {
    let spaced = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isBlank =
        scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
      return isBlank ? " " : scalar
    }
    let balanced = balanced(spaced)
    let line = balanced.kept.split(separator: " ").map { String(String.UnicodeScalarView($0)) }
      .joined(separator: " ")
    var marks = 0
    let kept = line.unicodeScalars.filter { scalar in
      marks = isMark(scalar.value) ? marks + 1 : 0
      return marks <= 4
    }
    return String(String.UnicodeScalarView(kept)) + balanced.closers
  }

  private static func isMark(_ value: UInt32) -> Bool {
    [0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF].contains {
      $0.contains(value)
    }
  }

  /// The scalars without overrides and the ends of nothing, and the ends of what is open.
  private static func balanced(
    _ scalars: [Unicode.Scalar]
  ) -> (kept: [Unicode.Scalar], closers: String) {
    var open: [Unicode.Scalar] = []
    let kept = scalars.filter { scalar in
      switch scalar.value {
      case 0x202A, 0x202B: open.append("\u{202C}")
      case 0x202D, 0x202E:
        // Stands for its end, which is not written.
        open.append("\0")
        return false
      case 0x2066...0x2068: open.append("\u{2069}")
      case 0x202C:
        guard let last = open.last, last != "\u{2069}" else { return false }
        open.removeLast()
        return last == scalar
      case 0x2069:
        guard let isolate = open.lastIndex(of: scalar) else { return false }
        open.removeSubrange(isolate...)
      default: break
      }
      return true
    }
    return (kept, String(String.UnicodeScalarView(open.reversed().filter { $0 != "\0" })))
  }

  static func guarded(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    func isLetterOrDigit(_ index: Int) -> Bool {
      guard scalars.indices.contains(index) else { return false }
      return !scalars[index].isASCII || scalars[index].properties.isAlphabetic || isDigit(index)
    }
    func isDigit(_ index: Int) -> Bool {
      scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
    }
    var guarded = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      guarded.append(scalar)
      let joins =
        switch scalar {
        case ":": scalars[(index + 1)...].starts(with: ["/", "/"])
        case "@": index > 0 && scalars[index - 1].value > 0x20 && isLetterOrDigit(index + 1)
        case ".":
          isLetterOrDigit(index - 1) && isLetterOrDigit(index + 1)
            && !(isDigit(index - 1) && isDigit(index + 1))
        default: false
        }
      if joins { guarded.append(LinkGuard.joiner) }
    }
    return String(guarded)
  }

  static func escaped(_ text: String, _ direction: TextDirection) -> [UInt8] {
    let clean = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isNoncharacter =
        (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
      return isNoncharacter ? "\u{FFFD}" : scalar
    }
    let isURL =
      ["https://", "http://", "mailto:"].contains { text.utf8.starts(with: $0.utf8) }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    var value = String(String.UnicodeScalarView(clean))
    if !isURL, need(of: text, in: direction) != .none {
      value = BidiIsolation.isolated(value, in: direction)
    }
    var output: [UInt8] = []
    value.withUTF8 { Escape.plain.append($0, &output) }
    return output
  }
}
