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
    _ name: String, of templates: [String: ParsedTemplate], schema: RecordSchema, kind: TemplateKind
  ) throws(Fault) -> Program {
    guard let template = templates[name] else {
      throw unknownPartial(name, among: templates, in: SourceText(file: name, bytes: []), at: 0..<0)
    }
    var compiler = Compiler(
      templates: templates, kind: kind, contexts: ContextStack(schema),
      layout: Layout(source: template.source), active: [name])
    try compiler.addNodes(template.nodes)
    _ = compiler.builder.here()
    return compiler.builder.program
  }

  static func unknownPartial(
    _ name: String, among templates: [String: ParsedTemplate], in source: SourceText,
    at range: Range<Int>
  ) -> Fault {
    source.fault(
      "unknown-partial", "there is no partial \(name)",
      advice: Fault.choice(name, of: templates.keys.sorted(), called: "the partials here"),
      at: range)
  }

  func fault(_ code: String, _ what: String, advice: String, at range: Range<Int>) -> Fault {
    layout.source.fault(code, what, advice: advice, at: range)
  }

  /// - Parameter position: where no value is safe: `in a comment`.
  private func unsafe(_ position: String, at range: Range<Int>) -> Fault {
    fault("unsafe-position", "no value is safe \(position)", advice: "move the tag", at: range)
  }

  func notUsable(_ type: ValueType, at range: Range<Int>) -> Fault {
    fault(
      "wrong-type", "a \(type.name) cannot be used this way",
      advice: "tidings templates keys says how each key is used", at: range)
  }

  mutating func addNodes(_ nodes: some Sequence<Node>) throws(Fault) {
    for node in nodes { try addNode(node) }
  }

  private mutating func addNode(_ node: Node) throws(Fault) {
    switch node {
    case .lineStart(let blanks):
      builder.add(literal: layout.indentation)
      builder.add(literal: layout.source.bytes[blanks])
    case .text(let range): builder.add(literal: layout.source.bytes[range])
    case .value(let path, let escaped, let range): try add(value: path, escaped, range)
    case .section(let path, let inverted, let body, let range):
      try nested(range) { compiler throws(Fault) in
        try compiler.add(section: path, inverted, body, range: range)
      }
    case .partial(let name, let indentation, let range): try add(partial: name, indentation, range)
    }
  }

  /// Calls `body` one level deeper, within the limits.
  mutating func nested(
    _ range: Range<Int>, _ body: (inout Compiler) throws(Fault) -> Void
  ) throws(Fault) {
    guard depth < TemplateLimit.depth else { throw layout.source.tooDeep(range) }
    guard !builder.isTooLarge else {
      throw fault(
        "too-large", "the template is too large", advice: "include fewer partials", at: range)
    }
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
  mutating func checkPosition(of type: ValueType, _ range: Range<Int>) throws(Fault) {
    if checksHTML {
      if let refused = HTMLValueCheck.refusal(htmlPosition(), type) {
        throw unsafe(refused, at: range)
      }
      html.passValue()
    } else if kind.syntax == .markdown, isLinkDestination {
      guard type == .url || type == .integer else {
        throw unsafe("at the beginning of a link's destination, except a URL", at: range)
      }
    }
  }

  var isLinkDestination: Bool {
    builder.literalEnd(2).elementsEqual("](".utf8)
      || builder.literalEnd(3).elementsEqual("](<".utf8)
  }

  /// Compiles a section's body, which must end at the HTML position where it began.
  mutating func addBody(_ body: [Node], _ range: Range<Int>) throws(Fault) {
    guard checksHTML else { return try addNodes(body) }
    let before = htmlPosition()
    if let refused = HTMLValueCheck.refusal(section: before) { throw unsafe(refused, at: range) }
    try addNodes(body)
    guard let joined = htmlPosition().joined(with: before) else {
      throw fault(
        "uneven-section", "the section ends at another position in the HTML than it began",
        advice: "keep whole tags inside it", at: range)
    }
    html = joined
  }
}

extension Compiler {
  mutating func add(value path: Node.KeyPath, _ escaped: Bool, _ range: Range<Int>) throws(Fault) {
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

  func locate(_ path: Node.KeyPath, _ range: Range<Int>) throws(Fault) -> LocatedValue {
    if let found = contexts.locate(path) { return found }
    if let list = contexts.list(on: path) {
      throw fault(
        "inside-list", "\(list) is inside a list",
        advice: "open a section for the list and use the key inside it", at: range)
    }
    let known = contexts.known(near: path)
    let name = path.joined(separator: ".")
    throw fault(
      "unknown-key", "there is no key \(name) here",
      advice: Fault.choice(name, of: known, called: "the keys here"), at: range)
  }

  /// Enters the records that contain a value and returns its location. The jumps taken when a
  /// record is absent are added to `pending`.
  mutating func descend(to found: LocatedValue, _ pending: inout [Int]) -> ValueLocation {
    var location = ValueLocation(register: found.register, slot: found.slot)
    for slot in found.path {
      let record = ValueLocation(register: location.register, slot: slot)
      location.register = newRegister()
      pending.append(builder.addPending(.enter(record, register: location.register, orJump: 0)))
    }
    return location
  }

  mutating func newRegister() -> UInt16 {
    defer { contexts.nextRegister += 1 }
    builder.need(registers: Int(contexts.nextRegister) + 1)
    return contexts.nextRegister
  }

  private func checkType(_ type: ValueType, _ escaped: Bool, range: Range<Int>) throws(Fault) {
    switch type {
    case .markup:
      if escaped {
        throw fault(
          "markup-escaped", "this is already markup", advice: "write it with three braces",
          at: range)
      }
    case .text, .keyword, .url, .integer: if !escaped { throw notUsable(type, at: range) }
    case .flag, .record, .list, .namedTexts: throw notUsable(type, at: range)
    }
  }
}
