import ByteText

struct Tag: Sendable {
  enum Kind: Sendable {
    case escaped, unescaped, section, inverted, end, partial, comment

    /// Whether the whole line goes when the tag is alone on it.
    var canStandAlone: Bool { self != .escaped && self != .unescaped }
  }

  var kind: Kind
  /// The name without surrounding white space.
  var name: String
  /// Includes the delimiters.
  var range: Range<Int>
}

struct TagScanner {
  private let source: SourceText
  private var position = 0
  private static let open = Array("{{".utf8)
  private static let close = Array("}}".utf8)

  init(_ source: SourceText) { self.source = source }

  /// The next tag; nil if only text is left.
  mutating func next() throws(Fault) -> Tag? {
    guard let start = find(Self.open, from: position) else { return nil }
    var content = source.bytes[(start + Self.open.count)...].drop(while: Self.isWhiteSpace)
    let sigil = content.first
    let kind = Self.kind(sigil)
    if kind != .escaped { content = content.dropFirst() }

    let closing = (sigil == UInt8(ascii: "{") ? [UInt8(ascii: "}")] : []) + Self.close
    guard let end = find(closing, from: content.startIndex) else {
      throw source.fault(
        "unclosed-tag", "a tag is never closed", advice: "end it with }}",
        at: start..<source.bytes.count)
    }
    position = end + closing.count
    var tag = Tag(kind: kind, name: "", range: start..<position)
    let inside = Self.trimmed(source.bytes[content.startIndex..<end])
    if kind != .comment { tag.name = try name(inside, tag) }
    return tag
  }

  private static func kind(_ sigil: UInt8?) -> Tag.Kind {
    switch sigil {
    case UInt8(ascii: "{"), UInt8(ascii: "&"): .unescaped
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .end
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "!"): .comment
    default: .escaped
    }
  }

  /// The signs of parents, blocks, other delimiters and dynamic partials.
  private static let unknownSigns = Array("<$=*".utf8)

  private func name(_ bytes: ArraySlice<UInt8>, _ tag: Tag) throws(Fault) -> String {
    if let sign = bytes.first, Self.unknownSigns.contains(sign) {
      throw source.fault(
        "unknown-tag",
        "tags that begin with \(String(decoding: [sign], as: UTF8.self)) are not known",
        advice: "use values, sections and partials", at: tag.range)
    }
    guard !bytes.isEmpty, !bytes.contains(where: Self.isWhiteSpace) else {
      throw source.badName(tag)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func find(_ pattern: [UInt8], from start: Int) -> Int? {
    var index = start
    while let found = source.bytes[index...].firstIndex(of: pattern[0]) {
      if source.bytes[found...].starts(with: pattern) { return found }
      index = found + 1
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.drop(while: isWhiteSpace)
    guard let last = rest.lastIndex(where: { !isWhiteSpace($0) }) else { return rest.prefix(0) }
    return rest[...last]
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

struct SourceText: Sendable {
  let file: String
  let bytes: [UInt8]

  private static let shownTagLength = 60

  /// A fault at a range of the source, which is the offending tag unless empty.
  func fault(_ code: String, _ what: String, advice: String, at range: Range<Int>) -> Fault {
    let position = location(of: range.lowerBound)
    return Fault(
      .usage, code: code, of: file,
      at: Fault.Place(line: position.line, column: position.column),
      range.isEmpty ? what : "\(what) in \(shownTag(range))", advice: advice)
  }

  func badName(_ tag: Tag) -> Fault {
    fault(
      "bad-name", "the name is empty or contains a space", advice: "name one key", at: tag.range)
  }

  func tooDeep(_ range: Range<Int>) -> Fault {
    fault(
      "too-deep", "tags are nested deeper than \(TemplateLimit.depth)",
      advice: "flatten the template", at: range)
  }

  /// The line and column, from 1; columns count Unicode scalars.
  func location(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes[..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  private func shownTag(_ range: Range<Int>) -> String {
    let firstLine = bytes[range].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let shown = String(decoding: firstLine.prefix(Self.shownTagLength), as: UTF8.self)
    return firstLine.count == range.count && range.count <= Self.shownTagLength
      ? shown : shown + "…"
  }

  /// The end of the spaces and tabs that begin at an offset.
  func blanks(from offset: Int, to end: Int) -> Int {
    var index = offset
    while index < end, Self.isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// The start of the line if only blanks precede the offset, otherwise nil.
  func lineStart(before offset: Int) -> Int? {
    var index = offset
    while index > 0, Self.isBlank(bytes[index - 1]) { index -= 1 }
    return index == 0 || bytes[index - 1] == UInt8(ascii: "\n") ? index : nil
  }

  /// The start of the next line if only blanks follow the offset, otherwise nil.
  func lineEnd(after offset: Int) -> Int? {
    let index = blanks(from: offset, to: bytes.count)
    if index == bytes.count { return index }
    if bytes[index] == UInt8(ascii: "\n") { return index + 1 }
    let isCRLF = bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count
    return isCRLF && bytes[index + 1] == UInt8(ascii: "\n") ? index + 2 : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
