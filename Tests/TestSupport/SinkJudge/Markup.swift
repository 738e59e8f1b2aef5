/// The start tags of an HTML document, told by their first letters: every `<` before a letter.
struct Markup {
  private var counts: [String: Int] = [:]

  init(_ html: String) {
    var bytes = html.utf8[...]
    while let start = bytes.firstIndex(of: UInt8(ascii: "<")) {
      bytes = bytes[bytes.index(after: start)...]
      let name = bytes.prefix { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
      if !name.isEmpty {
        counts[String(decoding: name, as: UTF8.self).lowercased(), default: 0] += 1
      }
    }
  }

  func count(_ name: String) -> Int { counts[name] ?? 0 }

  /// The first element that is none of these.
  func complaint(allowing names: Set<String>) -> String? {
    counts.keys.filter { !names.contains($0) }.min().map { "an element \($0)" }
  }
}
