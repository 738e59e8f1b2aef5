import ByteText
import Profiles

/// A document as Firestore's REST API writes it:
/// `{"name": "projects/…/documents/notifications/ID", "fields": {"n": {"integerValue": "7"}}}`.
enum FirestoreDocument {
  /// A document's fields as a plain object, with the document's id as `id` if no field has that name,
  /// and the id of the person that it is below as `user_id` if no field says who receives; nil if the
  /// record is not one: its `name` is not the path of a document, or a field has no type.
  static func plainJSON(of record: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let document = JSONText(record), let fields = document.member("fields"),
      fields.kind == .object, let name = document.member("name")?.text,
      let marker = ByteSearch.offset(of: "/documents/", in: name)
    else { return nil }
    let path = name.utf8.dropFirst(marker + "/documents/".utf8.count)
    let names = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    guard let id = names.last else { return nil }
    var output: [UInt8] = []
    appendObject(fields, to: &output)
    func add(_ name: StaticString, _ text: String) {
      output.removeLast()
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      output += "\"\(name)\":".utf8
      text.withRawBytes { JSONEscape.appendRaw($0, to: &output) }
      output.append(UInt8(ascii: "}"))
    }
    if fields.member("id") == nil { add("id", id) }
    // `users/ana/notifications/welcome`
    let above = stride(from: 0, to: names.count - 2, by: 2).first {
      names[$0].snake.isIn("peopleLists")
    }
    if let above, !receivers.contains(where: { fields.member($0) != nil }) {
      add("user_id", names[above + 1])
    }
    return output
  }

  /// Fields that say whose a document is, whoever's it is below.
  private static let receivers = ["user_id", "recipient_id", "recipient", "receiver_id", "user"]

  private static func appendObject(_ fields: JSONText, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (index, field) in fields.parts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      output += field.name
      output += "\":".utf8
      appendValue(field.value, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Appends the value inside `{"stringValue": …}`, or a value of unknown type as it is.
  private static func appendValue(_ wrapped: JSONText, to output: inout [UInt8]) {
    var parts = wrapped.parts
    guard let (name, value) = parts.next(), parts.next() == nil else {
      return appendRaw(wrapped, to: &output)
    }
    let integer = value.kind == .string ? Int64(value.text ?? "") : nil
    switch (String(decoding: name, as: UTF8.self), value.kind) {
    case ("nullValue", _): output += "null".utf8
    case ("mapValue", .object):
      if let fields = value.member("fields") {
        appendObject(fields, to: &output)
      } else {
        output += "{}".utf8
      }
    case ("arrayValue", .object): appendArray(value.member("values"), to: &output)
    case ("integerValue", .string) where integer != nil: output += String(integer ?? 0).utf8
    case ("stringValue", _), ("integerValue", _), ("doubleValue", _), ("booleanValue", _),
      ("timestampValue", _), ("bytesValue", _), ("referenceValue", _), ("geoPointValue", _):
      appendRaw(value, to: &output)
    default: appendRaw(wrapped, to: &output)
    }
  }

  private static func appendArray(_ values: JSONText?, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for (index, part) in (values?.parts ?? JSONParts.none).enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      appendValue(part.value, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  private static func appendRaw(_ value: JSONText, to output: inout [UInt8]) {
    if value.kind == .string { output.append(UInt8(ascii: "\"")) }
    output += value.bytes
    if value.kind == .string { output.append(UInt8(ascii: "\"")) }
  }
}
