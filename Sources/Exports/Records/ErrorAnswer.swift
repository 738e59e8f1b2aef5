import ByteText

/// What an answer without records says about an error: an API that failed must not look like one
/// that had nothing to tell.
enum ErrorAnswer {
  private static let longestText = 120

  /// The error of the object that the bytes begin with; nil where it names none.
  static func text(in bytes: UnsafeRawBufferPointer) -> String? {
    let reader = ShapeReader(bytes: bytes, names: EnvelopeNames([]))
    var cursor = reader.skippingSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "{") else { return nil }
    cursor += 1
    var found: String?
    while let member = reader.nextMember(from: cursor), let end = reader.end(of: member.value) {
      let name = bytes[member.name]
      let value = UnsafeRawBufferPointer(rebasing: bytes[member.value..<end])
      let isError = EnvelopeNames.namesError(name)
      if isError, let text = text(of: value) { return cut(text) }
      let isSuccess = ["success", "ok"].contains { FieldNames.match(name, $0.utf8) }
      if isSuccess, value.elementsEqual("false".utf8) {
        found = String(decoding: bytes[member.name], as: UTF8.self) + " is false"
      }
      cursor = end
    }
    return found
  }

  /// What an error says; nil for null, false and what is empty.
  private static func text(of value: UnsafeRawBufferPointer) -> String? {
    let isNothing = ["null", "false", "0", "\"\""].contains { value.elementsEqual($0.utf8) }
    if isNothing || ShapeReader(bytes: value, names: EnvelopeNames([])).isEmpty(at: 0) {
      return nil
    }
    guard let json = JSONText(value), json.kind == .string else {
      return String(decoding: value.prefix(longestText + 1), as: UTF8.self)
    }
    return json.text
  }

  private static func cut(_ text: String) -> String {
    text.count > longestText ? text.prefix(longestText) + "…" : text
  }
}
