import ByteText

/// The error in a response without records: a failed API must not look like one with nothing to
/// report, nor like a system that needs a profile.
struct ErrorAnswer {
  /// What the object at the start, or the first in the list there, says of an error, with its code:
  /// `JWT expired (PGRST301)`. Nil if it says nothing, or looks like a record.
  static func text(in bytes: UnsafeRawBufferPointer, names: EnvelopeNames) -> String? {
    let reader = ShapeReader(bytes: bytes, names: names)
    var start = reader.skippingSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    if start < bytes.count, bytes[start] == UInt8(ascii: "[") {
      start = reader.skippingSpace(start + 1)
    }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    var answer = ErrorAnswer()
    var cursor = start + 1
    while let member = reader.nextMember(from: cursor), let end = reader.end(of: member.value) {
      if let value = JSONText(UnsafeRawBufferPointer(rebasing: bytes[member.value..<end])) {
        answer.note(UnsafeRawBufferPointer(rebasing: bytes[member.name]), value)
      }
      if !names.role(of: bytes[member.name]).isDisjoint(with: [.id, .time]) {
        answer.isRecord = true
      }
      cursor = end
    }
    return answer.text.map(cut)
  }

  private var error: String?
  private var message: String?
  private var code: String?
  private var failure: String?
  private var isRecord = false

  private static let longestText = 120

  private var text: String? {
    guard error != nil || failure != nil || !isRecord else { return nil }
    var words = [error, message].compactMap(\.self)
    if words.count == 2, words[0] == words[1] { words.removeLast() }
    if words.isEmpty { words = [failure].compactMap(\.self) }
    guard !words.isEmpty else { return nil }
    return words.joined(separator: ": ") + (code.map { " (\($0))" } ?? "")
  }

  private mutating func note(_ name: UnsafeRawBufferPointer, _ value: JSONText) {
    func isOne(of names: [String]) -> Bool { names.contains { FieldNames.match(name, $0.utf8) } }
    if isOne(of: ["error", "errors"]) {
      error = error ?? Self.words(of: value, depth: 0)
    } else if isOne(of: ["message", "msg", "detail", "error_description", "reason"]) {
      message = message ?? Self.scalar(value)
    } else if isOne(of: ["code", "status_code", "error_code"]) {
      code = code ?? Self.scalar(value)
    } else if isOne(of: ["success", "ok"]), value.text == "false" {
      failure = String(decoding: name, as: UTF8.self) + " is false"
    }
  }

  /// What an error says: a text, the text inside an object, or the first of a list.
  private static func words(of value: JSONText, depth: Int) -> String? {
    guard depth < 3 else { return nil }
    switch value.kind {
    case .array:
      return value.first.flatMap { words(of: $0, depth: depth + 1) }
    case .object:
      var inner = ErrorAnswer()
      for (name, member) in value.parts { inner.note(name, member) }
      return inner.text ?? (value.first == nil ? nil : value.text)
    default: return scalar(value)
    }
  }

  /// Nil for null, false, zero and empty values, and for lists and objects.
  private static func scalar(_ value: JSONText) -> String? {
    guard let text = value.text, value.kind != .array, value.kind != .object,
      !["", "false", "0"].contains(text)
    else { return nil }
    return text
  }

  private static func cut(_ text: String) -> String {
    text.count > longestText ? text.prefix(longestText) + "…" : text
  }
}
