internal import CompiledMustache
import Languages

/// What every value of a mail's text part goes through.
enum MailTextEscape {
  /// Controls are made harmless, noncharacters become U+FFFD (Perl's readers refuse them), and what
  /// runs in the other direction keeps it to itself. URLs are never isolated: mail programs would
  /// take the end of the isolate for a part of the address.
  static func escape(_ direction: TextDirection) -> Escape {
    Escape { text, output in
      guard needsCare(text, in: direction) else { return Escape.plain.append(text, &output) }
      var value = String(decoding: text, as: UTF8.self)
      if value.unicodeScalars.contains(where: isNoncharacter) {
        value = String(
          String.UnicodeScalarView(
            value.unicodeScalars.map { isNoncharacter($0) ? "\u{FFFD}" : $0 }))
      }
      if !isURL(text) { value = BidiIsolation.isolated(value, in: direction) }
      value.withUTF8 { Escape.plain.append($0, &output) }
    }
  }

  /// ASCII in a mail of its own direction, which most is, is told by one pass.
  private static func needsCare(
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

  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
  }
}
