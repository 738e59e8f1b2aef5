import CSimdJSON
import Notifications

/// Reading of single values, each of which is right, absent or a fault: a preference that nobody
/// understands is worse than none.
extension RecordFields {
  /// A text, number or id; nil where it is absent, null or empty.
  func text(_ slots: [Slot], _ name: @autoclosure () -> String) throws(FieldFault) -> String? {
    guard let value = first(slots) else { return nil }
    if let text = value.text { return text }
    guard value.kind == TIDINGS_JSON_STRING else { throw .wrongType(name(), expected: "a text") }
    return nil
  }

  /// A finite decimal number, or its text.
  func number(_ slots: [Slot], _ name: @autoclosure () -> String) throws(FieldFault) -> Double? {
    guard let text = try text(slots, name()) else { return nil }
    guard let number = Self.decimal(text) else {
      throw .malformed(name(), text, expected: "a number")
    }
    return number
  }

  /// Whether any of the values is true; nil where all are absent or null.
  func truth(_ slots: [Slot], _ name: @autoclosure () -> String, epoch: Epoch) throws(FieldFault)
    -> Bool?
  {
    var answer: Bool?
    for slot in slots where !self[slot].isMissing {
      guard let isTrue = self[slot].truth(epoch: epoch) else {
        throw .wrongType(name(), expected: "true, false or a time")
      }
      answer = answer == true || isTrue
    }
    return answer
  }

  /// A time of the day: `22:30`, or a point in time of which only hour and minute count.
  func clockTime(_ slots: [Slot], _ name: @autoclosure () -> String, epoch: Epoch)
    throws(FieldFault) -> ClockTime?
  {
    guard let value = first(slots) else { return nil }
    if value.kind == TIDINGS_JSON_STRING {
      if value.bytes.isEmpty { return nil }
      if let time = ClockTime(clock: value.bytes) { return time }
      if let time = Self.localClock(value.bytes) { return time }
    }
    do throws(TimestampError) {
      return .instant(try value.instant(epoch: epoch))
    } catch {
      throw .malformed(name(), value.anyText ?? "", expected: "a time such as 22:30")
    }
  }

  /// The clock of a date-time without zone, which is the recipient's own.
  private static func localClock(_ text: UnsafeRawBufferPointer) -> ClockTime? {
    guard text.count > 11, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T") || text[10] == 0x20
    else { return nil }
    let clock = text.dropFirst(11)
    // A zone behind the time makes it a point in time.
    if clock.contains(where: { "Zz+-".utf8.contains($0) }) { return nil }
    return ClockTime(clock: clock.prefix { $0 != UInt8(ascii: ".") })
  }

  /// `Double` reads `0x10`, `inf` and `nan` as well.
  static func decimal(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
