import ByteText

/// A node of a parsed template; ranges are offsets in its source.
enum Node: Sendable {
  /// The blanks at the start of a line, where a partial's indentation goes.
  case lineStart(Range<Int>)
  case text(Range<Int>)
  case value(KeyPath, escaped: Bool, at: Range<Int>)
  case section(KeyPath, inverted: Bool, [Node], at: Range<Int>)
  /// `indentation` is the white space before a tag that is alone on its line.
  case partial(String, indentation: Range<Int>?, at: Range<Int>)

  /// The parts of a dotted name; the implicit iterator is the single part ".".
  typealias KeyPath = [String]
}

struct ParsedTemplate: Sendable {
  var source: SourceText
  var nodes: [Node]
}

/// Parses a template into a tree, and drops lines that hold only a tag (the specification's
/// "standalone" rule).
struct TemplateParser {
  private let source: SourceText
  private var scanner: TagScanner
  /// The nodes of the template and, inside each other, of everything open.
  private var lists: [[Node]] = [[]]
  /// The tags of the sections that await their end tags.
  private var open: [Tag] = []
  private var cursor = 0
  private var atLineStart = true

  private init(_ source: SourceText) {
    self.source = source
    scanner = TagScanner(source)
  }

  static func parse(_ source: SourceText) throws(Fault) -> ParsedTemplate {
    var parser = TemplateParser(source)
    while let tag = try parser.scanner.next() { try parser.addTag(tag) }
    if let unclosed = parser.open.last {
      throw source.fault(
        "unclosed-section", "the section is never closed", advice: "add its {{/\(unclosed.name)}}",
        at: unclosed.range)
    }
    parser.addText(upTo: source.bytes.count)
    return ParsedTemplate(source: source, nodes: parser.lists[0])
  }

  private mutating func append(_ node: Node) { lists[lists.count - 1].append(node) }

  private mutating func addTag(_ tag: Tag) throws(Fault) {
    switch tag.kind {
    case .escaped: try addValue(tag, escaped: true)
    case .unescaped: try addValue(tag, escaped: false)
    case .comment: _ = consume(tag)
    case .section, .inverted:
      _ = consume(tag)
      try push(tag)
    case .partial: append(.partial(tag.name, indentation: consume(tag), at: tag.range))
    case .end: try end(tag)
    }
  }

  // MARK: Lines

  /// Adds the text before a tag and skips the tag, with its whole line if it is alone there.
  ///
  /// - Returns: the white space before the tag if it is alone.
  private mutating func consume(_ tag: Tag) -> Range<Int>? {
    guard tag.kind.canStandAlone, let start = source.lineStart(before: tag.range.lowerBound),
      let next = source.lineEnd(after: tag.range.upperBound)
    else {
      consumeInline(tag)
      return nil
    }
    addText(upTo: start)
    cursor = next
    atLineStart = true
    return start..<tag.range.lowerBound
  }

  private mutating func consumeInline(_ tag: Tag) {
    addText(upTo: tag.range.lowerBound)
    beginLine(at: tag.range.lowerBound..<tag.range.lowerBound)
    cursor = tag.range.upperBound
  }

  /// Adds the text up to an offset, with a node for the start of each line.
  private mutating func addText(upTo end: Int) {
    while cursor < end {
      if atLineStart {
        let blanks = source.blanks(from: cursor, to: end)
        beginLine(at: cursor..<blanks)
        cursor = blanks
        if cursor == end { return }
      }
      let newline = source.bytes[cursor..<end].firstIndex(of: UInt8(ascii: "\n"))
      let next = newline.map { $0 + 1 } ?? end
      append(.text(cursor..<next))
      cursor = next
      atLineStart = newline != nil
    }
  }

  private mutating func beginLine(at blanks: Range<Int>) {
    if atLineStart { append(.lineStart(blanks)) }
    atLineStart = false
  }

  // MARK: Values and sections

  private mutating func addValue(_ tag: Tag, escaped: Bool) throws(Fault) {
    consumeInline(tag)
    append(.value(try keyPath(tag), escaped: escaped, at: tag.range))
  }

  private func keyPath(_ tag: Tag) throws(Fault) -> Node.KeyPath {
    if tag.name == "." { return ["."] }
    let parts = tag.name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }), parts.count <= TemplateLimit.depth else {
      throw source.badName(tag)
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func push(_ tag: Tag) throws(Fault) {
    guard open.count < TemplateLimit.depth else { throw source.tooDeep(tag.range) }
    open.append(tag)
    lists.append([])
  }

  private mutating func end(_ tag: Tag) throws(Fault) {
    guard let opened = open.popLast() else {
      throw source.fault(
        "unopened-end", "no section is open that it could close", advice: "remove the tag",
        at: tag.range)
    }
    guard opened.name.utf8.elementsEqual(tag.name.utf8) else {
      let line = source.location(of: opened.range.lowerBound).line
      throw source.fault(
        "mismatched-end", "this does not close {{#\(opened.name)}} of line \(line)",
        advice: "write {{/\(opened.name)}} first", at: tag.range)
    }
    _ = consume(tag)
    let body = lists.removeLast()
    append(
      .section(try keyPath(opened), inverted: opened.kind == .inverted, body, at: opened.range))
  }
}
