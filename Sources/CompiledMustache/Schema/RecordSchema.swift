/// The keys that a template finds in one kind of record, each with its type, slot and meaning.
///
/// Made by a `SchemaDeclaration`.
package struct RecordSchema: Equatable, Sendable {
  /// One key.
  package struct Field: Equatable, Sendable {
    package var key: String
    package var type: ValueType
    /// Where values of the type are kept in a `RecordValues`.
    package var slot: Int
    /// What the key holds, in one sentence.
    package var documentation: String
  }

  /// In the order of their declaration.
  package internal(set) var fields: [Field] = []
  /// The values that every record begins with: made once, so that making a record copies nothing.
  var empty = RecordValues()

  /// A schema without keys.
  package init() {}

  package static func == (left: RecordSchema, right: RecordSchema) -> Bool {
    left.fields == right.fields
  }

  /// The field under a key; keys are compared as bytes.
  package func field(_ key: String) -> Field? {
    fields.first { $0.key.utf8.elementsEqual(key.utf8) }
  }
}
