import TestData
import Testing

@testable import ByteText

struct NearestNameTests {
  /// The slow, obvious distance, whole and without an end before the last row.
  private func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in 0...left.count {
      for j in 0...right.count {
        guard i > 0, j > 0 else {
          table[i][j] = i + j
          continue
        }
        let replaced = table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        table[i][j] = min(replaced, table[i - 1][j] + 1, table[i][j - 1] + 1)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[left.count][right.count]
  }

  private func slowNearest(_ name: String, among known: [String]) -> String? {
    let most = max(1, name.utf8.count / 3)
    return known.filter { edits(Array(name.utf8), Array($0.utf8)) <= most }.min { left, right in
      let (one, other) = (
        edits(Array(name.utf8), Array(left.utf8)), edits(Array(name.utf8), Array(right.utf8))
      )
      return one == other ? left.utf8.lexicographicallyPrecedes(right.utf8) : one < other
    }
  }

  @Test(arguments: 0..<200)
  func `The nearest name is that of the whole table`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = (0...40).map { _ in generator.text(of: ["a", "b", "c"], count: 0...9) }
    let (name, known) = (words[0], Array(words.dropFirst()))
    #expect(NearestName.of(name, among: known) == slowNearest(name, among: known))
  }

  @Test(arguments: [
    ("tittle", "title"), ("summery", "summary"), ("mark-raed", "mark-read"), ("xyzzy", nil),
    ("Europe/Berln", "Europe/Berlin"), ("roms", "rooms"),
  ])
  func `A mistyped name is found`(name: String, meant: String?) {
    let known = ["title", "summary", "mark-read", "Europe/Berlin", "Europe/Bern", "rooms", "body"]
    #expect(NearestName.of(name, among: known) == meant)
  }

  @Test func `Names that nobody types are not considered`() {
    let long = String(repeating: "a", count: 65)
    #expect(NearestName.of(long, among: [long]) == nil)
    #expect(NearestName.of("aaa", among: [long]) == nil)
  }
}

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

struct WholeNumberTests {
  @Test(arguments: [
    ("1.0", "1"), ("1e0", "1"), ("1E+2", "100"), ("12.50e1", "125"), ("1500e-2", "15"),
    ("0.0", "0"), ("-0", "0"), ("-0.0", "0"), ("-7.0", "-7"), ("0e9", "0"), ("0.001e3", "1"),
    ("90071992547409931.00", "90071992547409931"),
    ("1.2345678901234567890123e22", "12345678901234567890123"),
  ])
  func `An integer is its digits, in any form of number`(written: String, digits: String) {
    #expect(WholeNumber.id(written, isNumber: true) == digits)
  }

  @Test(arguments: [
    "1", "-3", "007", "1.5", "1e-1", "1e99999999999999999999", "1e2000", "1.", "a.0", "",
  ])
  func `What is no integer stays as it is written`(written: String) {
    #expect(WholeNumber.id(written, isNumber: true) == written)
  }

  @Test func `A text is a number only with a zero fraction, or with an exponent as of floats`() {
    #expect(WholeNumber.id("7.0") == "7")
    #expect(WholeNumber.id("1e+16") == "10000000000000000")
    for id in ["12e4", "1e5", "007.0", "1.0.0", "10.0.0.1", "1.0-beta", "1.50"] {
      #expect(WholeNumber.id(id) == id)
    }
  }
}
