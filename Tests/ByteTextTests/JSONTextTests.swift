import Testing

@testable import ByteText

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
