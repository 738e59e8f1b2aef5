import TestData
import Testing

@testable import ByteText

struct JSONScannerTests {
  /// The end of the container or string that begins a text, byte by byte: the oracle.
  private func end(of text: [UInt8]) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    for (index, byte) in text.enumerated() {
      if isEscaped {
        isEscaped = false
        if isInString || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { continue }
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""):
        isInString.toggle()
        if !isInString, depth == 0 { return index + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isInString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isInString { continue }
        depth -= 1
        if depth <= 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }

  @Test func `Containers and strings end where a walk byte by byte finds their ends`() throws {
    var generator = SeededGenerator(seed: 11)
    let alphabet = "{}[]\"\\,:ab0 \n{\"".map { String($0) }
    for _ in 0..<20_000 {
      let first = generator.text(of: ["{", "[", "\""], count: 1...1)
      let text = Array((first + generator.text(of: alphabet, count: 0...31)).utf8)
      let found = text.withRawBytes { bytes -> Int? in
        var scanner = JSONScanner(sequence: bytes)
        return (try? scanner.next())?.range.upperBound
      }
      #expect(found == end(of: text), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `A text is cut into values, elements and members`() throws {
    let text = Array(#" {"a":[1,"]"], "b\"c" : {"d":{}}} true -1e5 "x" "#.utf8)
    try text.withUnsafeBytes { bytes in
      var values = JSONScanner(sequence: bytes)
      let object = try #require(try values.next())
      var members = JSONScanner(of: object, in: bytes)
      let first = try #require(try members.next())
      #expect(first.name.map { String(decoding: bytes[$0], as: UTF8.self) } == "a")
      #expect(first.isArray && String(decoding: bytes[first.range], as: UTF8.self) == #"[1,"]"]"#)
      let second = try #require(try members.next())
      #expect(second.name.map { String(decoding: bytes[$0], as: UTF8.self) } == #"b\"c"#)
      #expect(try second.isObject && members.next() == nil)
      for rest in ["true", "-1e5", #""x""#] {
        let range = try #require(try values.next()?.range)
        #expect(String(decoding: bytes[range], as: UTF8.self) == rest)
      }
      #expect(try values.next() == nil)
    }
  }

  @Test(
    arguments: [
      ("[1 2]", 4), ("[,]", 2), (#"{"a" 1}"#, 6), ("{a}", 2), (#"{"a":}"#, 6), ("[", 1),
      (#"  "abc"#, 3), (":", 1),
    ])
  func `What cannot be cut says where`(text: String, line: Int) {
    // A line for each character.
    let bytes = Array(text.map { "\($0)\n" }.joined().utf8)
    #expect(throws: Fault.damaged(line: line)) {
      try bytes.withUnsafeBytes { bytes in
        var values = JSONScanner(sequence: bytes)
        while let value = try values.next() {
          guard value.isArray || value.isObject else { continue }
          var parts = JSONScanner(of: value, in: bytes)
          while try parts.next() != nil {}
        }
      }
    }
  }

  @Test func `A raw string is read back as the text that it was written from`() {
    for text in [
      "", "plain text of more than eight bytes", "a\"b\\c\n\u{0}\u{1F}\u{7F}é😀", "\\\"\\",
    ] {
      var output: [UInt8] = []
      text.withRawBytes { JSONEscape.appendRaw($0, to: &output) }
      #expect(output.withRawBytes { JSONText($0)?.text } == text)
      #expect(output.allSatisfy { $0 >= 0x20 })
    }
  }

  @Test func `Lines are counted forwards and backwards, whatever the length`() {
    let text = (0..<9_000).map { (index: Int) -> UInt8 in
      let isLineFeed = index % 7 == 0 || (index > 4_000 && index < 8_500)
      return isLineFeed ? 0x0A : UInt8(index & 0x7F)
    }
    text.withUnsafeBytes { bytes in
      var counter = LineCounter()
      for end in [0, 1, 15, 16, 17, 33, 500, 499, 5_000, 9_000, 9_001, -1, 4_095] {
        let expected = bytes.prefix(max(end, 0)).count { $0 == 0x0A }
        #expect(counter.count(in: bytes.bytes, to: end) == expected)
      }
    }
  }
}

struct JSONTextTests {
  @Test func `Parts are what stands between brackets, those inside of strings included`() {
    let raw = #"{"a" : [1, "]}\"", {"x":{}}], "b":null,"B_":"é\u00e9\ud83d\ude00\ud800"}"#
    raw.withRawBytes { bytes in
      let object = JSONText(bytes)
      #expect(object?.parts.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "b", "B_"])
      let values = object?.parts.map(\.value) ?? []
      #expect(values.first?.parts.map(\.value.text) == ["1", #"]}""#, #"{"x":{}}"#])
      #expect(values.last?.text == "éé😀\u{FFFD}")
    }
  }

  @Test func `Text that is no JSON ends early and never traps`() {
    let whole = #"{"a":[1,{"b":"c\u12"}],"d":tru"#
    for length in 0...whole.utf8.count {
      String(whole.prefix(length)).withRawBytes { bytes in
        guard let value = JSONText(bytes) else { return }
        for part in value.parts {
          _ = part.value.text
          _ = Array(part.value.parts)
        }
      }
    }
    for odd in ["", "\"", "[", "{", "{\"", "\\", "[\\\"", "{\"a\"", "{1:2}", "[,,]", "\u{0}"] {
      odd.withRawBytes { bytes in _ = JSONText(bytes).map { Array($0.parts) } }
    }
  }
}
