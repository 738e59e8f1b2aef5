import Foundation
import InputSupport
import Notifications
import Testing

@testable import Exports

struct SideFileTests {
  @Test(arguments: ["/dev/zero", "/dev/null"])
  func `A device is refused before it is read`(path: String) {
    #expect(faultCode { try ObjectFile(path: path, limit: 1 << 20) } == "device")
  }

  @Test func `A pipe has what it is given now, not what one of its name had before`() throws {
    let scratch = try Scratch()
    for text in ["[1]", "[2]"] {
      let pipe = try scratch.pipe("pipe", Array(text.utf8))
      let read = try ObjectFile.text(of: pipe.name).withBytes { Array($0) }
      #expect(read == Array(text.utf8))
      try FileManager.default.removeItem(atPath: pipe.name)
    }
  }
}

struct EnvelopeMemberTests {
  /// The members' texts, read a few bytes at a time.
  private func find(_ text: String, piece: Int = .max) throws -> [String] {
    let bytes = Array(text.utf8)
    var search = EnvelopeMember(named: ["notification_preferences"], beside: ["notifications"]) {
      offset, target in
      let part = bytes.dropFirst(Int(offset)).prefix(min(target.count, piece))
      target.copyBytes(from: part)
      return part.count
    }
    return try search.found().map {
      String(decoding: bytes[Int($0.range.lowerBound)..<Int($0.range.upperBound)], as: UTF8.self)
    }
  }

  private static let document = #"""
    {"meta": {"n": 1e5, "a": [true, null]}, "s": "\"}]\\", "t": -7,
     "notifications": [{"title": "notificationPreferences", "x": "[{\""}],
     "notificationPreferences" : [{"a": "]"}] , "z": false,
     "notification_preferences": {"u": {}}}
    """#

  @Test func `Members are found by name in the objects around records, anywhere`() throws {
    #expect(try find(Self.document) == [#"[{"a": "]"}]"#, #"{"u": {}}"#])
  }

  @Test(arguments: [64, 97, 150])
  func `The same is found however little is read at a time`(piece: Int) throws {
    #expect(try find(Self.document, piece: piece) == [#"[{"a": "]"}]"#, #"{"u": {}}"#])
  }

  @Test func `A document larger than the window is searched through`() throws {
    let filler = String(repeating: #"{"id":"\"]","t":"x"},"#, count: 150_000)
    let text = #"{"notifications":[\#(filler){}],"notification_preferences":[1]}"#
    #expect(text.utf8.count > 3 << 20)
    #expect(try find(text) == ["[1]"])
  }

  @Test func `A document cut anywhere ends the search, and never traps`() throws {
    for length in 0...Self.document.utf8.count {
      let cut = String(decoding: Self.document.utf8.prefix(length), as: UTF8.self)
      #expect(try find(cut).count <= 2)
    }
  }

  @Test(arguments: [
    #"{"id": 1, "notification_preferences": [1]}"#,
    #"{"title": "x", "notification_preferences": [1]}"#,
    #"{"id": 1, "notifications": [{}], "notification_preferences": [1]}"#,
    #"{"notifications": [{}]} {"notifications": [{}], "notification_preferences": [1]}"#,
    #"{"notifications": [{}], "notification_preferences": [1]} {"id": 2}"#,
    #"{"n1": {"id": 1}, "notification_preferences": {"id": 2}}"#,
    #"{"notifications": "text", "notification_preferences": [1]}"#,
    #"[{"notifications": [{}], "notification_preferences": [1]}]"#,
  ])
  func `What is a record, or stands beside one, holds nobody's preferences`(text: String) throws {
    #expect(try find(text) == [])
  }
}
