import CompiledMustache

/// A value without a schema, as JSON and the interpreter that judges the compiler know it.
indirect enum Datum: Equatable, Sendable, Decodable {
  case null
  case flag(Bool)
  case integer(Int)
  case text(String)
  case list([Datum])
  case record([String: Datum])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .text("\(number)")
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Datum].self) {
      self = .list(list)
    } else {
      self = .record(try container.decode([String: Datum].self))
    }
  }
}

/// A schema made from data, and the same data as values for it.
///
/// What is no record has a schema with the single key "."; so has an empty record, because a schema
/// without keys means a list that is always empty.
enum DatumSchema {
  static func schema(_ samples: [Datum]) -> RecordSchema {
    var declaration = SchemaDeclaration()
    for key in keys(samples) { declare(key, members(samples, key), in: &declaration) }
    if declaration.schema.fields.isEmpty, !samples.isEmpty { _ = declaration.text(".", "Nothing.") }
    return declaration.schema
  }

  static func values(_ datum: Datum, _ schema: RecordSchema) -> RecordValues {
    var values = RecordValues(schema)
    var again = SchemaDeclaration()
    for field in schema.fields {
      let member = members([datum], field.key).first ?? .null
      fill(&values, field, member, &again)
    }
    return values
  }

  private static func keys(_ samples: [Datum]) -> [String] {
    var keys: Set<String> = []
    for sample in samples {
      if case .record(let members) = sample {
        keys.formUnion(members.keys)
      } else {
        keys.insert(".")
      }
    }
    return keys.sorted()
  }

  private static func members(_ samples: [Datum], _ key: String) -> [Datum] {
    samples.compactMap {
      if case .record(let members) = $0 { members[key] } else { key == "." ? $0 : nil }
    }
  }

  private static func declare(
    _ key: String, _ samples: [Datum], in declaration: inout SchemaDeclaration
  ) {
    if samples.contains(where: { if case .record = $0 { true } else { false } }) {
      _ = declaration.record(
        key, schema(samples.filter { $0 != .null }), documentation: "A record.")
    } else if samples.contains(where: { if case .list = $0 { true } else { false } }) {
      let items = samples.flatMap { if case .list(let items) = $0 { items } else { [Datum]() } }
      _ = declaration.list(key, of: schema(items), "A list.")
    } else if samples.allSatisfy({ if case .flag = $0 { true } else { false } }) {
      _ = declaration.flag(key, "A flag.")
    } else if samples.allSatisfy({ if case .integer = $0 { true } else { false } }) {
      _ = declaration.integer(key, "An integer.")
    } else if key == "note" {
      _ = declaration.markup(key, "A markup.")
    } else {
      _ = declaration.text(key, "A text.")
    }
  }

  /// Declares the same keys again, which gives the keys to fill the values with.
  private static func fill(
    _ values: inout RecordValues, _ field: RecordSchema.Field, _ datum: Datum,
    _ again: inout SchemaDeclaration
  ) {
    switch field.type {
    case .markup: values[again.markup(field.key, "")] = Markup(rendered: text(datum))
    case .text, .keyword, .url, .namedTexts: values[again.text(field.key, "")] = text(datum)
    case .flag: values[again.flag(field.key, "")] = datum == .flag(true)
    case .integer:
      let key = again.integer(field.key, "")
      if case .integer(let integer) = datum { values[key] = integer }
    case .record(let inner):
      let key = again.record(field.key, inner, documentation: "")
      if datum != .null { values[key] = Self.values(datum, inner) }
    case .list(let inner):
      let key = again.list(field.key, of: inner, "")
      if case .list(let items) = datum { values[key] = items.map { Self.values($0, inner) } }
    }
  }

  private static func text(_ datum: Datum) -> String {
    switch datum {
    case .null, .list, .record: ""
    case .flag(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .text(let text): text
    }
  }
}
