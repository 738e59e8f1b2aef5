import ByteText
import CSimdJSON
package import Profiles

/// A value that a column can hold, as it is written.
package enum ScalarValue: Hashable, Sendable {
  case bool(Bool)
  case number(String)
  case text(String)

  /// What it says if it is a boolean, 0 or 1, or a word for one.
  package var flag: Bool? {
    switch self {
    case .bool(let flag): flag
    case .number(let word), .text(let word):
      word.isEmpty ? nil : word.withRawBytes { FieldValue.truth(ofWord: $0) }
    }
  }
}

extension FieldValue {
  /// Nil for null, lists and objects.
  package var scalar: ScalarValue? {
    switch kind {
    case TIDINGS_JSON_TRUE: .bool(true)
    case TIDINGS_JSON_FALSE: .bool(false)
    case TIDINGS_JSON_NUMBER: .number(String(validated: bytes))
    case TIDINGS_JSON_STRING: .text(String(validated: bytes))
    default: nil
    }
  }
}

extension ReadMark.Kind {
  /// What a column says; nil if it is absent or cannot be understood.
  package func isRead(_ value: FieldValue, epoch: Epoch) -> Bool? {
    switch self {
    case .boolean, .time: value.truth(epoch: epoch)
    case .inverse: value.isMissing ? nil : value.truth(epoch: epoch).map { !$0 }
    case .equality(let words):
      value.textBytes.map { text in words.contains { ASCII.equalIgnoringCase(text, $0.utf8) } }
    }
  }

  /// What a word of the profile says in the place of a value.
  package func isRead(word: String) -> Bool? {
    switch self {
    case .boolean, .time: ScalarValue.text(word).flag
    case .inverse: ScalarValue.text(word).flag.map { !$0 }
    case .equality(let words):
      word.withRawBytes { text in words.contains { ASCII.equalIgnoringCase(text, $0.utf8) } }
    }
  }
}
