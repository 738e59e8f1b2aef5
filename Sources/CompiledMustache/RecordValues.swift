/// The values of one record for a template: what its schema declares, in flat arrays by slot.
///
/// Everything starts empty, zero, absent and false. Values must be made for the schema (and a list's
/// records for the list's schema) that the template was compiled against.
///
///     var item = RecordValues(keys.schema)
///     item[keys.title] = notification.title
///     item[keys.unread] = true
///
/// Strings are shared, not copied, and so is what stays empty: a record costs one allocation per storage
/// that is written to.
package struct RecordValues: Sendable {
  var texts: [String]
  var integers: [Int]
  /// A record is a list of at most one; named texts are one record of names and texts by turns.
  var records: [[RecordValues]]
  var flags: UInt64 = 0

  /// Empty values for a schema.
  package init(_ schema: RecordSchema) { self = schema.empty }

  /// Values without storage.
  init() { self.init(texts: []) }

  /// Makes room for one more key of a storage.
  mutating func addSlot(_ storage: RecordStorage) {
    switch storage {
    case .texts: texts.append("")
    case .integers: integers.append(0)
    case .records: records.append([])
    case .flags: break
    }
  }

  private init(texts: [String]) {
    self.texts = texts
    integers = []
    records = []
  }

  package subscript(key: TextKey) -> String {
    get { texts[key.slot] }
    set { texts[key.slot] = newValue }
  }

  package subscript(key: KeywordKey) -> String {
    get { texts[key.slot] }
    set { texts[key.slot] = newValue }
  }

  package subscript(key: URLKey) -> String {
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

  /// The texts under names; of a name that occurs twice the first counts. The names that a template
  /// asks for are its `namesUsed`: no others need to be filled.
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

  /// The text under a name among names and texts by turns; names are compared as bytes.
  func text(named name: String) -> String {
    var index = 0
    while index + 1 < texts.count {
      if texts[index].utf8.elementsEqual(name.utf8) { return texts[index + 1] }
      index += 2
    }
    return ""
  }
}

/// Where a record keeps values.
enum RecordStorage {
  case texts, integers, records, flags
}

// One type per storage, so that a value of the wrong type does not compile and filling a slot is an
// array store. A key is only meant for values made from the schema that declared it.

/// Where a record keeps a text.
package struct TextKey: Sendable { let slot: Int }

/// Where a record keeps a word of the program's own.
package struct KeywordKey: Sendable { let slot: Int }

/// Where a record keeps a URL whose scheme was checked.
package struct URLKey: Sendable { let slot: Int }

/// Where a record keeps rendered markup.
package struct MarkupKey: Sendable { let slot: Int }

/// Where a record keeps a yes or no.
package struct FlagKey: Sendable { let slot: Int }

/// Where a record keeps an integer.
package struct IntegerKey: Sendable { let slot: Int }

/// Where a record keeps another record, or none.
package struct RecordKey: Sendable { let slot: Int }

/// Where a record keeps a list of records.
package struct ListKey: Sendable { let slot: Int }

/// Where a record keeps texts under names of their own.
package struct NamedTextsKey: Sendable { let slot: Int }

/// Text that is already in the format of the template it goes to, and safe there.
///
/// A type of its own, so that raw text cannot be put in its place by oversight.
package struct Markup: Equatable, Sendable {
  package var text: String

  /// - Parameter rendered: what a renderer made; never text of a user.
  package init(rendered: String) { text = rendered }
}
