/// How a JSON document is laid out.
package enum JSONLayout: Sendable {
  /// Indented by two spaces, for people.
  case pretty
  /// In one line, for JSON Lines.
  case oneLine
}

/// Writes JSON (RFC 8259) into bytes, in the order of the calls.
///
///     var json = JSONWriter(.oneLine)
///     json.object { $0.member("total") { $0.write(7) } }     // {"total":7}
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let layout: JSONLayout
  private var depth = 0
  private var hasValue = false

  package init(_ layout: JSONLayout) { self.layout = layout }

  /// A document: an object that names its schema first, and a line feed.
  package static func document(
    _ schema: String, layout: JSONLayout = .pretty, members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    line(layout) { json in
      json.member("schema", schema)
      members(&json)
    }
  }

  /// An object, and a line feed.
  package static func line(
    _ layout: JSONLayout = .oneLine, members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter(layout)
    json.object(members)
    json.bytes.append(UInt8(ascii: "\n"))
    return json.bytes
  }

  package mutating func write(_ number: Int) { bytes += String(number).utf8 }

  /// Writes a number of thousandths as a decimal number of ones: 1500 as 1.500.
  package mutating func write(thousandths: Int) {
    let rest = String(1000 + thousandths % 1000).dropFirst()
    bytes += "\(thousandths / 1000).\(rest)".utf8
  }

  package mutating func write(_ isTrue: Bool) { bytes += (isTrue ? "true" : "false").utf8 }

  package mutating func writeNull() { bytes += "null".utf8 }

  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONEscape.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string whose bytes need no escape.
  package mutating func writePlain(_ append: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    append(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that is JSON already, laid out like the document.
  package mutating func write(json value: [UInt8]) { bytes += value }

  /// Writes a string of UTF-8.
  package mutating func write(utf8 text: [UInt8]) { JSONEscape.appendString(text, to: &bytes) }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nest(UInt8(ascii: "{"), UInt8(ascii: "}"), content: members)
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    nest(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
      for element in elements {
        json.next()
        write(&json, element)
      }
    }
  }

  /// Writes a member of the current object.
  package mutating func member(_ name: StaticString, _ value: (inout JSONWriter) -> Void) {
    next()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    addSpace()
    value(&self)
  }

  /// Writes a member whose name is data.
  package mutating func member(named name: String, _ value: (inout JSONWriter) -> Void) {
    next()
    write(name)
    bytes.append(UInt8(ascii: ":"))
    addSpace()
    value(&self)
  }

  package mutating func member(named name: String, _ number: Int) {
    member(named: name) { $0.write(number) }
  }

  package mutating func member(named name: String, _ text: String) {
    member(named: name) { $0.write(text) }
  }

  /// Writes a member that is an object.
  package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    member(name) { $0.object(members) }
  }

  /// Writes a member that is an array.
  package mutating func array<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>,
    write: (inout JSONWriter, Element) -> Void
  ) {
    member(name) { $0.array(elements, write) }
  }

  /// Writes a member that is an array of objects.
  package mutating func objects<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>,
    members: (inout JSONWriter, Element) -> Void
  ) {
    array(name, elements) { json, element in json.object { members(&$0, element) } }
  }

  package mutating func member(_ name: StaticString, _ text: String) {
    member(name) { $0.write(text) }
  }

  package mutating func member(_ name: StaticString, _ number: Int) {
    member(name) { $0.write(number) }
  }

  /// Writes a member unless its value is nil.
  package mutating func member(_ name: StaticString, ifPresent text: String?) {
    if let text { member(name, text) }
  }

  package mutating func member(_ name: StaticString, ifPresent number: Int?) {
    if let number { member(name, number) }
  }

  package mutating func member(_ name: StaticString, _ isTrue: Bool) {
    member(name) { $0.write(isTrue) }
  }

  /// Writes a member that is an array of texts.
  package mutating func member(_ name: StaticString, _ texts: some Sequence<String>) {
    array(name, texts) { $0.write($1) }
  }

  private mutating func nest(_ open: UInt8, _ close: UInt8, content: (inout JSONWriter) -> Void) {
    bytes.append(open)
    let outer = hasValue
    depth += 1
    hasValue = false
    content(&self)
    depth -= 1
    if hasValue { breakLine() }
    hasValue = outer
    bytes.append(close)
  }

  /// Writes the comma and line break before a value of an array or object.
  private mutating func next() {
    if hasValue { bytes.append(UInt8(ascii: ",")) }
    hasValue = true
    breakLine()
  }

  private mutating func addSpace() {
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}
