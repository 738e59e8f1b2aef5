import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

/// What a profile of few lines makes of single records.
struct MappingTests {
  private let small = """
    name: small
    fields: {id: id, time: [due, at], type: kind, title: title, recipient: to, priority: prio,
      updatedAt: changed, expires: until, deleted: [gone, gone_at], link: url, actorId: by.id,
      actorName: [by.login, by.name], batchCount: n, latitude: lat, longitude: lng}
    read: [is_read, {path: read_at, as: time}, {path: fresh, as: inverse},
      {path: state, equals: done}]
    priority: {huge: high}
    types: {hello: {label: Hello, priority: low}}
    """

  private func bench(_ extra: String = "") throws -> RecordBench {
    RecordBench(profiles: [try Profile(yaml: small + "\n" + extra, file: "small.yaml")])
  }

  private func one(_ record: String, _ extra: String = "") throws -> RecordBench.Outcome {
    try #require(
      try RecordBench(profiles: [try Profile(yaml: small + "\n" + extra, file: "s")], home: "small")
        .outcomes([record]).first)
  }

  private func mapped(_ record: String, _ extra: String = "") throws -> Notification {
    guard case .notification(let notification) = try one(record, extra) else {
      throw MappingRejection(field: record, reason: .missingField)
    }
    return notification
  }

  @Test func `A record without words is rejected by the names of its fields`() throws {
    let profile = try Profile(yaml: "name: bare\nfields: {id: id, time: at}", file: "bare.yaml")
    let outcomes = try RecordBench(profiles: [profile], home: "bare")
      .outcomes([#"{"id":1,"at":1}"#])
    let rejection = MappingRejection(field: "type, title, body", reason: .missingField)
    #expect(outcomes == [.rejected(profile: "bare", rejection)])
  }

  @Test func `Where a path leads to an object, the next path is tried`() throws {
    let generic = try ProfileSet.bundled().profiles.filter { $0.name.text == "generic" }
    let records = [
      #"{"id":"1","createdAt":"2026-10-01T09:00:00Z","subject":{"title":"A"}}"#,
      #"{"id":"2","createdAt":"2026-10-01T09:00:00Z","subject":{"title":"A"},"text":"B"}"#,
    ]
    let found = try RecordBench(profiles: generic, home: "generic").notifications(records)
    #expect(found.map(\.title) == ["A", "B"])
  }

  private static let second: Int64 = 1_774_753_069

  @Test(arguments: [
    (#"{"kind":"a","at":1}"#, "id", RejectReason.missingField),
    (#"{"id":"","kind":"a","at":1}"#, "id", .emptyField),
    (#"{"id":null,"kind":"a","at":1}"#, "id", .nullField),
    (#"{"id":{"a":1},"kind":"a","at":1}"#, "id", .notText),
    (#"{"id":1,"at":1}"#, "kind, title", .missingField),
    (#"{"id":1,"kind":"","title":null,"at":1}"#, "kind, title", .emptyField),
    (#"{"id":1,"title":null,"at":1}"#, "title", .nullField),
    (#"{"id":1,"kind":"a"}"#, "due, at", .missingField),
    (#"{"id":1,"kind":"a","due":null,"at":null}"#, "due, at", .nullField),
    (#"{"id":1,"kind":"a","due":"","at":1}"#, "due", .unreadableTime(.empty)),
    (#"{"id":1,"kind":"a","at":"soon"}"#, "at", .unreadableTime(.unreadable)),
    (#"{"id":1,"kind":"a","at":[1]}"#, "at", .unreadableTime(.unreadable)),
    (#"{"id":1,"kind":"a","at":{"$date":{}}}"#, "at", .unreadableTime(.unreadable)),
    (#"{"id":1,"kind":"a","at":1,"until":"x"}"#, "until", .unreadableTime(.unreadable)),
  ])
  func `A record without id, time, or any words is rejected with the field's name`(
    record: String, field: String, reason: RejectReason
  ) throws {
    #expect(
      try one(record)
        == .rejected(profile: "small", MappingRejection(field: field, reason: reason)))
  }

  @Test(arguments: [
    (#"7"#, "7"), (#""a""#, "a"), (#"12345678901234567890123456"#, "12345678901234567890123456"),
    (#"{"$oid":"65f0"}"#, "65f0"), (#"{"$numberLong":"9"}"#, "9"), (#""\u00e9""#, "é"),
  ])
  func `Ids are kept as they are written, whatever wraps them`(id: String, text: String) throws {
    #expect(try mapped(#"{"id":\#(id),"kind":"a","at":1}"#).id.text == text)
  }

  @Test(arguments: [
    (#"{"_seconds":1774753069,"_nanoseconds":936030000}"#, 936_030),
    (#"{"seconds":"1774753069","nanos":5999}"#, 5),
    (#"{"__datatype__":"timestamp","value":{"_seconds":1774753069,"_nanoseconds":5000}}"#, 5),
    (#"{"seconds":1774753069}"#, 0), (#"{"$date":"2026-03-29T02:57:49.5Z"}"#, 500_000),
    (#"{"$date":1774753069500}"#, 500_000), (#"{"$date":{"$numberLong":"1774753069001"}}"#, 1_000),
    (#"{"$numberLong":"1774753069002"}"#, 2_000), (#"{"$numberInt":"1774753069"}"#, 0),
  ])
  func `Objects that databases write for times are times`(value: String, fraction: Int64) throws {
    let time = try mapped(#"{"id":1,"kind":"a","at":\#(value)}"#).time
    #expect(time.microseconds == Self.second * 1_000_000 + fraction)
  }

  @Test(arguments: [
    ("", ReadState.unknown), (#","is_read":true"#, .read), (#","is_read":false"#, .unread),
    (#","is_read":1"#, .read), (#","is_read":0"#, .unread), (#","is_read":"t""#, .read),
    (#","is_read":"No""#, .unread), (#","is_read":null"#, .unread),
    (#","is_read":"2026-03-29T02:57:49Z""#, .read), (#","is_read":"maybe""#, .unknown),
    (#","read_at":null"#, .unread), (#","read_at":"2026-03-29 02:57:49+00""#, .read),
    (#","read_at":"""#, .unread), (#","fresh":true"#, .unread), (#","fresh":0"#, .read),
    (#","fresh":null"#, .unknown), (#","state":"done""#, .read), (#","state":"todo""#, .unread),
    (#","is_read":false,"read_at":1774753069"#, .read),
    (#","is_read":true,"read_at":null"#, .read),
  ])
  func `Read marks are of four kinds, and read wins`(fields: String, state: ReadState) throws {
    #expect(try mapped(#"{"id":1,"kind":"a","at":1\#(fields)}"#).readState == state)
  }

  @Test(arguments: [
    (#","prio":"HIGH""#, Priority.high), (#","prio":"critical""#, .high),
    (#","prio":"urgent""#, .high), (#","prio":"medium""#, .normal), (#","prio":"Huge""#, .high),
    (#","prio":"whatever""#, .normal), (#","prio":3"#, .normal), (#","prio":null"#, .low),
    (#","prio":"""#, .low), ("", .low),
  ])
  func `Priorities are known by word, else by type`(field: String, priority: Priority) throws {
    #expect(try mapped(#"{"id":1,"kind":"HELLO","at":1\#(field)}"#).priority == priority)
  }

  @Test func `What a profile does not know, or says twice, is noticed`() throws {
    let bench = try bench()
    #expect(try bench.facts(#"{"id":1,"kind":"hello","at":1760000000,"is_read":1}"#).2 == [])
    #expect(
      try bench.facts(
        #"{"id":1,"kind":"x","at":1760000000,"prio":"p","is_read":0,"read_at":10000000}"#
      ).2 == [.unknownType, .unknownPriority, .readDisagreement])
  }

  @Test func `Facts and the whole notification agree`() throws {
    let record = #"""
      {"id":"n1","to":"r","kind":"HELLO","at":"2026-03-29 02:57:49+00","changed":"1774753070",
       "until":1774839469,"gone_at":"2026-03-29T00:00:00Z","is_read":false}
      """#
    let facts = try bench().facts(record).facts
    let whole = try mapped(record)
    #expect(facts == whole)
    #expect(whole.isDeleted && whole.expiry?.seconds == 1_774_839_469)
    #expect(whole.updatedAt?.seconds == 1_774_753_070 && whole.type.text == "hello")
  }

  @Test func `A time of change that cannot be read loses no record`() throws {
    #expect(try mapped(#"{"id":1,"kind":"a","at":1,"changed":"?"}"#).updatedAt == nil)
  }

  @Test func `A batch count is clamped, and nonsense is none`() throws {
    for (text, count) in [
      ("23", 23), ("\"7\"", 7), ("1e18", 1_000_000), ("1e999", 1_000_000), ("0", nil),
      ("-4", nil), ("\"many\"", nil), ("2.5", 2), ("\"nan\"", nil),
    ] {
      #expect(
        try mapped(#"{"id":1,"kind":"a","at":1,"n":\#(text)}"#).batchCount == count, "\(text)")
    }
  }

  @Test func `Coordinates outside the globe are none`() throws {
    #expect(
      try mapped(#"{"id":1,"kind":"a","at":1,"lat":"50.1","lng":14.5}"#).coordinates
        == Coordinates(latitude: 50.1, longitude: 14.5))
    #expect(try mapped(#"{"id":1,"kind":"a","at":1,"lat":91,"lng":0}"#).coordinates == nil)
    #expect(try mapped(#"{"id":1,"kind":"a","at":1,"lat":"NaN","lng":0}"#).coordinates == nil)
    #expect(try mapped(#"{"id":1,"kind":"a","at":1,"lat":1}"#).coordinates == nil)
  }

  @Test func `Members that the profile does not name are kept as text`() throws {
    let extra = try mapped(
      #"{"id":1,"kind":"a","at":1,"b":"x","c":{"d":[1, 2]},"e":null,"f":true,"g":1e5,"by":{"q":1}}"#
    ).extra
    #expect(
      extra == [
        ExtraField(name: "b", value: "x"), ExtraField(name: "c", value: #"{"d":[1, 2]}"#),
        ExtraField(name: "f", value: "true"), ExtraField(name: "g", value: "1e5"),
      ])
  }

  @Test func `The name that the title has is the actor's; the others are kept`() throws {
    let record = #","by":{"id":5,"login":"renee","name":"Renée"}}"#
    let shown = try mapped(#"{"id":1,"at":1,"title":"Renée came""# + record).actor
    #expect(shown == Actor(id: "5", name: "Renée", otherNames: ["renee"]))
    let other = try mapped(#"{"id":1,"at":1,"title":"Who?""# + record).actor
    #expect(other == Actor(id: "5", name: "renee", otherNames: ["Renée"]))
  }

  @Test func `A profile's lifetime is the expiry of records that have none`() throws {
    #expect(try mapped(#"{"id":1,"kind":"a","at":5}"#, "expires: 7d").expiry?.seconds == 604_805)
    #expect(
      try mapped(#"{"id":1,"kind":"a","at":5,"until":10000000}"#, "expires: 7d").expiry?.seconds
        == 10_000_000)
  }
}
