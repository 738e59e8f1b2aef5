import ByteText

/// A JSON object on one line, member by member, which does nothing to a terminal.
struct JSONLine {
  private var bytes: [UInt8]

  init(kind: String) { bytes = Array(#"{"kind":"\#(kind)""#.utf8) }

  var finished: [UInt8] { bytes + [UInt8(ascii: "}")] }

  mutating func add(_ name: String, _ value: Int64) { bytes += Array(",\"\(name)\":\(value)".utf8) }

  mutating func add(_ name: String, _ value: Bool) { bytes += Array(",\"\(name)\":\(value)".utf8) }

  /// Text, of which bytes that are not UTF-8 are replaced: JSON has no other text (RFC 8259 §8.1).
  mutating func add(_ name: String, _ text: [UInt8]) {
    bytes += Array(",\"\(name)\":".utf8)
    JSONEscape.appendString(String(decoding: text, as: UTF8.self).utf8, to: &bytes)
  }

  /// Hashes as texts: a JSON reader may take numbers for doubles, which hold 53 bits.
  mutating func add(_ name: String, _ hashes: [UInt64]) {
    let texts = hashes.map { "\"\($0.littleEndianBytes.reversed().hexadecimal)\"" }
    bytes += Array(",\"\(name)\":[\(texts.joined(separator: ","))]".utf8)
  }
}
