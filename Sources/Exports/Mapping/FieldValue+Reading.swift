import ByteText
import CSimdJSON
import Glibc
import Languages
package import Notifications
package import Profiles

extension FieldValue {
  /// The bytes of a text, a number as written, or an id inside `{"$oid": …}` or `{"$numberLong":
  /// …}`; nil if the value is missing, empty, or another object or list.
  package var textBytes: UnsafeRawBufferPointer? {
    switch kind {
    case TIDINGS_JSON_STRING, TIDINGS_JSON_NUMBER: bytes.isEmpty ? nil : bytes
    case TIDINGS_JSON_OBJECT: JSONText(bytes)?.extendedValue?.bytes
    case TIDINGS_JSON_TRUE: FieldValue.bytes(of: "true")
    case TIDINGS_JSON_FALSE: FieldValue.bytes(of: "false")
    default: nil
    }
  }

  /// `textBytes` as a string.
  package var text: String? { textBytes.map { String(validated: $0) } }

  /// The value as text, with lists and objects as written; nil for null.
  package var anyText: String? {
    switch kind {
    case TIDINGS_JSON_OBJECT, TIDINGS_JSON_ARRAY, TIDINGS_JSON_STRING: String(validated: bytes)
    default: text
    }
  }

  private static func bytes(of text: StaticString) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Whether the value is true: a boolean, 0 or 1, or a word for one. A time counts as true, null
  /// and an empty text as false. Nil if the field is absent or neither.
  package func truth(epoch: Epoch) -> Bool? {
    switch kind {
    case TIDINGS_JSON_TRUE: return true
    case TIDINGS_JSON_FALSE, TIDINGS_JSON_NULL: return false
    case TIDINGS_JSON_STRING, TIDINGS_JSON_NUMBER:
      if bytes.isEmpty { return false }
      if bytes.count <= 5, let word = FieldValue.truth(ofWord: bytes) { return word }
    case TIDINGS_JSON_OBJECT: break
    default: return nil
    }
    return (try? instant(epoch: epoch)).map { _ in true }
  }

  private static func truth(ofWord bytes: UnsafeRawBufferPointer) -> Bool? {
    switch (bytes.count, bytes[0].asciiLowercased) {
    case (1, UInt8(ascii: "1")), (1, UInt8(ascii: "t")), (1, UInt8(ascii: "y")): true
    case (1, UInt8(ascii: "0")), (1, UInt8(ascii: "f")), (1, UInt8(ascii: "n")): false
    case (4, _) where ASCII.equalIgnoringCase(bytes, "true".utf8): true
    case (3, _) where ASCII.equalIgnoringCase(bytes, "yes".utf8): true
    case (5, _) where ASCII.equalIgnoringCase(bytes, "false".utf8): false
    case (2, _) where ASCII.equalIgnoringCase(bytes, "no".utf8): false
    default: nil
    }
  }

  /// The point in time that the value gives, in any form.
  package func instant(epoch: Epoch) throws(TimestampError) -> Instant {
    switch kind {
    case TIDINGS_JSON_STRING: try Timestamp.instant(text: bytes, epoch: epoch)
    case TIDINGS_JSON_NUMBER: try Timestamp.instant(number: bytes, epoch: epoch)
    case TIDINGS_JSON_OBJECT: try Timestamp.instant(object: bytes, epoch: epoch)
    default: throw .unreadable
    }
  }

  /// The same, where times that name no zone are in `zone`.
  func instant(epoch: Epoch, zone: Zone?) throws(TimestampError) -> Instant {
    switch kind {
    case TIDINGS_JSON_STRING: try Timestamp.instant(text: bytes, epoch: epoch, zone: zone)
    case TIDINGS_JSON_NUMBER:
      try Timestamp.instant(number: bytes, epoch: epoch, zone: zone ?? .utc)
    default: try instant(epoch: epoch)
    }
  }
}

extension JSONText {
  /// The text or number inside MongoDB Extended JSON's `{"$oid": …}`, `{"$numberLong": …}` and the
  /// like; nil for anything else.
  var extendedValue: JSONText? {
    guard kind == .object else { return nil }
    var parts = parts
    guard let (name, value) = parts.next(), name.first == UInt8(ascii: "$"),
      value.kind == .string || value.kind == .number, !value.bytes.isEmpty,
      ["$oid", "$numberLong", "$numberInt", "$numberDouble", "$uuid"].contains(where: {
        $0.utf8.elementsEqual(name)
      })
    else { return nil }
    return value
  }
}
