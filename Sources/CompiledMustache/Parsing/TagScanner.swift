/// Finds the tags of a source one after another, following `{{= =}}`.
struct TagScanner {
  private let source: SourceText
  private var position = 0
  private var open = Array("{{".utf8)
  private var close = Array("}}".utf8)

  init(_ source: SourceText) { self.source = source }

  /// The next tag, or nil when only text is left.
  mutating func next() throws(TemplateError) -> Tag? {
    guard let start = find(open, from: position) else { return nil }
    var content = source.bytes[(start + open.count)...].drop(while: Self.isWhiteSpace)
    let sigil = content.first
    let kind = Self.kind(sigil)
    if kind != .escaped { content = content.dropFirst() }

    let closing = Self.extraClosing(sigil) + close
    guard let end = find(closing, from: content.startIndex) else {
      throw source.error(.unclosedTag, at: start..<source.bytes.count)
    }
    position = end + closing.count
    var tag = Tag(kind: kind, name: "", range: start..<position)
    let inside = Self.trimmed(source.bytes[content.startIndex..<end])
    switch kind {
    case .comment: break
    case .delimiters: try setDelimiters(inside, tag)
    case .partial: try name(&tag, partial: inside)
    default: tag.name = try name(inside, tag)
    }
    return tag
  }

  private static func kind(_ sigil: UInt8?) -> Tag.Kind {
    switch sigil {
    case UInt8(ascii: "{"), UInt8(ascii: "&"): .unescaped
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .end
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    case UInt8(ascii: "!"): .comment
    case UInt8(ascii: "="): .delimiters
    default: .escaped
    }
  }

  private static func extraClosing(_ sigil: UInt8?) -> [UInt8] {
    switch sigil {
    case UInt8(ascii: "{"): [UInt8(ascii: "}")]
    case UInt8(ascii: "="): [UInt8(ascii: "=")]
    default: []
    }
  }

  private func name(_ bytes: ArraySlice<UInt8>, _ tag: Tag) throws(TemplateError) -> String {
    guard !bytes.isEmpty, !bytes.contains(where: Self.isWhiteSpace) else {
      throw source.error(.badName, at: tag.range)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func name(_ tag: inout Tag, partial inside: ArraySlice<UInt8>) throws(TemplateError) {
    let isDynamic = inside.first == UInt8(ascii: "*")
    if isDynamic { tag.kind = .dynamicPartial }
    tag.name = try name(isDynamic ? Self.trimmed(inside.dropFirst()) : inside, tag)
  }

  private mutating func setDelimiters(
    _ inside: ArraySlice<UInt8>, _ tag: Tag
  ) throws(TemplateError) {
    let pair = inside.split(whereSeparator: Self.isWhiteSpace)
    let isPair = pair.count == 2 && !inside.contains(UInt8(ascii: "="))
    guard isPair, pair.allSatisfy({ $0.count <= TemplateLimit.delimiterLength }) else {
      throw source.error(.badDelimiters, at: tag.range)
    }
    open = Array(pair[0])
    close = Array(pair[1])
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
