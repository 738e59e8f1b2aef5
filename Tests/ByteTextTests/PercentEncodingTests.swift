import Testing

@testable import ByteText

struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b/c", "a%20b%2Fc"), ("%", "%25"), ("é", "%C3%A9"),
  ])
  func `A part of an address keeps the unreserved characters alone`(text: String, encoded: String) {
    var output: [UInt8] = []
    PercentEncoding.append(component: text.utf8Span.span, to: &output)
    #expect(PercentEncoding.component(text) == encoded)
    #expect(String(decoding: output, as: UTF8.self) == encoded)
    #expect(PercentEncoding.decoded(encoded.utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("//x.example/a%20b?c=d#e", "//x.example/a%20b?c=d#e"), ("/a b%2", "/a%20b%252"),
    ("//[::1]/[a]", "//[::1]/%5Ba%5D"), ("/a#b#c", "/a#b%23c"), ("/%zz", "/%25zz"),
  ])
  func `An address keeps its escapes and its structure`(text: String, encoded: String) {
    #expect(PercentEncoding.address(text) == encoded)
  }

  @Test func `Digits are read as they are written, of either case, and nothing else is a digit`() {
    for value in 0..<16 as Range<UInt8> {
      #expect(Hexadecimal.value(of: Hexadecimal.lowercaseDigit(value)) == value)
      #expect(Hexadecimal.value(of: Hexadecimal.uppercaseDigit(value)) == value)
    }
    #expect((0...UInt8.max).count { Hexadecimal.value(of: $0) != nil } == 22)
  }
}
