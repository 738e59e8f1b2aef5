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
  /// The sections and partials so far, those of each use counted anew.
  private var opened = 0
  /// The position in the HTML or Markdown after `followedLiterals` bytes of literals.
  private var html = HTMLPosition()
  private var markdown = MarkdownPosition()
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
    opened += 1
    guard !builder.isTooLarge, opened <= TemplateLimit.opened else {
      throw fault(
        "too-large", "the template is too large", advice: "include fewer partials", at: range)
    }
    depth += 1
    try body(&self)
    depth -= 1
  }

  // MARK: Positions

  /// Follows everything written so far.
  private mutating func followLiterals() {
    let literals = builder.program.literals[followedLiterals...]
    switch kind.syntax {
    case .html: html.follow(literals)
    case .markdown: markdown.follow(literals)
    case .plain: break
    }
    followedLiterals = builder.literalCount
  }

  /// How a value is written here.
  ///
  /// - Throws: A fault at a position where no escape makes it safe.
  mutating func place(of type: ValueType, _ range: Range<Int>) throws(Fault) -> ValuePlace {
    followLiterals()
    defer {
      html.passValue()
      markdown.passValue()
    }
    switch kind.syntax {
    case .html:
      if let refused = HTMLValueCheck.refusal(html, type) { throw unsafe(refused, at: range) }
      return HTMLValueCheck.isInsideAddress(html) ? .insideAddress : .text
    case .markdown:
      guard let address = markdown.address else { return .text }
      if let refused = address.refusal(type, in: "a link's destination") {
        throw unsafe(refused, at: range)
      }
      return address.isBeginning ? .destination : .insideAddress
    case .plain: return .text
    }
  }

  /// Compiles a section's body, which must end at the HTML position where it began.
  mutating func addBody(_ body: [Node], _ range: Range<Int>) throws(Fault) {
    followLiterals()
    let before = (html: html, markdown: markdown)
    if kind.syntax == .html, let refused = HTMLValueCheck.refusal(section: html) {
      throw unsafe(refused, at: range)
    }
    try addNodes(body)
    followLiterals()
    guard let joined = html.joined(with: before.html) else {
      throw fault(
        "uneven-section", "the section ends at another position in the HTML than it began",
        advice: "keep whole tags inside it", at: range)
    }
    (html, markdown) = (joined, markdown.joined(with: before.markdown))
  }

  mutating func add(value path: Node.KeyPath, _ escaped: Bool, _ range: Range<Int>) throws(Fault) {
    let found = try locate(path, range)
    try checkType(found.type, escaped, range: range)
    let place = try place(of: found.type, range)
    let register = contexts.nextRegister
    var pending: [Int] = []
    let location = descend(to: found, &pending)
    if let name = found.name {
      let index = builder.index(ofName: name)
      builder.add(.namedText(location, name: index, isComponent: place == .insideAddress))
    } else {
      switch found.type {
      case .text, .keyword, .url: builder.add(place.instruction(location))
      case .markup: builder.add(.verbatim(location))
      case .integer: builder.add(.integer(location))
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

/// What is around a value.
enum ValuePlace {
  case text, destination, insideAddress

  func instruction(_ location: ValueLocation) -> Instruction {
    switch self {
    case .text: .text(location)
    case .destination: .destination(location)
    case .insideAddress: .component(location)
    }
  }
}
