import ByteText

/// Why bytes are not a record: the first rule of RFC 8259, or of ours, that they break.
package struct RecordDamage: Error, Equatable, Sendable {
  package enum Reason: UInt32, CaseIterable, Sendable {
    case notAnObject = 1
    case invalidUTF8
    /// A control character stands raw inside a string.
    case controlCharacter
    /// A backslash is followed by what is no escape.
    case invalidEscape
    case invalidNumber
    /// A word other than `true`, `false` and `null`.
    case invalidLiteral
    /// More than 512 objects and arrays inside each other.
    case tooDeep
    /// The record ends before its last bracket.
    case torn
    /// The record is followed by what does not belong to it.
    case trailingContent
    /// A comma, colon or bracket is missing or too many.
    case syntax
    case outOfMemory
  }

  package var reason: Reason
  /// Bytes from the record's beginning to the damage.
  package var offset: Int

  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension RecordDamage.Reason {
  init(_ reason: JSONScanner.Damage.Reason) {
    switch reason {
    case .syntax: self = .syntax
    case .torn: self = .torn
    }
  }
}
