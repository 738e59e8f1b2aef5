internal import ByteText

/// The keys of one kind of record, each with its type, slot and meaning; made by a
/// `SchemaDeclaration`.
package struct RecordSchema: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package var key: String
    package var type: ValueType
    /// The index in the array of `RecordValues` for this type.
    package var slot: Int
    /// What the key holds, in one sentence.
    package var documentation: String
  }

  /// In order of declaration.
  package internal(set) var fields: [Field] = []
  /// The initial values of every record; copied without allocating.
  var empty = RecordValues()

  package init() {}

  package static func == (left: RecordSchema, right: RecordSchema) -> Bool {
    left.fields == right.fields
  }

  /// The field of a key; keys are compared as bytes.
  package func field(_ key: String) -> Field? {
    fields.first { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// A record's values by key, for other template engines: `String`, `Bool`, `Int`, dictionaries of texts,
  /// and arrays of such records.
  package func dictionary(_ values: RecordValues) -> [String: any Sendable] {
    fields.reduce(into: [:]) { found, field in
      let value: any Sendable =
        switch field.type {
        case .text, .keyword, .url, .markup: values.texts[field.slot]
        case .flag: values[FlagKey(slot: field.slot)]
        case .integer: values.integers[field.slot]
        case .record(let inner), .list(let inner):
          values.records[field.slot].map { inner.dictionary($0) }
        case .namedTexts:
          Dictionary(
            values[NamedTextsKey(slot: field.slot)].map { ($0.name, $0.text) },
            uniquingKeysWith: { first, _ in first })
        }
      found[field.key] = value
    }
  }
}

/// What a key holds, and so what a template may do with it.
package enum ValueType: Equatable, Sendable {
  /// Raw text from anywhere, escaped when it is written.
  case text
  /// A word of the program's own, never a user's: a color, a class, a language tag. It is escaped
  /// as text, and is the only text allowed in a `style` attribute.
  case keyword
  /// A URL with a checked scheme; the only text that may begin a link's destination.
  case url
  /// Text in the template's own format, written unescaped by `{{{ }}}`.
  case markup
  /// True or false, for sections only.
  case flag
  /// Written in decimal digits; zero is false.
  case integer
  /// A record that may be absent.
  case record(RecordSchema)
  /// Any number of records; always empty if the schema has no keys.
  case list(RecordSchema)
  /// Texts under names that no schema lists, reached as `key.name`; empty for an unknown name.
  case namedTexts

  /// The type's name in references and errors.
  package var name: String {
    switch self {
    case .text: "text"
    case .keyword: "keyword"
    case .url: "URL"
    case .markup: "markup"
    case .flag: "yes/no"
    case .integer: "integer"
    case .record: "record"
    case .list: "list"
    case .namedTexts: "texts by name"
    }
  }

  /// Whether a value of the type is nobody's text, and safe wherever letters and digits are.
  var isFixed: Bool { self == .integer || self == .keyword }

  var inner: RecordSchema? {
    switch self {
    case .record(let schema), .list(let schema): schema
    case .text, .keyword, .url, .markup, .flag, .integer, .namedTexts: nil
    }
  }
}

/// Declares the keys of a schema: the compiler's checks, the slots of the values and the key
/// reference all come from here.
///
///     var item = SchemaDeclaration()
///     let title = item.text("title", "What happened, in one line.")
///     let unread = item.flag("unread", "Whether it is not yet read.")
///     let schema = item.schema
///
/// A key declared twice or a 65th flag is a programming error and traps.
package struct SchemaDeclaration {
  package private(set) var schema = RecordSchema()
  private var flagCount = 0

  package init() {}

  package mutating func text(_ key: String, _ documentation: String) -> TextKey {
    TextKey(slot: slot(key, .text, words: documentation))
  }

  package mutating func keyword(_ key: String, _ documentation: String) -> TextKey {
    TextKey(slot: slot(key, .keyword, words: documentation))
  }

  package mutating func url(_ key: String, _ documentation: String) -> TextKey {
    TextKey(slot: slot(key, .url, words: documentation))
  }

  package mutating func markup(_ key: String, _ documentation: String) -> MarkupKey {
    MarkupKey(slot: slot(key, .markup, words: documentation))
  }

  package mutating func flag(_ key: String, _ documentation: String) -> FlagKey {
    FlagKey(slot: slot(key, .flag, words: documentation))
  }

  package mutating func integer(_ key: String, _ documentation: String) -> IntegerKey {
    IntegerKey(slot: slot(key, .integer, words: documentation))
  }

  package mutating func record(
    _ key: String, _ inner: RecordSchema, documentation: String
  ) -> RecordKey {
    RecordKey(slot: slot(key, .record(inner), words: documentation))
  }

  package mutating func list(
    _ key: String, of inner: RecordSchema, _ documentation: String
  ) -> ListKey {
    ListKey(slot: slot(key, .list(inner), words: documentation))
  }

  package mutating func namedTexts(_ key: String, _ documentation: String) -> NamedTextsKey {
    NamedTextsKey(slot: slot(key, .namedTexts, words: documentation))
  }

  private mutating func slot(_ key: String, _ type: ValueType, words: String) -> Int {
    precondition(schema.field(key) == nil, "the key \(key) is declared twice")
    let slot: Int
    switch type {
    case .text, .keyword, .url, .markup:
      slot = schema.empty.texts.count
      schema.empty.texts.append("")
    case .integer:
      slot = schema.empty.integers.count
      schema.empty.integers.append(0)
    case .record, .list, .namedTexts:
      slot = schema.empty.records.count
      schema.empty.records.append([])
    case .flag:
      slot = flagCount
      flagCount += 1
      precondition(flagCount <= UInt64.bitWidth, "a record has at most 64 flags")
    }
    precondition(slot <= UInt16.max, "a record has at most 65,536 keys of a storage")
    schema.fields.append(.init(key: key, type: type, slot: slot, documentation: words))
    return slot
  }
}

/// The key reference for template authors, generated from the schema.
package enum KeyReference {
  /// A Markdown table of every key: the sections that contain it, its type, its meaning.
  package static func markdown(_ schema: RecordSchema) -> String {
    let rows = keys(of: schema).map { path, field in
      let location = path.map { "`\($0)`" }.joined(separator: " › ")
      return [location, "`\(field.key)`", field.type.name, field.documentation]
    }
    return MarkdownTable.text("Inside", "Key", "Type", "Meaning", rows: rows)
  }

  /// Every key after the sections that contain it, in order of declaration.
  package static func keys(
    of schema: RecordSchema, inside path: [String] = []
  ) -> [(path: [String], field: RecordSchema.Field)] {
    schema.fields.flatMap { field in
      [(path, field)] + (field.type.inner.map { keys(of: $0, inside: path + [field.key]) } ?? [])
    }
  }
}
