import CompiledMustache
import Testing

struct EscapeTests {
  private func plain(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    bytes.withUnsafeBufferPointer { Escape.plain.append($0, &output) }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("\0", "\u{FFFD}"), ("a\u{1B}[31m", "a\u{FFFD}[31m"),
    ("\u{7F}\u{80}\u{9F}\u{A0}é", "\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}é"),
    ("a\u{85}b\u{B}\u{C}", "a b  "),
    ("a\r\nb\rc\nd\t", "a\nb\nc\nd\t"), ("\u{92}", "\u{FFFD}"), ("©\u{C2}", "©\u{C2}"),
    ("日本語\u{2028}", "日本語\u{2028}"),
  ])
  func `Controls become harmless and all else stays`(text: String, expected: String) {
    #expect(Array(plain(text).utf8) == Array(expected.utf8))
  }

  @Test func `Bytes that are no text are passed on without a trap`() {
    let bytes: [UInt8] = [0xC2, 0xFF, 0xC2]
    var output: [UInt8] = []
    bytes.withUnsafeBufferPointer { Escape.plain.append($0, &output) }
    #expect(output == bytes)
  }

  @Test func `The escape is the one of the template's kind`() throws {
    let template = "{{#items}}{{title}}{{/items}}"
    #expect(try rendered(template, title: "<\0>", kind: .plain(.plain)) == "<\u{FFFD}>")
    #expect(try rendered(template, title: "<\0>", kind: .html()) == "&lt;\0&gt;")
  }
}
