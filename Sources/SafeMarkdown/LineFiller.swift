import ByteText

/// Breaks a paragraph into lines of a given number of columns.
///
/// Lines break at spaces, and beside wide characters (Chinese, Japanese) except at punctuation that
/// may not begin or end a line (a subset of UAX 14). A word longer than a line is broken, but an
/// address is not. Directional formatting that is open at the end of a line is closed there and
/// opened again in the next (UAX 9, rule X8).
struct LineFiller {
  struct Line {
    var text: [UInt8] = []
    var columns = 0
  }

  private let width: Int
  private let columnCount: TextStyle.ColumnCount

  /// - Parameter indentation: the columns before each line.
  init(style: TextStyle, indentation: Int) {
    width = max(style.width - indentation, 20)
    columnCount = style.columns
  }

  /// The lines of a paragraph; a newline is a hard break, other white space collapses.
  func lines(of paragraph: [UInt8]) -> [Line] {
    var lines: [Line] = []
    for part in paragraph.split(separator: 0x0A, omittingEmptySubsequences: false) {
      fill(part, into: &lines)
    }
    while let last = lines.last, last.text.isEmpty { lines.removeLast() }
    return paragraph.contains(0xE2) ? LineFiller.balanced(lines) : lines
  }

  private static func balanced(_ lines: [Line]) -> [Line] {
    var bidi = BidiBalance()
    return lines.map { line in
      var balanced = line
      balanced.text.removeAll(keepingCapacity: true)
      bidi.appendOpeners(to: &balanced.text)
      line.text.withUnsafeBufferPointer { bidi.copy($0, to: &balanced.text) }
      bidi.appendClosers(to: &balanced.text)
      return balanced
    }
  }

  private func fill(_ part: ArraySlice<UInt8>, into lines: inout [Line]) {
    var line = Line()
    for word in part.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      let columns = columns(of: word)
      let gap = line.text.isEmpty ? 0 : 1
      if line.columns + gap + columns <= width {
        append(word, columns: columns, gap: gap, to: &line)
      } else {
        place(word, columns: columns, after: &line, in: &lines)
      }
    }
    lines.append(line)
  }

  /// Places a word that does not fit on the line: on the next one, or in pieces.
  private func place(
    _ word: ArraySlice<UInt8>, columns: Int, after line: inout Line, in lines: inout [Line]
  ) {
    var gap = line.text.isEmpty ? 0 : 1
    for piece in pieces(of: word, columns: columns).flatMap(fitting) {
      if line.columns + gap + piece.columns > width, !line.text.isEmpty {
        lines.append(line)
        line = Line()
        gap = 0
      }
      append(piece.text, columns: piece.columns, gap: gap, to: &line)
      gap = 0
    }
  }

  /// Splits a piece into parts that fit on a line, except an address.
  private func fitting(
    _ piece: (text: ArraySlice<UInt8>, columns: Int)
  ) -> [(text: ArraySlice<UInt8>, columns: Int)] {
    guard piece.columns > width, !isAddress(piece.text) else { return [piece] }
    var parts: [(text: ArraySlice<UInt8>, columns: Int)] = []
    var start = piece.text.startIndex
    var end = start
    var used = 0
    for character in String(decoding: piece.text, as: UTF8.self) {
      let columns = columnCount(String(character))
      if used + columns > width {
        parts.append((piece.text[start..<end], used))
        start = end
        used = 0
      }
      end += character.utf8.count
      used += columns
    }
    return parts + [(piece.text[start...], used)]
  }

  private func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
    ["https://", "http://", "mailto:"].contains { word.starts(with: $0.utf8) }
  }

  private func append(_ text: ArraySlice<UInt8>, columns: Int, gap: Int, to line: inout Line) {
    if gap > 0 { line.text.append(UInt8(ascii: " ")) }
    line.text.append(contentsOf: text)
    line.columns += gap + columns
  }

  private func columns(of word: ArraySlice<UInt8>) -> Int {
    word.allSatisfy { $0 < 0x80 } ? word.count : columnCount(String(decoding: word, as: UTF8.self))
  }

  // MARK: Wide characters

  /// Splits a word where a line may break.
  private func pieces(
    of word: ArraySlice<UInt8>, columns: Int
  ) -> [(text: ArraySlice<UInt8>, columns: Int)] {
    guard word.contains(where: { $0 >= 0xE1 }) else { return [(word, columns)] }
    var pieces: [(text: ArraySlice<UInt8>, columns: Int)] = []
    var start = word.startIndex
    var end = start
    var pieceColumns = 0
    var previous: (character: Character, columns: Int)?
    for character in String(decoding: word, as: UTF8.self) {
      let columns = columnCount(String(character))
      if let previous, mayBreak(between: previous, and: (character, columns)) {
        pieces.append((word[start..<end], pieceColumns))
        start = end
        pieceColumns = 0
      }
      end += character.utf8.count
      pieceColumns += columns
      previous = (character, columns)
    }
    pieces.append((word[start...], pieceColumns))
    return pieces
  }

  private func mayBreak(
    between left: (character: Character, columns: Int),
    and right: (character: Character, columns: Int)
  ) -> Bool {
    (left.columns > 1 || right.columns > 1)
      && !LineFiller.endsNoLine.contains(left.character)
      && !LineFiller.beginsNoLine.contains(right.character) && right.columns > 0
  }

  private static let endsNoLine = Set("([{（［｛「『【〔《〈“‘\u{2068}")
  private static let beginsNoLine = Set(
    ")]}）］｝」』】〕》〉”’、。，．：；！？!?,.:;…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ\u{2069}")
}
