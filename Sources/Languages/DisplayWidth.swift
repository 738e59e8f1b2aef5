import ByteText

/// The width of text in terminal columns: East Asian wide characters and emoji take two, combining
/// marks and format characters none.
///
/// Agrees with Python's `wcwidth` on every code point and on graphemes that people write. Controls
/// take no column; replace them before measuring.
package enum DisplayWidth {
  package static func columns(of text: String) -> Int { text.withBytes { columns(of: $0) } }

  package static func columns(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    if utf8.isPrintableASCII { return utf8.count }
    let (columns, joins) = measure(utf8)
    if !joins { return columns }
    return String(decoding: utf8, as: UTF8.self).reduce(0) { $0 + self.columns(of: $1) }
  }

  /// The columns of a grapheme: the sum of its scalars' widths, at most 2, as in terminals.
  package static func columns(of character: Character) -> Int {
    if character.utf8.count == 1, let byte = character.utf8.first {
      return ScalarWidth.columns(of: Unicode.Scalar(byte))
    }
    var columns = 0
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F {
        // A narrow symbol in emoji presentation is wide.
        let base = character.unicodeScalars.first
        if columns == 1, base?.properties.isEmoji == true { columns = 2 }
      } else if columns > 0, scalar.properties.generalCategory == .spacingMark {
        columns += 1
      } else {
        columns += ScalarWidth.columns(of: scalar)
      }
    }
    return min(columns, 2)
  }

  /// Calls `body` with the graphemes of a text until it returns false.
  ///
  /// If no scalar joins its neighbors, a scalar without columns belongs to the one before it,
  /// unless that is a space, at which a line may break. This is five times as fast as `Character`s.
  ///
  /// - Parameter joins: the result of `measure` for the text or a text that contains it.
  static func forEachCell(in text: WidthBytes, joins: Bool, _ body: (Cell) -> Bool) {
    if joins { return forEachCharacter(in: text, body) }
    var cell: Cell?
    var index = 0
    while index < text.count {
      let (value, length) = text.scalar(at: index)
      let scalar = Unicode.Scalar(orReplacement: value)
      let width = ScalarWidth.commonColumns(value) ?? ScalarWidth.columns(of: scalar)
      index += length
      if width == 0, cell?.takesMarks == true {
        cell?.end = index
        continue
      }
      if let cell, !body(cell) { return }
      cell = Cell(end: index, columns: width, first: scalar)
    }
    if let cell { _ = body(cell) }
  }

  private static func forEachCharacter(in text: WidthBytes, _ body: (Cell) -> Bool) {
    var end = 0
    var cell: Cell?
    for character in String(decoding: text, as: UTF8.self) {
      guard let first = character.unicodeScalars.first else { continue }
      end += character.utf8.count
      let columns = columns(of: character)
      if columns == 0, cell?.takesMarks == true {
        cell?.end = end
        continue
      }
      if let cell, !body(cell) { return }
      cell = Cell(end: end, columns: columns, first: first)
    }
    if let cell { _ = body(cell) }
  }

  /// The sum of the scalars' columns, and whether some join to graphemes of another width.
  static func measure(_ text: WidthBytes) -> (columns: Int, joins: Bool) {
    var columns = 0
    var index = 0
    while index < text.count {
      let printable = text.printable(at: index, from: 0x20)
      if printable > 0 {
        index &+= printable
        columns &+= printable
        continue
      }
      let narrow = text[index] == UInt8(ascii: " ") ? 1 : text.narrow(at: index)
      if narrow > 0 {
        index &+= narrow
        columns &+= 1
        continue
      }
      let (value, length) = text.scalar(at: index)
      index += length
      if let common = ScalarWidth.commonColumns(value) {
        columns += common
      } else {
        let scalar = Unicode.Scalar(orReplacement: value)
        if ScalarWidth.joins(scalar) { return (columns, true) }
        columns += ScalarWidth.columns(of: scalar)
      }
    }
    return (columns, false)
  }

  /// The text cut to at most `columns` columns, the last an ellipsis if something was cut; spaces
  /// before it are dropped.
  package static func truncated(_ text: String, columns: Int) -> String {
    // No text has more columns than bytes.
    if text.utf8.count <= columns { return text }
    return text.withBytes { truncated($0, columns: columns) } ?? text
  }

  /// Nil if the text fits.
  private static func truncated(_ utf8: WidthBytes, columns: Int) -> String? {
    guard columns > 0 else { return self.columns(of: utf8) <= columns ? nil : "" }
    if utf8.isPrintableASCII { return cut(utf8[bytes: 0..<columns - 1]) }
    switch end(of: utf8, columns: columns) {
    case .fits: return nil
    case .cut(let end): return cut(utf8[bytes: 0..<end])
    case .unknown: break
    }
    if self.columns(of: utf8) <= columns { return nil }
    var end = 0
    var used = 0
    forEachCell(in: utf8, joins: measure(utf8).joins) { cell in
      used += cell.columns
      if used < columns { end = cell.end }
      return used < columns
    }
    return cut(utf8[bytes: 0..<end])
  }

  private enum End {
    case fits
    /// The length of the bytes that fit before the ellipsis.
    case cut(Int)
    /// Some characters may join.
    case unknown
  }

  /// Finds the cut for everyday characters in one pass over at most `columns` columns.
  private static func end(of utf8: WidthBytes, columns: Int) -> End {
    var end = 0
    var used = 0
    var index = 0
    while index < utf8.count {
      while used < columns - 1, index < utf8.count {
        let printable = min(utf8.printable(at: index, from: 0x20), columns - 1 - used)
        if printable > 0 {
          index &+= printable
          used &+= printable
          end = index
          continue
        }
        let length = utf8[index] == UInt8(ascii: " ") ? 1 : utf8.narrow(at: index)
        if length == 0 { break }
        index &+= length
        used &+= 1
        end = index
      }
      if index == utf8.count { break }
      let (value, length) = utf8.scalar(at: index)
      guard let width = value == 0x20 ? 1 : LineStream.columns(value) else { return .unknown }
      used += width
      if used > columns { return .cut(end) }
      index += length
      if used < columns { end = index }
    }
    return .fits
  }

  /// The text cut to at most `characters` graphemes, the last an ellipsis if something was cut;
  /// spaces before it are dropped.
  package static func truncated(_ text: String, characters: Int) -> String {
    guard characters > 0 else { return "" }
    // A grapheme has at least one byte.
    if text.utf8.count <= characters { return text }
    guard let last = text.index(text.startIndex, offsetBy: characters, limitedBy: text.endIndex),
      last < text.endIndex
    else { return text }
    var start = String(text[..<text.index(before: last)])
    return start.withUTF8 { cut($0) }
  }

  private static func cut(_ utf8: WidthBytes) -> String {
    var end = utf8.count
    while end > 0, utf8[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return String(unsafeUninitializedCapacity: end + 3) { target in
      let rest = target[...].update(fromContentsOf: utf8[..<end])
      // The ellipsis.
      return target[rest...].update(fromContentsOf: [0xE2, 0x80, 0xA6])
    }
  }
}

/// A grapheme: the end of its bytes, its columns, its first scalar.
struct Cell {
  var end: Int
  var columns: Int
  var first: Unicode.Scalar

  /// What decides whether a line may break beside it.
  var look: (columns: Int, first: Unicode.Scalar) { (columns, first) }

  fileprivate var takesMarks: Bool { first != " " }
}
