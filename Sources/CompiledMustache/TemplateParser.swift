/// A node of a parsed template; ranges are offsets in its source.
enum Node: Sendable {
  /// The blanks at the start of a line, where a partial's indentation goes.
  case lineStart(Range<Int>)
  case text(Range<Int>)
  case value(KeyPath, escaped: Bool, at: Range<Int>)
  case section(KeyPath, inverted: Bool, [Node], at: Range<Int>)
  /// `indentation` is the white space before a tag that is alone on its line.
  case partial(String, indentation: Range<Int>?, at: Range<Int>)
  case dynamicPartial(KeyPath, indentation: Range<Int>?, at: Range<Int>)
  case parent(String, indentation: Range<Int>?, [Block], at: Range<Int>)
  case block(Block)

  /// The parts of a dotted name; the implicit iterator is the single part ".".
  typealias KeyPath = [String]
}

/// A block that a parent offers to its children, or a child's override of it.
struct Block: Sendable {
  var name: String
  var body: [Node]
  /// The range of the opening tag.
  var range: Range<Int>
  /// The white space before the opening tag if nothing else precedes it on its line.
  var leading: Range<Int>?
  /// Whether the opening tag is alone on its line, which is then not written.
  var standsAlone: Bool
  /// The white space at the start of its first line, if it begins on a line of its own.
  var intrinsic: Range<Int>?
}

struct ParsedTemplate: Sendable {
  var source: SourceText
  var nodes: [Node]
}

/// Parses a template into a tree, and drops lines that hold only a tag (the specification's
/// "standalone" rule).
struct TemplateParser {
  /// A section, parent or block that awaits its end tag.
  private struct Open {
    var tag: Tag
    var block: Block?
    /// For a parent, the white space before it if nothing else precedes it on its line.
    var leading: Range<Int>?
  }

  private let source: SourceText
  private var scanner: TagScanner
  private let policy: TemplatePolicy
  /// The nodes of the template and, inside each other, of everything open.
  private var lists: [[Node]] = [[]]
  private var open: [Open] = []
  private var cursor = 0
  private var atLineStart = true

  private init(_ source: SourceText, _ policy: TemplatePolicy) {
    self.source = source
    self.policy = policy
    scanner = TagScanner(source)
  }

  static func parse(
    _ source: SourceText, policy: TemplatePolicy
  ) throws(TemplateError) -> ParsedTemplate {
    var parser = TemplateParser(source, policy)
    while let tag = try parser.scanner.next() { try parser.add(tag) }
    if let unclosed = parser.open.last {
      throw source.error(.unclosedSection, at: unclosed.tag.range)
    }
    parser.addText(upTo: source.bytes.count)
    return ParsedTemplate(source: source, nodes: parser.lists[0])
  }

  private mutating func append(_ node: Node) { lists[lists.count - 1].append(node) }

  private mutating func add(_ tag: Tag) throws(TemplateError) {
    switch tag.kind {
    case .escaped: try addValue(tag, escaped: true)
    case .unescaped: try addValue(tag, escaped: false)
    case .comment, .delimiters: _ = consume(tag)
    case .section, .inverted:
      _ = consume(tag)
      try push(Open(tag: tag))
    case .partial, .dynamicPartial: try addPartial(tag)
    case .parent:
      let leading = source.lineStart(before: tag.range.lowerBound).map {
        $0..<tag.range.lowerBound
      }
      consumeInline(tag)
      try push(Open(tag: tag, leading: leading))
    case .block: try openBlock(tag)
    case .end: try end(tag)
    }
  }

  // MARK: Lines

  /// Adds the text before a tag and skips the tag, with its whole line if it is alone there.
  ///
  /// - Returns: the white space before the tag if it is alone.
  private mutating func consume(_ tag: Tag) -> Range<Int>? {
    guard tag.kind.canStandAlone,
      let start = source.lineStart(before: tag.range.lowerBound),
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

  // MARK: Values and partials

  private mutating func addValue(_ tag: Tag, escaped: Bool) throws(TemplateError) {
    consumeInline(tag)
    append(.value(try keyPath(tag), escaped: escaped, at: tag.range))
  }

  private mutating func addPartial(_ tag: Tag) throws(TemplateError) {
    let indentation = consume(tag)
    if tag.kind == .partial {
      append(.partial(tag.name, indentation: indentation, at: tag.range))
    } else {
      let path = try keyPath(tag)
      append(.dynamicPartial(path, indentation: indentation, at: tag.range))
    }
  }

  private func keyPath(_ tag: Tag) throws(TemplateError) -> Node.KeyPath {
    if tag.name == "." { return ["."] }
    let parts = tag.name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }), parts.count <= TemplateLimit.depth else {
      throw source.error(.badName, at: tag.range)
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Sections, parents, blocks

  private mutating func push(_ opened: Open) throws(TemplateError) {
    guard open.count < TemplateLimit.depth else {
      throw source.error(.tooDeep(limit: TemplateLimit.depth), at: opened.tag.range)
    }
    open.append(opened)
    lists.append([])
  }

  /// Whether the tag is directly inside a parent, where everything except blocks is ignored.
  private var isInParent: Bool { open.last?.tag.kind == .parent }

  private mutating func openBlock(_ tag: Tag) throws(TemplateError) {
    let start = source.lineStart(before: tag.range.lowerBound)
    let next = source.lineEnd(after: tag.range.upperBound)
    var block = Block(
      name: tag.name, body: [], range: tag.range,
      leading: start.map { $0..<tag.range.lowerBound }, standsAlone: false)
    if let next, start != nil || isInParent {
      block.standsAlone = true
      block.intrinsic = next..<source.blanks(from: next, to: source.bytes.count)
      addText(upTo: start ?? tag.range.lowerBound)
      cursor = next
      atLineStart = true
    } else {
      consumeInline(tag)
    }
    try push(Open(tag: tag, block: block))
  }

  private mutating func end(_ tag: Tag) throws(TemplateError) {
    guard let opened = open.last else { throw source.error(.unopenedEnd, at: tag.range) }
    guard opened.tag.name.utf8.elementsEqual(tag.name.utf8) else {
      let line = source.location(of: opened.tag.range.lowerBound).line
      throw source.error(.mismatchedEnd(open: opened.tag.name, line: line), at: tag.range)
    }
    if opened.tag.kind == .parent { return try endParent(opened, tag) }
    if let block = opened.block { return endBlock(block, tag) }
    _ = consume(tag)
    let body = pop()
    let isInverted = opened.tag.kind == .inverted
    let path = try keyPath(opened.tag)
    append(.section(path, inverted: isInverted, body, at: opened.tag.range))
  }

  /// Closes the innermost open tag and returns its nodes.
  private mutating func pop() -> [Node] {
    open.removeLast()
    return lists.removeLast()
  }

  private mutating func endBlock(_ block: Block, _ tag: Tag) {
    let start = source.lineStart(before: tag.range.lowerBound)
    let next = source.lineEnd(after: tag.range.upperBound)
    let isOverride = open.dropLast().last?.tag.kind == .parent
    if let start, next != nil || isOverride {
      addText(upTo: max(start, cursor))
      cursor = isOverride ? tag.range.upperBound : next ?? tag.range.upperBound
      atLineStart = !isOverride
    } else {
      consumeInline(tag)
    }
    var block = block
    block.body = pop()
    if block.body.isEmpty { block.intrinsic = block.leading }
    append(.block(block))
  }

  private mutating func endParent(_ opened: Open, _ tag: Tag) throws(TemplateError) {
    consumeInline(tag)
    var blocks: [Block] = []
    for node in pop() {
      if case .block(let block) = node {
        blocks.append(block)
      } else if policy == .strict, let range = visibleRange(node) {
        throw source.error(.ignoredInParent, at: range)
      }
    }
    var indentation = opened.leading
    if indentation != nil, let next = source.lineEnd(after: tag.range.upperBound) {
      // The start of the line was added before the parent was known to be alone.
      if case .lineStart = lists[lists.count - 1].last { lists[lists.count - 1].removeLast() }
      cursor = next
      atLineStart = true
    } else {
      indentation = nil
      atLineStart = false
    }
    append(
      .parent(opened.tag.name, indentation: indentation, blocks, at: opened.tag.range))
  }

  /// The tag of a node; nil for text, which parents may contain.
  private func visibleRange(_ node: Node) -> Range<Int>? {
    switch node {
    case .lineStart, .text: nil
    case .value(_, _, let range), .section(_, _, _, let range), .partial(_, _, let range),
      .dynamicPartial(_, _, let range), .parent(_, _, _, let range):
      range
    case .block(let block): block.range
    }
  }
}
