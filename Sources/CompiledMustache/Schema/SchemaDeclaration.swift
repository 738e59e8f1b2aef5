/// Declares the keys of a schema, in code and once: the compiler's checks, the slots of the values
/// and the key reference all come from here.
///
///     struct ItemKeys: Sendable {
///       let title: TextKey
///       let unread: FlagKey
///       let schema: RecordSchema
///       init() {
///         var item = SchemaDeclaration()
///         title = item.text("title", "What happened, in one line.")
///         unread = item.flag("unread", "Whether it is not yet read.")
///         schema = item.schema
///       }
///     }
///
/// A key declared twice, or a 65th flag, is a mistake in the program and stops it.
package struct SchemaDeclaration {
  /// What was declared so far.
  package private(set) var schema = RecordSchema()
  private var flagCount = 0

  package init() {}

  /// Declares raw text of any origin.
  package mutating func text(_ key: String, _ documentation: String) -> TextKey {
    TextKey(slot: textSlot(key, .text, documentation))
  }

  /// Declares a word of the program's own.
  package mutating func keyword(_ key: String, _ documentation: String) -> KeywordKey {
    KeywordKey(slot: textSlot(key, .keyword, documentation))
  }

  /// Declares a URL whose scheme is checked before it is put in.
  package mutating func url(_ key: String, _ documentation: String) -> URLKey {
    URLKey(slot: textSlot(key, .url, documentation))
  }

  /// Declares text that is rendered for the template's format already.
  package mutating func markup(_ key: String, _ documentation: String) -> MarkupKey {
    MarkupKey(slot: textSlot(key, .markup, documentation))
  }

  /// Declares a yes or no, for sections.
  package mutating func flag(_ key: String, _ documentation: String) -> FlagKey {
    precondition(flagCount < UInt64.bitWidth, "a record has at most 64 flags")
    defer { flagCount += 1 }
    return FlagKey(slot: add(key, .flag, flagCount, .flags, documentation))
  }

  /// Declares an integer.
  package mutating func integer(_ key: String, _ documentation: String) -> IntegerKey {
    IntegerKey(
      slot: add(key, .integer, schema.empty.integers.count, .integers, documentation))
  }

  /// Declares a record that may be absent.
  package mutating func record(
    _ key: String, _ inner: RecordSchema, _ documentation: String
  ) -> RecordKey {
    RecordKey(slot: recordSlot(key, .record(inner), documentation))
  }

  /// Declares a list of records.
  package mutating func list(
    _ key: String, of inner: RecordSchema, _ documentation: String
  ) -> ListKey {
    ListKey(slot: recordSlot(key, .list(inner), documentation))
  }

  /// Declares texts under names that only the data knows.
  package mutating func namedTexts(_ key: String, _ documentation: String) -> NamedTextsKey {
    NamedTextsKey(slot: recordSlot(key, .namedTexts, documentation))
  }

  private mutating func textSlot(_ key: String, _ type: ValueType, _ words: String) -> Int {
    add(key, type, schema.empty.texts.count, .texts, words)
  }

  private mutating func recordSlot(_ key: String, _ type: ValueType, _ words: String) -> Int {
    add(key, type, schema.empty.records.count, .records, words)
  }

  private mutating func add(
    _ key: String, _ type: ValueType, _ slot: Int, _ storage: RecordStorage,
    _ documentation: String
  ) -> Int {
    precondition(schema.field(key) == nil, "the key \(key) is declared twice")
    precondition(slot <= UInt16.max, "a record has at most 65,536 keys of a storage")
    schema.empty.addSlot(storage)
    schema.fields.append(.init(key: key, type: type, slot: slot, documentation: documentation))
    return slot
  }
}
