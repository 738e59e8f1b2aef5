import ByteText
import Languages

/// The first sentence of a message, which stands as the title of one without, and the rest.
///
///     MessageOpening("The keys are back. They hang at the door.")  // "The keys are back.", "They …"
struct MessageOpening: Equatable {
  /// Two lines of a phone.
  static let columns = 80
  /// No sentence is shorter: before that, a period belongs to `Dr.` or `z. B.`
  private static let leastSentence = 12

  /// On one line; empty if the message is blank.
  private(set) var title: String
  /// Begins with an ellipsis where the title ends with one.
  private(set) var rest: String

  init(_ message: String) {
    let text = message.drop { $0.isWhitespace }
    let end = text.firstIndex { $0.isNewline } ?? text.endIndex
    let line = FlatText.line(String(text[..<end]))
    let length = Self.sentence(in: line)
    var isCut = false
    if let length {
      title = String(decoding: line.utf8.prefix(length), as: UTF8.self)
    } else if line.utf8.count <= Self.columns || DisplayWidth.columns(of: line) <= Self.columns {
      title = line
    } else {
      title = Self.words(of: line, columns: Self.columns - 1)
      isCut = title.utf8.count < line.utf8.count
    }
    rest = String(decoding: line.utf8.dropFirst(title.utf8.count), as: UTF8.self)
    if rest.first == " " { rest.removeFirst() }
    if isCut {
      // Directions that the cut left open.
      title = FlatText.line(title) + "…"
      rest = "…" + rest
    }
    rest += rest.isEmpty ? text[end...].drop { $0.isWhitespace } : text[end...]
  }

  /// The columns of the longest word that a cut leaves out whole.
  private static let longestWord = 16

  /// The text cut to at most so many columns, the last an ellipsis if something was cut: between words,
  /// or inside of one that is longer than most.
  static func cut(_ text: String, columns: Int) -> String {
    let cut = DisplayWidth.truncated(text, columns: columns)
    let end = cut.utf8.count - "…".utf8.count
    if end < 0 || cut.utf8.count == text.utf8.count && cut == text { return cut }
    let words = text.withBytes { wholeWords(in: $0, before: end) }
    return words == end ? cut : String(decoding: text.utf8.prefix(words), as: UTF8.self) + "…"
  }

  /// The end of the words before a place in a text; the place itself if it is in a long one, or in a
  /// script that writes none apart.
  private static func wholeWords(in text: UnsafeBufferPointer<UInt8>, before place: Int) -> Int {
    var end = place
    var letters = 0
    if !JSONScanner.isSpace(text[place]) {
      while end > 0, !JSONScanner.isSpace(text[end - 1]) {
        end -= 1
        letters += text[end] & 0xC0 == 0x80 ? 0 : 1
        // Kana and Han, U+3000 to U+9FFF.
        if letters > longestWord || 0xE3...0xE9 ~= text[end] { return place }
      }
    }
    while end > 0, " \n.,;:".utf8.contains(text[end - 1]) { end -= 1 }
    return end == 0 ? place : end
  }

  /// The words with which a line begins and that fit into so many columns.
  static func words(of line: String, columns: Int) -> String {
    let begin = String(line.prefix(2 * columns + 2))
    return DisplayWidth.wrapped(begin, columns: columns, keepsAddresses: true).first ?? line
  }

  /// How many bytes the first sentence of a line has, if words follow it and it is short enough.
  private static func sentence(in line: String) -> Int? {
    var (length, count) = (0, 0)
    var before: Unicode.Scalar = " "
    var scalars = line.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next, count < columns {
      next = scalars.next()
      length += UTF8.width(scalar)
      count += 1
      defer { before = scalar }
      guard count >= leastSentence, let after = next else { continue }
      switch scalar {
      case "。", "！", "？": break
      case "!", "?", "؟", "…", ".":
        let isAbbreviated = scalar == "." && (before.properties.numericType != nil || before == ".")
        var rest = scalars
        guard after == " ", !isAbbreviated, rest.next()?.properties.isLowercase == false else {
          continue
        }
      default: continue
      }
      let sentence = String(decoding: line.utf8.prefix(length), as: UTF8.self)
      // An emoji at the end belongs to the sentence.
      let hasWords = line.unicodeScalars.dropFirst(count).contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      return hasWords && DisplayWidth.columns(of: sentence) <= columns ? length : nil
    }
    return nil
  }
}
