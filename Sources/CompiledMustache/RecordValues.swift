/// The values of one record, in flat arrays by slot; initially empty, zero, absent and false.
///
///     var item = RecordValues(keys.schema)
///     item[keys.title] = notification.title
///     item[keys.unread] = true
///
/// A record and the records of its lists must be made for the schema that the template is compiled
/// against. Making a record allocates once per array that is written to.
package struct RecordValues: Sendable {
  var texts: [String]
  var integers: [Int] = []
  /// A record is a list of at most one. Named texts are one record of alternating names and texts.
  var records: [[RecordValues]] = []
  var flags: UInt64 = 0

  /// Empty values for a schema.
  package init(_ schema: RecordSchema) { self = schema.empty }

  init(texts: [String] = []) { self.texts = texts }

  package subscript(key: TextKey) -> String {
    get { texts[key.slot] }
    set { texts[key.slot] = newValue }
  }

  package subscript(key: MarkupKey) -> Markup {
    get { Markup(rendered: texts[key.slot]) }
    set { texts[key.slot] = newValue.text }
  }

  package subscript(key: FlagKey) -> Bool {
    get { flags & (1 << UInt64(key.slot)) != 0 }
    set {
      let bit = (1 as UInt64) << UInt64(key.slot)
      flags = newValue ? flags | bit : flags & ~bit
    }
  }

  package subscript(key: IntegerKey) -> Int {
    get { integers[key.slot] }
    set { integers[key.slot] = newValue }
  }

  package subscript(key: RecordKey) -> RecordValues? {
    get { records[key.slot].first }
    set { records[key.slot] = newValue.map { [$0] } ?? [] }
  }

  package subscript(key: ListKey) -> [RecordValues] {
    get { records[key.slot] }
    set { records[key.slot] = newValue }
  }

  /// The texts under names; the first wins if a name occurs twice.
  package subscript(key: NamedTextsKey) -> [(name: String, text: String)] {
    get {
      let flat = records[key.slot].first?.texts ?? []
      return stride(from: 0, to: flat.count - 1, by: 2).map { (flat[$0], flat[$0 + 1]) }
    }
    set {
      let flat = newValue.flatMap { [$0.name, $0.text] }
      records[key.slot] = flat.isEmpty ? [] : [RecordValues(texts: flat)]
    }
  }

  /// The text under a name in alternating names and texts; names are compared as bytes.
  func text(named name: String) -> String {
    var index = 0
    while index + 1 < texts.count {
      if texts[index].utf8.elementsEqual(name.utf8) { return texts[index + 1] }
      index += 2
    }
    return ""
  }
}

// One key type per type of Swift, so that a value of another does not compile. Use a key only with
// values made from the schema that declared it.

package struct TextKey: Sendable { let slot: Int }

package struct MarkupKey: Sendable { let slot: Int }

package struct FlagKey: Sendable { let slot: Int }

package struct IntegerKey: Sendable { let slot: Int }

package struct RecordKey: Sendable { let slot: Int }

package struct ListKey: Sendable { let slot: Int }

package struct NamedTextsKey: Sendable { let slot: Int }

/// Text already rendered in the template's format, and safe there; a type of its own so that raw
/// text cannot take its place.
package struct Markup: Equatable, Sendable {
  package var text: String

  /// - Parameter rendered: the output of a renderer, never a user's text.
  package init(rendered: String) { text = rendered }
}
