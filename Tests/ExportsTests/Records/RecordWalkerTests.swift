import CSimdJSON
import Testing

@testable import Exports

struct RecordWalkerTests {
  static let names = [["id"], ["user_id"], ["payload"], ["payload", "title"], ["v"]]
  let paths: RecordPaths
  let slots: [Slot]

  init() throws {
    let paths = RecordPaths()
    self.paths = paths
    slots = Self.names.map { paths.slot(forNames: $0) }
  }

  /// Walks a text and answers the values by path, each with the letter of its kind.
  func read(_ text: String, collectingMembers: Bool = false) -> Reading {
    read(Array(text.utf8), collectingMembers: collectingMembers)
  }

  func read(_ bytes: [UInt8], collectingMembers: Bool = false) -> Reading {
    let walker = RecordWalker(paths)
    return withSlack(bytes) { record in
      let damage = walker.walk(record, collectingMembers: collectingMembers)
      guard damage == nil else { return Reading(damage: damage) }
      let fields = walker.fields
      var reading = Reading(notices: walker.fields.notices)
      for (path, slot) in zip(Self.names, slots) {
        reading.values[path.joined(separator: ".")] = describe(fields[slot].raw)
      }
      reading.members = fields.members.map { describe($0.name) + "=" + describe($0.value) }
      return reading
    }
  }

  struct Reading {
    var damage: RecordDamage?
    var notices: RecordNotices = []
    var values: [String: String] = [:]
    var members: [String] = []
  }

  func describe(_ value: tidings_json_value) -> String {
    let text = String(decoding: FieldValue(raw: value).bytes, as: UTF8.self)
    switch FieldValue(raw: value).kind {
    case TIDINGS_JSON_ABSENT: return "-"
    case TIDINGS_JSON_STRING: return "'" + text + "'"
    default: return text
    }
  }

  @Test func `Values stand at their paths`() {
    let reading = read(#"{"id": 7 ,"other":[{"id":8}],"payload":{"x":1,"title":"Hi"},"v":[1, {}]}"#)
    #expect(reading.damage == nil)
    #expect(reading.values["id"] == "7")
    #expect(reading.values["payload"] == #"{"x":1,"title":"Hi"}"#)
    #expect(reading.values["payload.title"] == "'Hi'")
    #expect(reading.values["v"] == "[1, {}]")
    #expect(reading.values["user_id"] == "-")
  }

  @Test(arguments: ["user_id", "userId", "USERID", "userID", "_user__id"])
  func `Names match whatever their case and underscores`(name: String) {
    #expect(read(#"{"\#(name)": "u"}"#).values["user_id"] == "'u'")
  }

  @Test func `Another name does not match`() {
    for name in ["user-id", "userids", "user", "", "us\\u0065r"] {
      #expect(read(#"{"\#(name)": "u"}"#).values["user_id"] == "-")
    }
  }

  @Test func `An escaped name is the name it spells`() {
    #expect(read(#"{"user\u005fid": "u"}"#).values["user_id"] == "'u'")
  }

  @Test func `Strings without escapes are not copied`() {
    let walker = RecordWalker(paths)
    withSlack(Array(#"{"v":"plain text"}"#.utf8)) { record in
      #expect(walker.walk(record) == nil)
      let bytes = walker.fields[Slot(index: 4)].bytes.baseAddress
      #expect(bytes == record.baseAddress.map { $0 + 6 })
    }
  }

  @Test(arguments: [
    (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{c}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\ude00""#, "😀"), (#""\u0000x""#, "\0x"), ("\"\u{7f}\"", "\u{7f}"),
  ])
  func `Escapes become what they stand for`(json: String, text: String) {
    let reading = read(#"{"v":\#(json)}"#)
    #expect(reading.values["v"] == "'" + text + "'")
    #expect(reading.notices == [])
  }

  @Test(arguments: [
    (#""cut \ud83d""#, "cut \u{fffd}"), (#""\ude00 low""#, "\u{fffd} low"),
    (#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"), (#""\ud83dA""#, "\u{fffd}A"),
  ])
  func `A lone surrogate becomes a replacement, and is noticed`(json: String, text: String) {
    let reading = read(#"{"v":\#(json)}"#)
    #expect(reading.values["v"] == "'" + text + "'")
    #expect(reading.notices == .loneSurrogate)
  }

  @Test func `The last of duplicate keys wins and is noticed`() {
    let reading = read(#"{"id":1,"payload":{"title":"a"},"id":null,"payload":{"x":0}}"#)
    #expect(reading.values["id"] == "null")
    #expect(reading.values["payload.title"] == "-")
    #expect(reading.notices == .duplicateKey)
  }

  @Test func `Two spellings of a name are no duplicates and null gives way`() {
    let reading = read(#"{"user_id":"u","userId":null}"#)
    #expect(reading.values["user_id"] == "'u'")
    #expect(reading.notices == [])
  }

  @Test func `The same key in two objects is no duplicate`() {
    #expect(read(#"{"v":[{"id":1},{"id":2}],"id":3}"#).notices == [])
  }

  @Test func `Members that no path names are collected once each`() {
    let reading = read(
      #"{"id":1,"extra":"e\n","deep":{"a":[1]},"extra":2}"#, collectingMembers: true)
    #expect(reading.members == ["'extra'=2", #"'deep'={"a":[1]}"#])
    #expect(reading.notices == .duplicateKey)
  }

  @Test func `Many members are collected once each`() {
    let names = (0..<1000).map { "\"k\($0 % 500)\":\($0)" }
    let reading = read("{" + names.joined(separator: ",") + "}", collectingMembers: true)
    #expect(reading.members.count == 500)
    #expect(reading.members.last == "'k499'=999")
  }

  @Test(arguments: [
    ("[]", RecordDamage.notAnObject), ("7", .notAnObject), ("", .torn),
    (#"{"v":tru}"#, .invalidLiteral), (#"{"v":NaN}"#, .invalidLiteral),
    (#"{"v":01}"#, .invalidNumber), (#"{"v":-}"#, .invalidNumber),
    (#"{"v":1.}"#, .invalidNumber), (#"{"v":.5}"#, .invalidLiteral),
    (#"{"v":1 2}"#, .syntax), (#"{"v" 1}"#, .syntax), (#"{"v":1,}"#, .syntax),
    (#"{"v":1 "id":2}"#, .syntax), (#"{"v":[1,]}"#, .syntax), ("{'v':1}", .syntax),
    (#"{"v":"\x"}"#, .invalidEscape), (#"{"v":"\u12"}"#, .invalidEscape),
    ("{\"v\":\"a\u{1}\"}", .controlCharacter), ("{\"v\":\"a\nb\"}", .controlCharacter),
    (#"{"v":"open}"#, .torn), (#"{"v":1"#, .torn), (#"{"v":{"#, .torn),
    (#"{"v":1}}"#, .trailingContent), (#"{"v":1}{"v":2}"#, .trailingContent),
    ("{\"v\":1}\u{c}", .trailingContent), ("{\"v\"\u{1a}1}", .syntax),
  ])
  func `Damage has its reason`(text: String, reason: RecordDamage) {
    #expect(read(text).damage == reason)
  }

  @Test(arguments: ["0", "-0", "12345678901234567890123456", "1e999", "-1.5E-3", "0.0", "1E+2"])
  func `Numbers stay the text they are`(text: String) {
    #expect(read(#"{"v":\#(text)}"#).values["v"] == text)
  }

  @Test func `Nesting ends at 512`() {
    func nested(_ depth: Int) -> String {
      #"{"v":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(read(nested(511)).damage == nil)
    #expect(read(nested(512)).damage == .tooDeep)
  }

  @Test func `A walker forgets the record before`() {
    let walker = RecordWalker(paths)
    withSlack(Array(#"{"id":1,"v":"\n"}"#.utf8)) { #expect(walker.walk($0) == nil) }
    withSlack(Array(#"{"v":"x"}"#.utf8)) { record in
      #expect(walker.walk(record) == nil)
      #expect(walker.fields[Slot(index: 0)].isMissing)
      #expect(walker.fields[Slot(index: 4)].bytes.count == 1)
    }
  }
}

/// The bytes with as many behind them as a walk may read.
func withSlack<Result>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
  var padded = bytes
  // What stands in the slack must not matter: quotes and brackets would be seen.
  for index in 0..<RecordWalker.slack { padded.append(Array(#""}\]"#.utf8)[index % 4]) }
  return padded.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<bytes.count])) }
}
