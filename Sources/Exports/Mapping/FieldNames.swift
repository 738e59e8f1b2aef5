import ByteText

/// The names of fields, which match in snake_case and camelCase alike.
enum FieldNames {
  /// Whether two names are one when case and underscores do not count, as in the walk.
  static func match(_ name: UnsafeRawBufferPointer, _ other: String) -> Bool {
    match(name, other.utf8)
  }

  static func match(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    var left = left.makeIterator()
    var right = right.makeIterator()
    while true {
      let byte = nextSignificant(&left)
      guard byte == nextSignificant(&right) else { return false }
      if byte == nil { return true }
    }
  }

  private static func nextSignificant(_ bytes: inout some IteratorProtocol<UInt8>) -> UInt8? {
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "_") { continue }
      return byte.asciiLowercased
    }
    return nil
  }
}

extension JSONText {
  /// The last member of that name, whatever the case and underscores of names; nil where there is
  /// none, or no object.
  func member(_ name: String) -> JSONText? {
    var found: JSONText?
    for part in parts where FieldNames.match(part.name, name) { found = part.value }
    return found
  }
}
