import ByteText

extension Compiler {
  mutating func add(
    section path: Node.KeyPath, _ inverted: Bool, _ body: [Node], range: Range<Int>
  ) throws(TemplateError) {
    guard let found = try locate(path, range) else {
      if inverted { try addBody(body, range) }
      return
    }
    let before = contexts
    if inverted {
      try add(inverted: found, body, range)
    } else if let inner = found.type.inner {
      try add(records: found, inner, body, range: range)
    } else {
      try add(scalar: found, body, range)
    }
    contexts = before
  }

  private mutating func add(
    inverted found: LocatedValue, _ body: [Node], _ range: Range<Int>
  ) throws(TemplateError) {
    var absent: [Int] = []
    let location = descend(to: found, &absent)
    let condition = try condition(found, location, range: range)
    let skip = condition.map { builder.addPending(.jumpIf($0, 0)) }
    builder.land(absent)
    try addBody(body, range)
    builder.land(skip.map { [$0] } ?? [])
  }

  private mutating func add(
    records found: LocatedValue, _ inner: RecordSchema, _ body: [Node], range: Range<Int>
  ) throws(TemplateError) {
    let isList = if case .list = found.type { true } else { false }
    // Such a list is always empty. Skipping it also ends recursion of partials when the schema was
    // made from data, whose leaves are empty lists.
    if isList && inner.fields.isEmpty { return }
    var pending: [Int] = []
    let location = descend(to: found, &pending)
    let register = newRegister()
    pending.append(builder.addPending(.enter(location, register: register, orJump: 0)))
    contexts.push(inner, register)
    let start = builder.here()
    try addBody(body, range)
    if isList { builder.add(.next(register: register, body: start)) }
    builder.land(pending)
  }

  private mutating func add(
    scalar found: LocatedValue, _ body: [Node], _ range: Range<Int>
  ) throws(TemplateError) {
    var pending: [Int] = []
    let location = descend(to: found, &pending)
    guard let condition = try condition(found, location, range: range) else { return }
    pending.append(builder.addPending(.jumpUnless(condition, 0)))
    contexts.scalar = .init(location: location, type: found.type, name: found.name)
    try addBody(body, range)
    builder.land(pending)
  }

  /// The test for whether a value is true; nil for a value that has no truth of its own.
  private mutating func condition(
    _ found: LocatedValue, _ location: ValueLocation, range: Range<Int>
  ) throws(TemplateError) -> Condition? {
    if let name = found.name {
      return .namedTextIsNotEmpty(location, name: builder.index(ofName: name))
    }
    switch found.type {
    case .text, .keyword, .url, .markup: return .textIsNotEmpty(location)
    case .integer: return .integerIsNotZero(location)
    case .flag: return .flag(location)
    case .record, .list: return .hasRecords(location)
    case .namedTexts:
      guard policy == .strict else { return nil }
      throw error(.notSection(type: found.type.name), at: range)
    }
  }
}

extension Compiler {
  mutating func add(
    partial name: String, _ blanks: Range<Int>?, _ range: Range<Int>
  ) throws(TemplateError) {
    guard let template = templates[name] else {
      guard policy == .strict else { return }
      let known = templates.keys.sorted()
      throw error(
        .unknownPartial(name, known: known, nearest: NearestName.of(name, among: known)),
        at: range)
    }
    let indentation = layout.indentation(from: blanks)
    switch policy {
    case .strict:
      if let first = active.firstIndex(where: { $0.name == name }) {
        throw error(.recursion(active[first...].map(\.name) + [name]), at: range)
      }
      try add(template, name, indentation: indentation, range: range)
    case .specification: try call(template, name, indentation: indentation, range: range)
    }
  }

  /// Compiles a partial in place. A recursive call jumps to the instructions that already exist.
  private mutating func call(
    _ template: ParsedTemplate, _ name: String, indentation: [UInt8], range: Range<Int>
  ) throws(TemplateError) {
    let same = identity(indentation)
    if let outer = active.last(where: { $0.name == name && $0.identity == same }) {
      return builder.add(.call(outer.start))
    }
    let call = builder.here() + 2
    builder.add(.call(call))
    let end = builder.addPending(.jump(0))
    try add(template, name, indentation: indentation, range: range)
    builder.add(.return)
    builder.land([end])
  }

  private mutating func add(
    _ template: ParsedTemplate, _ name: String, indentation: [UInt8], range: Range<Int>
  ) throws(TemplateError) {
    let before = layout
    let start = policy == .specification ? builder.here() : 0
    active.append(Active(name: name, identity: identity(indentation), start: start))
    try nested(range) { compiler throws(TemplateError) in
      compiler.layout = Layout(source: template.source, indentation: indentation)
      try compiler.add(template.nodes)
      compiler.layout = before
    }
    active.removeLast()
  }

  /// A partial whose name is a value: any of the set except the template itself, compared at run
  /// time.
  mutating func add(
    dynamicPartial path: Node.KeyPath, _ blanks: Range<Int>?, _ range: Range<Int>
  ) throws(TemplateError) {
    guard policy == .specification else { throw error(.dynamicName, at: range) }
    guard let found = contexts.locate(path), found.type == .text, found.name == nil else { return }
    let register = contexts.nextRegister
    var absent: [Int] = []
    let location = descend(to: found, &absent)
    for name in templates.keys.sorted() where name != active.first?.name {
      let index = builder.index(ofName: name)
      let other = builder.addPending(.jumpUnless(.textEquals(location, name: index), 0))
      try add(partial: name, blanks, range)
      builder.land([other])
    }
    builder.land(absent)
    contexts.nextRegister = register
  }

  // MARK: Inheritance

  mutating func add(
    parent name: String, _ blanks: Range<Int>?, _ blocks: [Block], range: Range<Int>
  ) throws(TemplateError) {
    let outer = (overrides, metBlocks)
    overrides = overrides.adding(blocks, from: layout.source)
    metBlocks = []
    try add(partial: name, blanks, range)
    if policy == .strict, let lost = blocks.first(where: { !metBlocks.contains($0.name) }) {
      let known = metBlocks.sorted()
      let nearest = NearestName.of(lost.name, among: known)
      throw error(.unknownBlock(lost.name, known: known, nearest: nearest), at: lost.range)
    }
    overrides = outer.0
    metBlocks.formUnion(outer.1)
  }

  /// Writes a block or its override. An override loses its own indentation and gets that of the
  /// block's default content (specification, "Inheritance": reindentation).
  mutating func add(block: Block) throws(TemplateError) {
    metBlocks.insert(block.name)
    guard let override = overrides[block.name] else { return try add(block.body) }
    let before = layout
    // Inside the override, the name means the parent's own block again.
    overrides[block.name] = nil
    let indentation = layout.indentation(from: block.intrinsic ?? block.leading)
    layout = Layout(
      source: override.source, indentation: indentation,
      stripped: override.block.intrinsic?.count ?? 0)
    var body = override.block.body[...]
    if !block.standsAlone {
      // The line and its indentation are already written.
      if case .lineStart = body.first { body = body.dropFirst() }
    } else if !override.block.standsAlone {
      builder.add(literal: indentation)
    }
    try add(body)
    layout = before
    overrides[block.name] = override
  }
}

/// The blocks with which children override those of the parent being compiled.
struct BlockOverrides {
  /// A child's block and the source it comes from.
  struct Override {
    var block: Block
    var source: SourceText
  }

  private var overrides: [String: Override] = [:]

  subscript(name: String) -> Override? {
    get { overrides[name] }
    set { overrides[name] = newValue }
  }

  /// Adds a parent tag's blocks; the outermost override wins.
  func adding(_ blocks: [Block], from source: SourceText) -> BlockOverrides {
    var result = self
    for block in blocks where result.overrides[block.name] == nil {
      result.overrides[block.name] = Override(block: block, source: source)
    }
    return result
  }

  /// Two uses of a partial with the same overrides compile to the same program.
  var identity: [String] {
    overrides.map { "\($0.key) \($0.value.source.file) \($0.value.block.range)" }.sorted()
  }
}

/// The source of the current lines and the white space before them.
struct Layout {
  var source: SourceText
  /// White space before every line.
  var indentation: [UInt8] = []
  /// How many bytes to strip from each line's own white space.
  var stripped = 0

  /// A line's own white space, after stripping.
  func own(_ blanks: Range<Int>) -> ArraySlice<UInt8> {
    source.bytes[blanks].dropFirst(stripped)
  }

  /// The indentation of a tag that is alone on its line; empty for nil, a tag within a line
  /// (specification, "Partials": inline indentation).
  func indentation(from blanks: Range<Int>?) -> [UInt8] {
    guard let blanks else { return [] }
    return indentation + own(blanks)
  }
}
