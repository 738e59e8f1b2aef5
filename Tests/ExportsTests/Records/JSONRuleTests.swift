import CSimdJSON
import Testing

@testable import Exports

/// Values of our own, one for each production of RFC 8259, so that a checkout without JSONTestSuite
/// judges the walker as well.
struct JSONRuleTests {
  @Test(arguments: [
    ("a string", "\"a\""), ("an empty one", "\"\""), ("a quote", "\"\\\"\""),
    ("a backslash", "\"\\\\\""), ("a slash", "\"\\/\""), ("a backspace", "\"\\b\""),
    ("a form feed", "\"\\f\""), ("a line feed", "\"\\n\""), ("a carriage return", "\"\\r\""),
    ("a tab", "\"\\t\""), ("four hexadecimal digits", "\"\\u0041\""),
    ("in either case", "\"\\u00eF\\u00Ef\""), ("NUL", "\"\\u0000\""),
    ("a surrogate pair", "\"\\ud83d\\ude00\""), ("what needs no escape", "\"/\u{7F} é 日 😀\""),
    ("U+2028", "\"\u{2028}\""), ("a noncharacter", "\"\u{FFFF}\""), ("zero", "0"),
    ("minus zero", "-0"), ("one digit", "7"), ("several", "1234567890"), ("a negative one", "-12"),
    ("a fraction", "0.5"), ("its zeros", "1.000"), ("an exponent", "1e2"), ("a large E", "1E2"),
    ("a plus", "1e+2"), ("a minus", "1e-2"), ("zeros in the exponent", "1e002"),
    ("all of it", "-1.5E-10"), ("more digits than a double holds", "12345678901234567890123456"),
    ("true", "true"), ("false", "false"), ("null", "null"), ("an empty array", "[]"),
    ("one element", "[1]"), ("several", "[1,\"a\",null,true,[],{}]"), ("an empty object", "{}"),
    ("one member", "{\"a\":1}"), ("several", "{\"a\":1,\"b\":[{\"c\":null}]}"),
    ("an empty name", "{\"\":1}"), ("a name twice", "{\"a\":1,\"a\":2}"),
    ("blanks everywhere", " { \"a\" : [ 1 , 2 ] , \"b\" : { } } "),
    ("tabs", "\u{9}[\u{9}1\u{9}]\u{9}"), ("line feeds", "\u{A}[\u{A}1\u{A}]\u{A}"),
    ("carriage returns", "\u{D}[\u{D}1\u{D}]\u{D}"),
  ])
  func `A value by each production is read`(rule: String, value: String) throws {
    #expect(try damage(Array(value.utf8)) == nil, "\(rule)")
  }

  @Test(arguments: [
    ("nothing", ""), ("a blank", " "), ("an unknown word", "yes"), ("a word in capitals", "True"),
    ("half a word", "nul"), ("a word and more", "nulls"), ("two values", "1 2"),
    ("a single quote", "'a'"), ("no quote at the end", "\"a"), ("a raw line feed", "\"a\u{A}b\""),
    ("a raw tab", "\"a\u{9}b\""), ("a raw NUL", "\"a\u{0}b\""), ("a raw escape", "\"a\u{1B}b\""),
    ("an unknown escape", "\"\\x41\""), ("an escape in capitals", "\"\\N\""),
    ("three hexadecimal digits", "\"\\u041\""), ("a digit that is none", "\"\\u004g\""),
    ("a backslash at the end", "\"\\"), ("a plus", "+1"), ("a leading zero", "01"),
    ("behind a minus", "-01"), ("two minuses", "--1"), ("a minus alone", "-"),
    ("no digit before the point", ".5"), ("nor behind it", "5."),
    ("no digit in the exponent", "1e"), ("nor behind its sign", "1e+"),
    ("a fraction in it", "1e1.5"), ("two points", "1.2.3"), ("hexadecimal", "0x1F"),
    ("an underscore", "1_000"), ("NaN", "NaN"), ("infinity", "Infinity"),
    ("minus infinity", "-Infinity"), ("digits that are not ASCII", "１"),
    ("an array without an end", "[1"), ("an end without an array", "]"),
    ("a comma at the end", "[1,]"), ("at the beginning", "[,1]"), ("alone", "[,]"),
    ("twice", "[1,,2]"), ("none between", "[1 2]"), ("a colon for it", "[1:2]"),
    ("the wrong end", "[1}"), ("an object without an end", "{\"a\":1"),
    ("an end without an object", "}"), ("a comma at the end", "{\"a\":1,}"),
    ("at the beginning", "{,\"a\":1}"), ("none between", "{\"a\":1 \"b\":2}"),
    ("no colon", "{\"a\" 1}"), ("two", "{\"a\"::1}"), ("no value", "{\"a\":}"),
    ("no member", "{\"a\"}"), ("a name without quotes", "{a:1}"),
    ("a name that is a number", "{1:1}"), ("the wrong end", "{\"a\":1]"), ("a comment", "/* a */1"),
    ("a line's comment", "1 // a"), ("a no-break space", "[\u{A0} 1]"), ("a form feed", "[\u{C}1]"),
    ("a vertical tab", "[\u{B}1]"),
  ])
  func `What no production gives is damage`(rule: String, value: String) throws {
    #expect(try damage(Array(value.utf8)) != nil, "\(rule)")
  }

  @Test(
    arguments: [
      ("a byte that begins nothing", [0x80]), ("one that is never used", [0xFF]),
      ("an overlong slash", [0xC0, 0xAF]), ("an overlong NUL", [0xC0, 0x80]),
      ("three bytes for a letter", [0xE0, 0x81, 0x81]), ("two of three", [0xE2, 0x82]),
      ("three of four", [0xF0, 0x9F, 0x98]), ("a surrogate", [0xED, 0xA0, 0x80]),
      ("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
      ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
    ] as [(String, [UInt8])])
  func `Bytes that are no UTF-8 are damage (RFC 8259, 8.1)`(rule: String, bytes: [UInt8]) throws {
    let value = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    #expect(try damage(value) != nil, "\(rule)")
  }

  @Test func `Values may nest 500 deep, and not 100,000`() throws {
    for (depth, isRead) in [(500, true), (100_000, false)] {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(try (damage(Array(value.utf8)) == nil) == isRead, "\(depth)")
    }
  }

  /// What is wrong with a value as that of a record's member.
  private func damage(_ value: [UInt8]) throws -> RecordDamage? {
    let walker = RecordWalker(RecordPaths())
    return withSlack(Array("{\"v\":".utf8) + value + Array("}".utf8)) { walker.walk($0) }
  }
}
