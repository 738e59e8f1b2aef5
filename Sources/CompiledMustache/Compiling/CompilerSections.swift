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
