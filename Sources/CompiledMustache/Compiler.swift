import ByteText

/// Compiles a template and everything it includes into one flat program.
///
/// Names, partials and indentation are resolved here, so that rendering only copies and jumps.
struct Compiler {
  let templates: [String: ParsedTemplate]
  let kind: TemplateKind
  var builder = ProgramBuilder()
  var contexts: ContextStack
  var layout: Layout
  /// The names of the templates that are being compiled, outermost first.
  var active: [String]
  private var depth = 0
  /// The position in the HTML after `followedLiterals` bytes of literals.
  private var html = HTMLPosition()
  private var followedLiterals = 0

  static func compile(
    _ name: String, of templates: [String: ParsedTemplate], schema: RecordSchema,
    kind: TemplateKind
  ) throws(TemplateError) -> Program {
    guard let template = templates[name] else {
      let known = templates.keys.sorted()
      let reason = TemplateError.Reason.unknownPartial(
        name, known: known, nearest: NearestName.of(name, among: known))
      throw TemplateError(file: name, line: 1, column: 1, tag: "", reason: reason)
    }
    var compiler = Compiler(
      templates: templates, kind: kind, contexts: ContextStack(schema),
      layout: Layout(source: template.source), active: [name])
    try compiler.add(template.nodes)
    _ = compiler.builder.here()
    return compiler.builder.program
  }

  func error(_ reason: TemplateError.Reason, at range: Range<Int>) -> TemplateError {
    layout.source.error(reason, at: range)
  }

  mutating func add(_ nodes: some Sequence<Node>) throws(TemplateError) {
    for node in nodes { try add(node) }
  }

  private mutating func add(_ node: Node) throws(TemplateError) {
    switch node {
    case .lineStart(let blanks):
      builder.add(literal: layout.indentation)
      builder.add(literal: layout.source.bytes[blanks])
    case .text(let range): builder.add(literal: layout.source.bytes[range])
    case .value(let path, let escaped, let range): try add(value: path, escaped, range)
    case .section(let path, let inverted, let body, let range):
      try nested(range) { compiler throws(TemplateError) in
        try compiler.add(section: path, inverted, body, range: range)
      }
    case .partial(let name, let indentation, let range):
      try add(partial: name, indentation, range)
    }
  }

  /// Calls `body` one level deeper, within the limits.
  mutating func nested(
    _ range: Range<Int>, _ body: (inout Compiler) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    guard depth < TemplateLimit.depth else {
      throw error(.tooDeep(limit: TemplateLimit.depth), at: range)
    }
    guard !builder.isTooLarge else { throw error(.tooLarge, at: range) }
    depth += 1
    try body(&self)
    depth -= 1
  }

  // MARK: HTML positions

  private var checksHTML: Bool { kind.syntax == .html }

  /// The position in the HTML after everything written so far.
  mutating func htmlPosition() -> HTMLPosition {
    html.follow(builder.program.literals[followedLiterals...])
    followedLiterals = builder.literalCount
    return html
  }

  /// Refuses a value at a position where no escape makes it safe.
  mutating func checkPosition(of type: ValueType, _ range: Range<Int>) throws(TemplateError) {
    if checksHTML {
      if let refused = HTMLValueCheck.refusal(htmlPosition(), type) {
        throw error(.unsafePosition(refused), at: range)
      }
      html.passValue()
    } else if kind.syntax == .markdown, isLinkDestination {
      guard type == .url || type == .integer else {
        throw error(.unsafePosition(.linkDestination), at: range)
      }
    }
  }

  /// Whether a Markdown link's destination begins here.
  var isLinkDestination: Bool {
    builder.literalEnd(2).elementsEqual("](".utf8)
      || builder.literalEnd(3).elementsEqual("](<".utf8)
  }

  /// Compiles a section's body, which must end at the HTML position where it began.
  mutating func addBody(_ body: [Node], _ range: Range<Int>) throws(TemplateError) {
    guard checksHTML else { return try add(body) }
    let before = htmlPosition()
    if let refused = HTMLValueCheck.refusal(section: before) {
      throw error(.unsafePosition(refused), at: range)
    }
    try add(body)
    guard let joined = htmlPosition().joined(with: before) else {
      throw error(.unevenSection, at: range)
    }
    html = joined
  }
}

extension Compiler {
  mutating func add(
    value path: Node.KeyPath, _ escaped: Bool, _ range: Range<Int>
  ) throws(TemplateError) {
    let found = try locate(path, range)
    try checkType(found.type, escaped, range: range)
    try checkPosition(of: found.type, range)
    let register = contexts.nextRegister
    let isDestination = kind.syntax == .markdown && isLinkDestination
    var pending: [Int] = []
    let location = descend(to: found, &pending)
    if let name = found.name {
      let index = builder.index(ofName: name)
      builder.add(value: .namedText(location, name: index))
    } else {
      switch found.type {
      case .text, .keyword: builder.add(value: .text(location))
      case .markup: builder.add(value: .verbatim(location))
      case .url: builder.add(value: isDestination ? .destination(location) : .text(location))
      case .integer: builder.add(value: .integer(location))
      case .flag, .record, .list, .namedTexts: break
      }
    }
    builder.land(pending)
    contexts.nextRegister = register
  }

  /// The value of a name.
  func locate(
    _ path: Node.KeyPath, _ range: Range<Int>
  ) throws(TemplateError) -> LocatedValue {
    if let found = contexts.locate(path) { return found }
    if let list = contexts.list(on: path) { throw error(.insideList(list), at: range) }
    let known = contexts.known(near: path)
    let name = path.joined(separator: ".")
    throw error(
      .unknownKey(name, known: known, nearest: NearestName.of(name, among: known)), at: range)
  }

  /// Enters the records that contain a value and returns its location. The jumps taken when a
  /// record is absent are added to `pending`.
  mutating func descend(to found: LocatedValue, _ pending: inout [Int]) -> ValueLocation {
    var location = ValueLocation(register: found.register, slot: found.slot)
    for slot in found.path {
      let record = ValueLocation(register: location.register, slot: slot)
      location.register = newRegister()
      pending.append(
        builder.addPending(.enter(record, register: location.register, orJump: 0)))
    }
    return location
  }

  mutating func newRegister() -> UInt16 {
    defer { contexts.nextRegister += 1 }
    builder.need(registers: Int(contexts.nextRegister) + 1)
    return contexts.nextRegister
  }

  private func checkType(
    _ type: ValueType, _ escaped: Bool, range: Range<Int>
  ) throws(TemplateError) {
    switch type {
    case .markup: if escaped { throw error(.markupEscaped, at: range) }
    case .text, .keyword, .url, .integer:
      if !escaped { throw error(.notMarkup(type: type.name), at: range) }
    case .flag, .record, .list, .namedTexts: throw error(.notText(type: type.name), at: range)
    }
  }
}
