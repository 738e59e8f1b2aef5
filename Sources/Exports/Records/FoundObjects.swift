import ByteText

/// The objects of an input without records: their paths and members.
package struct FoundObjects: Equatable, Sendable {
  /// Paths of objects with the names of their first members: `data.user (id, name)`.
  package private(set) var paths: [String] = []
  /// Whether the first value is an object with inner objects; a flat object is a record of some
  /// system.
  private(set) var isDeep = false

  /// The number of bytes that are examined.
  static let headLength = 1 << 16
  private static let mostPaths = 4
  private static let mostNames = 6
  private static let longestName = 40

  init(_ bytes: UnsafeRawBufferPointer, names: EnvelopeNames) {
    let reader = ShapeReader(bytes: bytes, names: names)
    let start = reader.skippingSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    if start < bytes.count { visit(start, "", reader: reader, depth: 0) }
  }

  private mutating func visit(_ start: Int, _ path: String, reader: ShapeReader, depth: Int) {
    guard start < reader.bytes.count, depth < ShapeReader.deepest, paths.count < Self.mostPaths
    else { return }
    switch reader.bytes[start] {
    case UInt8(ascii: "["):
      visit(reader.skippingSpace(start + 1), path + "[]", reader: reader, depth: depth + 1)
    case UInt8(ascii: "{"): visitObject(start, path, reader: reader, depth: depth)
    default: break
    }
  }

  private mutating func visitObject(
    _ start: Int, _ path: String, reader: ShapeReader, depth: Int
  ) {
    var names: [String] = []
    var inner: [ShapeReader.Member] = []
    var cursor = start + 1
    while let member = reader.nextMember(from: cursor) {
      let isInner = "{[".utf8.contains(reader.bytes[member.value])
      if isInner, inner.count < Self.mostPaths { inner.append(member) }
      if !isInner, names.count <= Self.mostNames { names.append(Self.name(member, reader)) }
      guard let end = reader.end(of: member.value) else { break }
      cursor = end
    }
    if !names.isEmpty {
      let shown = names.prefix(Self.mostNames).joined(separator: ", ")
      let more = names.count > Self.mostNames ? ", …" : ""
      paths.append((path.isEmpty ? "" : path + " ") + "(\(shown)\(more))")
    }
    if depth == 0 { isDeep = !inner.isEmpty }
    for member in inner {
      let name = Self.name(member, reader)
      visit(member.value, path.isEmpty ? name : path + "." + name, reader: reader, depth: depth + 1)
    }
  }

  private static func name(_ member: ShapeReader.Member, _ reader: ShapeReader) -> String {
    let text = String(decoding: reader.bytes[member.name].prefix(longestName), as: UTF8.self)
    return member.name.count > longestName ? text + "…" : text
  }
}

/// The error in a response without records: a failed API must not look like one with nothing to
/// report.
enum ErrorAnswer {
  private static let longestText = 120

  /// The error in the object at the start; nil if it names none.
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

  /// The text of an error; nil for null, false and empty values.
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
