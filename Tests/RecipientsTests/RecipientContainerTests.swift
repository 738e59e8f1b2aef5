import ByteText
import Exports
import Foundation
import InputSupport
import Notifications
import Testing

@testable import Recipients

struct RecipientContainerTests {
  @Test(arguments: [
    ("", []), (" \n", []), ("[]", []), ("{}", []), (#"[{"id":1},{"id":2}]"#, ["1", "2"]),
    (#"{"recipients":[{"id":1}],"total":1}"#, ["1"]),
    (#"{"meta":{"page":1},"users":[{"id":1}]}"#, ["1"]),
    (#"{"data":{"u1":{"name":"A"},"u2":{}}}"#, ["u1", "u2"]),
    (#"{"u\u00e9":{"hour":7},"u2":{"id":"x"}}"#, ["ué", "x"]), (#"{"id":1,"data":[]}"#, ["1"]),
    (#"{"user_id":"u"}"#, ["u"]), ("{\"id\":1}\n{\"id\":2}\n", ["1", "2"]),
    ("\u{FEFF}{\"id\":1}\r\n{\"id\":2}", ["1", "2"]),
    (#"[{"id":1}][{"id":2}]{"id":3}"#, ["1", "2", "3"]), (#"{"email":"a@b.c"}"#, ["!id missing"]),
    (#"[{"id":""}]"#, ["!id missing"]), (#"[{"id":null}]"#, ["!id missing"]),
    (#"[1,"x",null,[],{"id":2}]"#, ["!- damaged", "!- damaged", "!- damaged", "!- damaged", "2"]),
    ("{\"id\":1}\n{\"id\":tru}\n{\"id\":3}", ["1", "!- damaged", "3"]),
  ])
  func `Recipients are found in every container`(text: String, verdicts: [String]) throws {
    #expect(try RecipientSupport.read(text).entries.map(\.verdict) == verdicts)
  }

  @Test func `Every entry has the line on which it begins`() throws {
    let reading = try RecipientSupport.read(
      "[\n{\"id\":1},\n\n{\"id\":2,\n\"hour\":99}\n,{\"id\":3}]")
    let places = reading.entries.map {
      switch $0 {
      case .draft(let draft): draft.place
      case .rejected(let reject): reject.place
      }
    }
    #expect(places == [Fault.Place(line: 2), Fault.Place(line: 4), Fault.Place(line: 6)])
  }

  @Test(arguments: [
    ("{\"id\":1}\n{\"id\":", 2), ("[{\"id\":1},\n{\"id\":2}", 1), ("hello", 1),
    ("{\"id\":1}\n7", 2), ("[{\"id\":1}\n{\"id\":2}]", 2), ("[{\"id\":1},\n]", 2),
    ("{\"a\" {}}", 1), ("{{}}", 1), ("]", 1), ("\"never closed", 1),
  ])
  func `A file that cannot be cut into entries names its line`(text: String, line: Int) throws {
    let fault = try #require(throws: Fault.self) { try RecipientSupport.read(text) }
    #expect(fault.sentence == "r.json, line \(line): the JSON is damaged from this point on")
  }

  @Test func `A file cut anywhere is an error or has fewer entries, and never traps`() throws {
    let whole = #"{"users":[{"id":"a\"b","also":{"x":[1]}},{"id":2}],"n":1}"#
    for length in 0...whole.utf8.count {
      let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
      let entries = (try? RecipientSupport.read(cut).entries) ?? []
      #expect(entries.isEmpty || length == whole.utf8.count)
    }
  }
}
