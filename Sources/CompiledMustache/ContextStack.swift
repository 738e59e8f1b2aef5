/// The value that a name refers to, reached from a register through nested records.
struct LocatedValue: Equatable {
  var register: UInt16
  var path: [UInt16] = []
  var slot: UInt16
  var type: ValueType
  /// The key to look up in a value of type `namedTexts`.
  var name: String?
}

/// The contexts that a tag sees, innermost last. Names are looked up once, at compile time.
struct ContextStack: Equatable {
  /// The record of an open section.
  struct Context: Equatable {
    var schema: RecordSchema
    var register: UInt16
  }

  private(set) var contexts: [Context]
  /// The value of an open section that is not over records: the implicit iterator.
  var scalar: LocatedValue?
  var nextRegister: UInt16 = 1

  init(_ root: RecordSchema) { contexts = [Context(schema: root, register: 0)] }

  mutating func push(_ schema: RecordSchema, _ register: UInt16) {
    contexts.append(Context(schema: schema, register: register))
    scalar = nil
  }

  /// The value of a name: its first part is looked up from the innermost record outwards, the
  /// others in the records inside (specification, "Interpolation": dotted names).
  func locate(_ path: Node.KeyPath) -> LocatedValue? {
    if path == ["."] { return implicitIterator }
    for context in contexts.reversed() {
      guard let field = context.schema.field(path[0]) else { continue }
      return follow(path.dropFirst(), from: field, context.register)
    }
    return nil
  }

  private var implicitIterator: LocatedValue? {
    if let scalar { return scalar }
    guard let innermost = contexts.last, let field = innermost.schema.field(".") else { return nil }
    return follow([], from: field, innermost.register)
  }

  private func follow(
    _ rest: ArraySlice<String>, from first: RecordSchema.Field, _ register: UInt16
  ) -> LocatedValue? {
    var found = LocatedValue(register: register, slot: UInt16(first.slot), type: first.type)
    for part in rest {
      switch found.type {
      case .record(let schema):
        guard let field = schema.field(part) else { return nil }
        found.path.append(found.slot)
        found.slot = UInt16(field.slot)
        found.type = field.type
      case .namedTexts where found.name == nil: found.name = part
      case .text, .keyword, .url, .markup, .flag, .integer, .list, .namedTexts: return nil
      }
    }
    if found.name != nil { found.type = .text }
    return found
  }

  /// The list that a dotted name leads into, if any.
  func list(on path: Node.KeyPath) -> String? {
    let prefixes = path.indices.dropFirst().map { Array(path.prefix($0)) }
    let list = prefixes.first { if case .list? = locate($0)?.type { true } else { false } }
    return list?.joined(separator: ".")
  }

  /// The keys to suggest for an unknown name: those of the record that its first parts name, or
  /// else all visible ones.
  func known(near path: Node.KeyPath) -> [String] {
    var names: [String] = []
    func addFields(_ fields: [RecordSchema.Field], prefix: String) {
      for field in fields where !names.contains(prefix + field.key) {
        names.append(prefix + field.key)
      }
    }
    for length in stride(from: path.count - 1, to: 0, by: -1) {
      let prefix = Array(path.prefix(length))
      guard let inner = locate(prefix)?.type.inner else { continue }
      addFields(inner.fields, prefix: prefix.joined(separator: ".") + ".")
      return names
    }
    for context in contexts.reversed() { addFields(context.schema.fields, prefix: "") }
    return names
  }
}
