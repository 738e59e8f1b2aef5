import ByteText
internal import CompiledMustache
import Languages

/// What every value of a mail's text part goes through.
enum MailTextEscape {
  /// Controls are made harmless, noncharacters become U+FFFD (Perl's readers refuse them), and what
  /// runs in the other direction keeps it to itself. URLs are never isolated: mail programs would
  /// take the end of the isolate for a part of the address.
  static func escape(_ direction: TextDirection) -> Escape {
    Escape { text, output in
      // ASCII in a mail of its own direction, which most is, is told by one quick pass.
      if direction == .leftToRight, text.isPrintableASCII {
        return output.append(contentsOf: text)
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
      case .none: output.append(contentsOf: text)
      case .control, .noncharacter: Escape.plain.append(text, &output)
      }
      if need == .isolation { output += BidiIsolation.end.utf8 }
    }
  }

  private enum Suspect { case none, control, noncharacter }

  /// What may be in a text that no mail may hold, the worst of it, told by the bytes with which such
  /// characters begin.
  private static func suspect(in text: UnsafeBufferPointer<UInt8>) -> Suspect {
    var index = 0
    var isControl: UInt64 = 0
    while index + 8 <= text.count {
      let word = ByteWord(text, at: index)
      // EF and more: see below.
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

  /// Whether a text is an address as `SafeURL` writes it: without anything beyond ASCII.
  private static func isURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
      || text.starts(with: "mailto:".utf8)) && text.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// In UTF-8 U+FDD0 to U+FDEF begin with EF B7; the others end in BF BE or BF BF.
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
    let scalars = text.unicodeScalars.map { isNoncharacter($0) ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
  }
}
