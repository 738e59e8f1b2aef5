import ByteText
package import CSimdJSON
import Glibc
package import Languages
package import Notifications
package import Profiles

/// A value of a record, not yet interpreted.
package struct FieldValue {
  let raw: tidings_json_value

  package var kind: tidings_json_kind { tidings_json_kind(UInt32(raw.kind)) }

  /// Absent or null.
  package var isMissing: Bool { kind == TIDINGS_JSON_ABSENT || kind == TIDINGS_JSON_NULL }

  /// The unescaped string, the number's text, or the raw JSON of an object or array.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: raw.bytes, count: Int(raw.length))
  }

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

  /// An id as ids are compared: an integer in any form of number is its digits; nil if it is one
  /// already.
  func id(in ids: ByteArena) -> UnsafeRawBufferPointer? {
    guard let text = textBytes else { return nil }
    let digits = WholeNumber.digits(of: text, isNumber: kind == TIDINGS_JSON_NUMBER)
    return digits?.withUnsafeBytes { FieldValue(raw: ids.string($0)).bytes }
  }

  /// `text` as an id.
  package var idText: String? {
    text.map { WholeNumber.id($0, isNumber: kind == TIDINGS_JSON_NUMBER) }
  }

  /// The ids of a list, or the only one.
  var ids: [String] {
    if kind != TIDINGS_JSON_ARRAY { return [idText].compactMap(\.self) }
    return (JSONText(bytes)?.parts ?? .none).compactMap(\.value.id)
  }

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

  /// Whether the value is true: a boolean, 0 or 1, or a word for one. A time counts as true; null, an
  /// empty text and a zero time count as false. Nil if the field is absent or neither.
  package func truth(epoch: Epoch) -> Bool? {
    switch kind {
    case TIDINGS_JSON_TRUE: return true
    case TIDINGS_JSON_FALSE, TIDINGS_JSON_NULL: return false
    case TIDINGS_JSON_STRING, TIDINGS_JSON_NUMBER:
      if bytes.isEmpty { return false }
      if bytes.count <= 5, let word = FieldValue.truth(ofWord: bytes) { return word }
    case TIDINGS_JSON_OBJECT: if let bit = JSONText(bytes)?.bit { return bit }
    default: return nil
    }
    guard let instant = try? instant(epoch: epoch) else {
      return FieldValue.neverBegins(bytes) ? false : nil
    }
    return instant.seconds >= FieldValue.modern
      ? instant.seconds < Timestamp.endOfTimes : truth(of: instant)
  }

  /// A second in 2001: notifications are younger, and numbers that are no times are older, also those
  /// that count from 2001.
  private static let modern: Int64 = 1_000_000_000

  /// What an old time says, which may be a number that is no time, or the zero of a program's times.
  private func truth(of instant: Instant) -> Bool? {
    if kind != TIDINGS_JSON_OBJECT, let number = EpochNumber(bytes)?.value,
      number.magnitude < 10_000_000
    {
      return number == 0 ? false : number == 1 ? true : nil
    }
    return instant.microseconds != 0 && instant.seconds >= Timestamp.beginOfTimes
  }

  /// Whether a text is the day that programs and databases write where there is none.
  static func neverBegins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    nevers.contains { bytes.starts(with: $0) }
  }

  private static let nevers = ["0000-00-00", "0001-01-01", "1900-01-01", "9999-12-31"].map {
    Array($0.utf8)
  }

  /// The meaning of a word; nil if it has none.
  static func truth(ofWord bytes: UnsafeRawBufferPointer) -> Bool? {
    switch (bytes.count, bytes.first?.asciiLowercased) {
    case (1, UInt8(ascii: "1")), (1, UInt8(ascii: "t")), (1, UInt8(ascii: "y")): true
    case (1, UInt8(ascii: "0")), (1, UInt8(ascii: "f")), (1, UInt8(ascii: "n")): false
    case (4, _) where ASCII.equalIgnoringCase(bytes, "true".utf8): true
    case (3, _) where ASCII.equalIgnoringCase(bytes, "yes".utf8): true
    case (5, _) where ASCII.equalIgnoringCase(bytes, "false".utf8): false
    // What programs make of MySQL's BIT(1).
    case (1, 1): true
    case (1, 0): false
    case (4, _) where bytes.elementsEqual("b'1'".utf8): true
    case (4, _) where bytes.elementsEqual("b'0'".utf8): false
    case (2, _) where ASCII.equalIgnoringCase(bytes, "no".utf8): false
    default: standsForNull(bytes) ? false : nil
    }
  }

  /// Whether a text is what databases and programs print where there is no value.
  static func standsForNull(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard 2...6 ~= bytes.count else { return false }
    return nulls.contains { ASCII.equalIgnoringCase(bytes, $0) }
  }

  static let nulls = ["null", "\\N", "nil", "none", "(null)"].map { Array($0.utf8) }

  /// The point in time that the value gives, in any form; times that name no zone are in `zone`, nil
  /// means UTC.
  package func instant(epoch: Epoch, zone: Zone? = nil) throws(TimestampError) -> Instant {
    switch kind {
    case TIDINGS_JSON_STRING: try Timestamp.instant(text: bytes, epoch: epoch, zone: zone)
    case TIDINGS_JSON_NUMBER: try Timestamp.instant(number: bytes, epoch: epoch, zone: zone ?? .utc)
    case TIDINGS_JSON_OBJECT: try Timestamp.instant(object: bytes, epoch: epoch)
    case TIDINGS_JSON_ARRAY: try Timestamp.instant(list: bytes, zone: zone ?? .utc)
    default: throw .unreadable
    }
  }

  /// The point in time at which something ends; nil for what stands for "never", such as 0 and -1.
  func end(epoch: Epoch, zone: Zone?) throws(TimestampError) -> Instant? {
    do throws(TimestampError) {
      let instant = try instant(epoch: epoch, zone: zone)
      return instant.seconds >= FieldValue.modern || truth(epoch: epoch) == true ? instant : nil
    } catch {
      if truth(epoch: epoch) == false { return nil }
      throw error
    }
  }
}

extension JSONText {
  /// The first element of a list, or value of an object; nil for anything else.
  var first: JSONText? {
    var parts = parts
    return parts.next()?.value
  }

  /// What a bit of MySQL says as Node's `{"type":"Buffer","data":[1]}`; nil for anything else.
  fileprivate var bit: Bool? {
    guard kind == .object, member("type")?.text == "Buffer" else { return nil }
    guard let data = member("data"), data.kind == .array else { return nil }
    var parts = data.parts
    guard let value = parts.next()?.value, parts.next() == nil, value.kind == .number else {
      return nil
    }
    return value.text == "1" ? true : value.text == "0" ? false : nil
  }

  /// `text` as an id: an integer in any form of number is its digits.
  package var id: String? { text.map { WholeNumber.id($0, isNumber: kind == .number) } }

  /// The id that a text or number is; nil for anything else.
  package var scalarID: String? { kind == .string || kind == .number ? id : nil }

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

extension ReadMark.Kind {
  /// What a column says; nil if it is absent or cannot be understood.
  func isRead(_ value: FieldValue, epoch: Epoch) -> Bool? {
    switch self {
    case .boolean, .time: value.truth(epoch: epoch)
    case .inverse: value.isMissing ? nil : value.truth(epoch: epoch).map { !$0 }
    case .equality(let words):
      value.textBytes.map { text in words.contains { ASCII.equalIgnoringCase(text, $0.utf8) } }
    }
  }
}

/// Bytes that are made for one record and forgotten together.
final class ByteArena {
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  /// The block that is filled, and how much of it is.
  private var block = 0
  private var used = 0

  private static let smallest = 4096
  /// What a giant record needed is given back.
  private static let largest = 1 << 20

  deinit { for block in blocks { block.deallocate() } }

  var isUsed: Bool { used > 0 || block > 0 }

  func reset() {
    (block, used) = (0, 0)
    while let last = blocks.last, blocks.count > 1 || last.count > Self.largest {
      last.deallocate()
      blocks.removeLast()
    }
  }

  func text(_ text: String) -> tidings_json_value { text.withRawBytes(string) }

  func string(_ bytes: UnsafeRawBufferPointer) -> tidings_json_value {
    value(bytes, TIDINGS_JSON_STRING)
  }

  /// A copy of bytes as a value.
  func value(_ bytes: UnsafeRawBufferPointer, _ kind: tidings_json_kind) -> tidings_json_value {
    let room = room(bytes.count)
    room.copyMemory(from: bytes)
    return tidings_json_value(
      bytes: room.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) },
      length: UInt32(truncatingIfNeeded: bytes.count), kind: UInt8(kind.rawValue))
  }

  /// A value whose bytes stay where they are, except those of a string with escapes.
  func value(_ json: JSONText) -> tidings_json_value {
    let kind: tidings_json_kind
    switch json.kind {
    case .null: kind = TIDINGS_JSON_NULL
    case .bool:
      kind = json.bytes.first == UInt8(ascii: "t") ? TIDINGS_JSON_TRUE : TIDINGS_JSON_FALSE
    case .number: kind = TIDINGS_JSON_NUMBER
    case .object: kind = TIDINGS_JSON_OBJECT
    case .array: kind = TIDINGS_JSON_ARRAY
    case .string:
      if json.bytes.contains(UInt8(ascii: "\\")) { return text(json.text ?? "") }
      kind = TIDINGS_JSON_STRING
    }
    return tidings_json_value(
      bytes: json.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      length: UInt32(truncatingIfNeeded: json.bytes.count), kind: UInt8(kind.rawValue))
  }

  private func room(_ count: Int) -> UnsafeMutableRawBufferPointer {
    while block < blocks.count, blocks[block].count - used < count {
      (block, used) = (block + 1, 0)
    }
    if block == blocks.count {
      blocks.append(.allocate(byteCount: max(count, Self.smallest), alignment: 16))
    }
    let start = used
    used += count
    return UnsafeMutableRawBufferPointer(rebasing: blocks[block][start..<used])
  }
}
