/// A condition on a field of a record, as a person writes it: `env=production`, `env!=production`.
package struct FieldCondition: Hashable, Sendable {
  /// `actor`, `subject` or another field of a notification, or the path of a record's own.
  package var name: String
  package var value: String
  package var isNegated: Bool

  /// Nil if the text has no name or no equals sign.
  package init?(_ text: String) {
    let utf8 = text.utf8
    guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    var end = sign
    isNegated = sign > utf8.startIndex && utf8[utf8.index(before: sign)] == UInt8(ascii: "!")
    if isNegated { end = utf8.index(before: end) }
    guard end > utf8.startIndex else { return nil }
    name = String(text[..<end])
    value = String(text[utf8.index(after: sign)...])
  }
}

/// Conditions on fields: any of the values of one name, none of those that are excluded, and so for
/// every name.
package struct FieldFilter: Hashable, Sendable {
  /// The conditions on one name.
  package struct Field: Hashable, Sendable {
    package var name: String
    /// One of them must be among the field's values; empty if any will do.
    package var wanted: [String] = []
    /// None of them may be; an empty text means that the field has a value.
    package var unwanted: [String] = []
  }

  package private(set) var fields: [Field] = []

  /// The most conditions of a run: each name, and each filter, is one bit of a number.
  package static let mostConditions = 64

  /// Nil without conditions.
  package init?(_ conditions: [FieldCondition]) {
    if conditions.isEmpty { return nil }
    for condition in conditions {
      let index = fields.firstIndex { $0.name == condition.name } ?? fields.count
      if index == fields.count { fields.append(Field(name: condition.name)) }
      if condition.isNegated {
        fields[index].unwanted.append(condition.value)
      } else {
        fields[index].wanted.append(condition.value)
      }
    }
  }

  package var names: [String] { fields.map(\.name) }
}
