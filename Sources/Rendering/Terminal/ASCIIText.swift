import ByteText
import Foundation

/// Text for terminals that know ASCII alone.
enum ASCIIText {
  /// Letters without their marks, punctuation by its nearest of kin, a question mark for each
  /// grapheme that has none.
  static func approximation(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let folded = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
    var ascii = ""
    for character in folded {
      if character.isASCII {
        ascii.append(character)
      } else {
        ascii += character.unicodeScalars.first.flatMap { substitutes[$0] } ?? "?"
      }
    }
    return ascii
  }

  private static let substitutes: [Unicode.Scalar: String] = [
    "\u{A0}": " ", "\u{2009}": " ", "\u{202F}": " ", "\u{3000}": " ",
    "‘": "'", "’": "'", "‚": "'", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "·": "-", "•": "*", "…": "...",
    "→": "->", "←": "<-", "×": "x", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "þ": "th", "ð": "d",
    "€": "EUR", "£": "GBP", "©": "(c)", "®": "(R)", "™": "(TM)", "\u{25CC}": "",
  ]
}
