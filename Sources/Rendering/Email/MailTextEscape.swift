internal import CompiledMustache
import Languages

/// What every value of a mail's text part goes through.
enum MailTextEscape {
  /// Controls are made harmless, noncharacters become U+FFFD (Perl's readers refuse them), and what
  /// runs in the other direction keeps it to itself. URLs are never isolated: mail programs would
  /// take the end of the isolate for a part of the address.
  static func escape(_ direction: TextDirection) -> Escape {
    Escape { text, output in
      guard mayNeedCare(text, in: direction) else { return Escape.plain.append(text, &output) }
      let need = isURL(text) ? .none : BidiIsolation.need(of: text, in: direction)
      if need == .balance || mayHoldNoncharacter(text) {
        var value = clean(String(decoding: text, as: UTF8.self))
        if need != .none { value = BidiIsolation.isolated(value, in: direction) }
        value.withUTF8 { Escape.plain.append($0, &output) }
      } else {
        if need == .isolation { output += BidiIsolation.start.utf8 }
        Escape.plain.append(text, &output)
        if need == .isolation { output += BidiIsolation.end.utf8 }
      }
    }
  }

  /// ASCII in a mail of its own direction, which most is, is told by one pass.
  private static func mayNeedCare(
    _ text: UnsafeBufferPointer<UInt8>, in direction: TextDirection
  ) -> Bool {
    var union: UInt8 = 0
    for byte in text { union |= byte }
    return union >= 0x80 || direction == .rightToLeft
  }

  private static func isURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
      || text.starts(with: "mailto:".utf8)) && !text.contains(UInt8(ascii: " "))
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
