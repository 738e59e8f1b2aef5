import ByteText

extension Compiler {
  mutating func add(
    section path: Node.KeyPath, _ inverted: Bool, _ body: [Node], range: Range<Int>
  ) throws(Fault) {
    let found = try locate(path, range)
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
  ) throws(Fault) {
    var absent: [Int] = []
    let location = descend(to: found, &absent)
    let condition = try condition(found, location, range: range)
    let skip = builder.addPending(.jumpIf(condition, 0))
    builder.land(absent)
    try addBody(body, range)
    builder.land([skip])
  }

  private mutating func add(
    records found: LocatedValue, _ inner: RecordSchema, _ body: [Node], range: Range<Int>
  ) throws(Fault) {
    let isList = if case .list = found.type { true } else { false }
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
  ) throws(Fault) {
    var pending: [Int] = []
    let location = descend(to: found, &pending)
    let condition = try condition(found, location, range: range)
    pending.append(builder.addPending(.jumpUnless(condition, 0)))
    contexts.scalar = LocatedValue(
      register: location.register, slot: location.slot, type: found.type, name: found.name)
    try addBody(body, range)
    builder.land(pending)
  }

  private mutating func condition(
    _ found: LocatedValue, _ location: ValueLocation, range: Range<Int>
  ) throws(Fault) -> Condition {
    if let name = found.name {
      return .namedTextIsNotEmpty(location, name: builder.index(ofName: name))
    }
    switch found.type {
    case .text, .keyword, .url, .markup: return .textIsNotEmpty(location)
    case .integer: return .integerIsNotZero(location)
    case .flag: return .flag(location)
    case .record, .list: return .hasRecords(location)
    case .namedTexts: throw notUsable(found.type, at: range)
    }
  }

  mutating func add(
    partial name: String, _ blanks: Range<Int>?, _ range: Range<Int>
  ) throws(Fault) {
    guard let template = templates[name] else {
      throw Self.unknownPartial(name, among: templates, in: layout.source, at: range)
    }
    if let first = active.firstIndex(of: name) {
      throw fault(
        "recursion",
        "the partial includes itself: \((active[first...] + [name]).joined(separator: " → "))",
        advice: "break the cycle", at: range)
    }
    let before = layout
    active.append(name)
    try nested(range) { compiler throws(Fault) in
      compiler.layout = Layout(
        source: template.source, indentation: before.indentation(from: blanks))
      try compiler.addNodes(template.nodes)
      compiler.layout = before
    }
    active.removeLast()
  }
}

/// The source of the current lines and the white space before them.
struct Layout {
  var source: SourceText
  var indentation: [UInt8] = []

  /// The indentation of a tag that is alone on its line; empty for nil, a tag within a line
  /// (specification, "Partials": inline indentation).
  func indentation(from blanks: Range<Int>?) -> [UInt8] {
    guard let blanks else { return [] }
    return indentation + source.bytes[blanks]
  }
}
