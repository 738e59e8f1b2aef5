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
