import UTF8Bytes

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
