import ByteText

/// Writes texts as YAML that reads as they are.
package enum YAMLText {
  /// A text in quotes.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONEscape.appendString(Array(text.utf8), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text, plain where that is safe, else in quotes.
  package static func word(_ text: String) -> String {
    let isPlain = text.utf8.enumerated().allSatisfy { place, byte in
      97...122 ~= byte | 0x20 || place > 0 && (48...57 ~= byte || "_.-".utf8.contains(byte))
    }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return isPlain && !text.isEmpty && !words.contains(text.lowercased()) ? text : quoted(text)
  }

  /// A path, plain where it is of ASCII letters, digits and `/._-` alone, else in quotes.
  package static func path(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      97...122 ~= $0 | 0x20 || 47...57 ~= $0 || "_.-".utf8.contains($0)
    }
    return isPlain ? text : quoted(text)
  }

  /// Values on one line; one alone is no list.
  package static func oneOrList(_ values: [String]) -> String {
    values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
  }

  /// A map on one line, of what has a value.
  package static func map(_ members: [(name: String, value: String?)]) -> String {
    let written = members.compactMap { name, value in value.map { "\(word(name)): \($0)" } }
    return "{\(written.joined(separator: ", "))}"
  }

  /// A document with an escape for each character that YAML allows nowhere; all of them are in quotes
  /// or comments.
  package static func printable(_ document: String) -> String {
    var result = document
    for scalar: Unicode.Scalar in ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"] {
      let code = String(scalar.value, radix: 16, uppercase: true)
      result = result.replacing(String(scalar), with: "\\u" + code)
    }
    return result
  }
}
