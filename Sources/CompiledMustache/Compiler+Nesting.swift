import UTF8Bytes

extension Compiler {
  mutating func add(
    section path: Node.KeyPath, _ inverted: Bool, _ body: [Node], _ range: Range<Int>
  ) throws(TemplateError) {
    guard let found = try locate(path, range) else {
      if inverted { try addBody(body, range) }
      return
    }
    let before = contexts
    if inverted {
      try add(inverted: found, body, range)
    } else if let inner = found.type.inner {
      try add(records: found, inner, body, range)
    } else {
      try add(scalar: found, body, range)
    }
    contexts = before
  }

  private mutating func add(
    inverted found: LocatedValue, _ body: [Node], _ range: Range<Int>
  ) throws(TemplateError) {
    var absent: [Int] = []
    let place = descend(to: found, &absent)
    let condition = try condition(found, place, range)
    let skip = condition.map { builder.addPending(.jumpIf($0, 0)) }
    builder.land(absent)
    try addBody(body, range)
    builder.land(skip.map { [$0] } ?? [])
  }

  private mutating func add(
    records found: LocatedValue, _ inner: RecordSchema, _ body: [Node], _ range: Range<Int>
  ) throws(TemplateError) {
    let isList = if case .list = found.type { true } else { false }
    // Nothing can be in such a list. This also ends the recursion of partials over data of which
    // the schema was made: its leaves are empty lists.
    if isList && inner.fields.isEmpty { return }
    var pending: [Int] = []
    let place = descend(to: found, &pending)
    let register = newRegister()
    pending.append(builder.addPending(.enter(place, register: register, orJump: 0)))
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
    let place = descend(to: found, &pending)
    guard let condition = try condition(found, place, range) else { return }
    pending.append(builder.addPending(.jumpUnless(condition, 0)))
    contexts.scalar = .init(place: place, type: found.type, name: found.name)
    try addBody(body, range)
    builder.land(pending)
  }

  /// When a value counts as true; nil for what is no value by itself.
  private mutating func condition(
    _ found: LocatedValue, _ place: Place, _ range: Range<Int>
  ) throws(TemplateError) -> Condition? {
    if let name = found.name {
      return .namedTextIsNotEmpty(place, name: builder.index(ofName: name))
    }
    switch found.type {
    case .text, .keyword, .url, .markup: return .textIsNotEmpty(place)
    case .integer: return .integerIsNotZero(place)
    case .flag: return .flag(place)
    case .record, .list: return .hasRecords(place)
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
      try add(template, name, indentation, range)
    case .specification: try call(template, name, indentation, range)
    }
  }

  /// Compiles a partial where it is called; where it is being compiled already, as recursion ends
  /// up, what is there is called again.
  private mutating func call(
    _ template: ParsedTemplate, _ name: String, _ indentation: [UInt8], _ range: Range<Int>
  ) throws(TemplateError) {
    let same = identity(indentation)
    if let outer = active.last(where: { $0.name == name && $0.identity == same }) {
      return builder.add(.call(outer.start))
    }
    let call = builder.here() + 2
    builder.add(.call(call))
    let end = builder.addPending(.jump(0))
    try add(template, name, indentation, range)
    builder.add(.return)
    builder.land([end])
  }

  private mutating func add(
    _ template: ParsedTemplate, _ name: String, _ indentation: [UInt8], _ range: Range<Int>
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

  /// A partial whose name is a value: one of the set other than the template itself, compared while
  /// running.
  mutating func add(
    dynamicPartial path: Node.KeyPath, _ blanks: Range<Int>?, _ range: Range<Int>
  ) throws(TemplateError) {
    guard policy == .specification else { throw error(.dynamicName, at: range) }
    guard let found = contexts.locate(path), found.type == .text, found.name == nil else { return }
    let register = contexts.nextRegister
    var absent: [Int] = []
    let place = descend(to: found, &absent)
    for name in templates.keys.sorted() where name != active.first?.name {
      let index = builder.index(ofName: name)
      let other = builder.addPending(.jumpUnless(.textEquals(place, name: index), 0))
      try add(partial: name, blanks, range)
      builder.land([other])
    }
    builder.land(absent)
    contexts.nextRegister = register
  }

  // MARK: Inheritance

  mutating func add(
    parent name: String, _ blanks: Range<Int>?, _ blocks: [Block], _ range: Range<Int>
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

  /// Writes a block, or what a child put in its place: with its own indentation removed and that of
  /// the block's default content added (specification, "Inheritance": reindentation).
  mutating func add(block: Block) throws(TemplateError) {
    metBlocks.insert(block.name)
    guard let override = overrides[block.name] else { return try add(block.body) }
    let before = layout
    // Within itself the name means the parent's own block again.
    overrides[block.name] = nil
    let indentation = layout.indentation(from: block.intrinsic ?? block.leading)
    layout = Layout(
      source: override.source, indentation: indentation,
      stripped: override.block.intrinsic?.count ?? 0)
    var body = override.block.body[...]
    if !block.standsAlone {
      // The line has begun already, with its indentation.
      if case .lineStart = body.first { body = body.dropFirst() }
    } else if !override.block.standsAlone {
      builder.add(literal: indentation)
    }
    try add(body)
    layout = before
    overrides[block.name] = override
  }
}

/// What children put in place of their parents' blocks, while a parent is compiled.
struct BlockOverrides {
  /// A block of a child, with the source that it is from.
  struct Override {
    var block: Block
    var source: SourceText
  }

  private var overrides: [String: Override] = [:]

  subscript(name: String) -> Override? {
    get { overrides[name] }
    set { overrides[name] = newValue }
  }

  /// Adds a parent tag's blocks; those from farther outside win.
  func adding(_ blocks: [Block], from source: SourceText) -> BlockOverrides {
    var result = self
    for block in blocks where result.overrides[block.name] == nil {
      result.overrides[block.name] = Override(block: block, source: source)
    }
    return result
  }

  /// Tells apart what a partial compiles to: the same partial with the same overrides is the same.
  var identity: [String] {
    overrides.map { "\($0.key) \($0.value.source.file) \($0.value.block.range)" }.sorted()
  }
}

/// From which source lines are written, and with what white space before them.
struct Layout {
  var source: SourceText
  /// What stands before every line.
  var indentation: [UInt8] = []
  /// How much of each line's own white space goes: a block's, where it was defined.
  var stripped = 0

  /// A line's own white space, as it is written.
  func own(_ blanks: Range<Int>) -> ArraySlice<UInt8> {
    source.bytes[blanks].dropFirst(stripped)
  }

  /// For what a tag stands for that is alone on its line; nil for one that is not, which begins in
  /// the middle of a line and has no indentation (specification, "Partials": inline indentation).
  func indentation(from blanks: Range<Int>?) -> [UInt8] {
    guard let blanks else { return [] }
    return indentation + own(blanks)
  }
}
