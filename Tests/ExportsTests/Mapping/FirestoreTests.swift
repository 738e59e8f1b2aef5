import ByteText
import Testing

@testable import Exports

struct FirestoreTests {
  private func plain(_ record: String) -> String? {
    record.withRawBytes { FirestoreDocument.plainJSON(of: $0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `A document of the REST API is a plain object, with an id from its name`() {
    let record = #"""
      {"name": "projects/p/databases/(default)/documents/n/A1", "fields": {
       "s": {"stringValue": "a\"b"}, "i": {"integerValue": "007"}, "d": {"doubleValue": 1.5},
       "t": {"timestampValue": "2026-01-01T00:00:00Z"}, "b": {"booleanValue": true},
       "n": {"nullValue": null}, "l": {"arrayValue": {"values": [{"integerValue": "1"}, {"mapValue": {}}]}},
       "e": {"arrayValue": {}}, "m": {"mapValue": {"fields": {"x": {"stringValue": ""}}}},
       "g": {"geoPointValue": {"latitude": 1}}, "big": {"integerValue": "99999999999999999999"},
       "odd": {"a": 1, "b": 2}}, "createTime": "x"}
      """#
    #expect(
      plain(record)
        == #"{"s":"a\"b","i":7,"d":1.5,"t":"2026-01-01T00:00:00Z","b":true,"n":null,"l":[1,{}],"#
        + #""e":[],"m":{"x":""},"g":{"latitude": 1},"big":"99999999999999999999","#
        + #""odd":{"a": 1, "b": 2},"id":"A1"}"#)
  }

  @Test func `An id among the fields stays the id; without fields there is only the name's`() {
    #expect(
      plain(#"{"name":"p/documents/n/A","fields":{"id":{"stringValue":"own"}}}"#)
        == #"{"id":"own"}"#)
    #expect(plain(#"{"name":"p/documents/n/A","fields":{}}"#) == #"{"id":"A"}"#)
  }

  @Test func `A record that only looks like a document is left alone`() {
    #expect(plain(#"{"name":"Maya","fields":{"a":{"stringValue":"x"}}}"#) == nil)
    #expect(plain(#"{"fields":{"a":{"stringValue":"x"}}}"#) == nil)
    #expect(plain(#"{"name":"p/documents/n/A","fields":[1]}"#) == nil)
    #expect(plain(#"{"name":"p/documents/","fields":{}}"#) == nil)
  }
}
