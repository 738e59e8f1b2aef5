import ByteText
import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

/// Values that no path of names alone leads to.
struct ValueTests {
  private func mapped(
    _ record: String, title: String, _ more: String = "", language: Language = .english,
    key: String? = nil
  ) throws -> Notification {
    let yaml = """
      name: small
      fields: {id: [id, "@key"], time: at, type: [kind, standard], title: \(title), body: text}
      types: {hello: Hello, bye: Bye}
      \(more)
      """
    let bench = RecordBench(
      profiles: [try Profile(yaml: yaml, file: "small.yaml")], language: language, home: "small")
    return try #require(try bench.notifications([record], keys: [key]).first)
  }

  private func title(_ members: String, _ title: String, _ more: String = "") throws -> String? {
    try mapped(#"{"id":1,"at":1,"kind":"hello",\#(members)}"#, title: title, more).title
  }

  @Test(
    arguments: [
      (#""a":[{"b":"x"},{"b":"y"}]"#, "'a[0].b'", "x"),
      (#""a":[{"b":"x"},{"b":"y"}]"#, "'a[1].b'", "y"),
      (#""a":[{"b":"x"},{"b":"y"}]"#, "'a[2].b'", nil),
      (#""a":[{"b":"x"},{},{"b":null},{"b":""},{"b":7}]"#, "'a[*].b'", "x, 7"),
      (#""a":["x","y\n"]"#, "'a[*]'", "x, y\n"), (#""a":[]"#, "'a[*]'", nil),
      (#""a":{"b":[["x","y"],["z"]]}"#, "'a.b[0][1]'", "y"),
      (#""a":"[{\"b\":\"x \\\"q\\\"\"}]""#, "'a[0].b'", "x \"q\""),
      (#""a":"[not a list""#, "'a[0].b'", nil), (#""a":"plain""#, "'a[0]'", nil),
      (#""a":"{\"b\":\"x\"}""#, "a.b", "x"), (#""a":"{\"b\":{\"c\":[\"x\"]}}""#, "'a.b.c[0]'", "x"),
      (#""a":"{\"b\":\"{\\\"c\\\":\\\"x\\\"}\"}""#, "a.b.c", "x"),
      (#""a":"{\"b\":\"x\"} and more""#, "a.b", nil),
      (#""a":"{\"b\":\"x\"}""#, "[a.c, a]", #"{"b":"x"}"#),
      (#""a":{"b_c":"x"}"#, "a.bC", "x"),
    ] as [(String, String, String?)])
  func `A value is found at any depth`(members: String, path: String, found: String?) throws {
    #expect(try title(members, path) == found)
  }

  @Test(
    arguments: [
      (#""a":"User","b":2"#, "'{a}:{b}'", "User:2"), (#""a":"User","b":null"#, "'{a}:{b}'", nil),
      (#""a":"User","b":null"#, "['{a}:{b}', a]", "User"),
      (#""a":["x","y"]"#, "'{a[0]}/{a[1]}'", "x/y"),
      (#""a":"x""#, "'{{{a}}}'", "{x}"),
    ] as [(String, String, String?)])
  func `A pattern needs all its values`(members: String, pattern: String, found: String?) throws {
    #expect(try title(members, pattern) == found)
  }

  @Test func `A text that patterns repeat past the limit counts as missing`() throws {
    let long = String(repeating: "x", count: 150_000)
    let values = "values: {v: '{a}{a}{a}', w: '{v}{v}{v}'}"
    #expect(try title(#""a":"\#(long)","b":"y""#, "['{w}', b]", values) == "y")
    #expect(try title(#""a":"\#(long)","b":"y""#, "['{v}', b]", values)?.count == 450_000)
  }

  @Test func `A pattern may name a value above it`() throws {
    let values = "values: {first: [a, b], both: '{first} {c}'}"
    #expect(try title(#""b":"x","c":"y""#, "'{both}!'", values) == "x y!")
  }

  @Test(
    arguments: [
      (#""s":"closed""#, "{when: {s: closed}, text: was closed}", "was closed"),
      (#""s":"CLOSED""#, "{when: {s: [merged, closed]}, text: was closed}", "was closed"),
      (#""s":"open""#, "{when: {s: closed}, text: was closed}", nil),
      (#""s":"open","t":"x""#, "[{when: {s: closed}, text: was closed}, t]", "x"),
      (#""s":"open","t":"x""#, "{when: {s: '*'}, path: t}", "x"),
      (#""s":"","t":"x""#, "{when: {s: '*'}, path: t}", nil),
      (#""n":2"#, "{path: n, words: {1: one, 2: two}}", "two"),
      (#""n":3"#, "{path: n, words: {1: one, 2: two}}", "3"),
    ] as [(String, String, String?)])
  func `A condition guards its value`(members: String, value: String, found: String?) throws {
    #expect(try title(members, value) == found)
  }

  @Test(arguments: [
    ("de-AT", #"{"en":"Hi","de":"Hallo"}"#, "Hallo"), ("pt-BR", #"{"en":"Hi","pt_BR":"Oi"}"#, "Oi"),
    ("fr", #"{"de":"Hallo","en":"Hi"}"#, "Hi"), ("fr", #"{"de":"Hallo"}"#, "Hallo"),
    ("fr", #"{"fr":null,"de":"Hallo"}"#, "Hallo"),
  ])
  func `A text by language has a fallback`(tag: String, texts: String, found: String) throws {
    let notification = try mapped(
      #"{"id":1,"at":1,"kind":"hello","headings":\#(texts)}"#, title: "'headings.{locale}'",
      language: Language(LanguageTag(tag)))
    #expect(notification.title == found)
  }

  @Test func `A record's name in an object is its key`() throws {
    let found = try mapped(#"{"at":1,"kind":"hello"}"#, title: "'[{@key}]'", key: "k\"1")
    #expect(found.id.text == "k\"1")
    #expect(found.title == "[k\"1]")
  }

  @Test(arguments: [
    (#""2026-02-03 10:00:00""#, "Asia/Kolkata", 1_770_093_000),
    (#""2026-02-03T10:00:00.000""#, "Asia/Kolkata", 1_770_093_000),
    (#""2026-02-03T10:00:00.000Z""#, "Asia/Kolkata", 1_770_112_800),
    (#""2026-02-03T10:00:00+01:00""#, "Asia/Kolkata", 1_770_109_200),
    (#""2026-02-03""#, "Asia/Kolkata", 1_770_057_000),
    (#""3 Feb 2026 10:00:00""#, "Asia/Kolkata", 1_770_093_000),
    (#"1770112800"#, "Asia/Kolkata", 1_770_112_800),
    // The first of two, and the end of a gap.
    (#""2026-10-25 02:30:00""#, "Europe/Berlin", 1_792_888_200),
    (#""2026-03-29 02:30:00""#, "Europe/Berlin", 1_774_746_000),
  ])
  func `Times without a zone are the profile's`(time: String, zone: String, seconds: Int64) throws {
    let found = try mapped(
      #"{"id":1,"at":\#(time),"kind":"hello"}"#, title: "t", "timeZone: \(zone)")
    #expect(found.time.seconds == seconds)
  }

  @Test func `Many texts that hold JSON, deep or damaged, cost no more than their bytes`() throws {
    func nested(_ depth: Int) -> String {
      depth == 0 ? "\"x\"" : String(reflecting: "{\"b\":\(nested(depth - 1))}")
    }
    let spellings = (0..<40).map { #""\#(String(repeating: "_", count: $0))a":\#(nested(4))"# }
    let found = try title(spellings.joined(separator: ","), "[a.b.b.b.b, a.b.b, id]")
    #expect(found?.isEmpty == false)
    #expect(try title(#""a":"{\"b\":\"\\ud83d\",\"c\":1e999}""#, "a.b") == "\u{FFFD}")
    #expect(try title(#""a":"{\"b\":tru}""#, "[a.b, id]") == "1")
    #expect(try title(#""a":"{}","A":"{\"b\":\"y\"}""#, "a.b") == "y")
  }
}

struct FieldNamesTests {
  @Test func `A member is found whatever its case and underscores, the last of several`() {
    #"{"a":1,"b":null,"B_":"x"}"#.withRawBytes { bytes in
      let object = JSONText(bytes)
      #expect(object?.member("A")?.text == "1")
      #expect(object?.member("b")?.text == "x")
      #expect(object?.member("c") == nil)
    }
  }

  @Test func `Names match whatever their case and underscores`() {
    for (left, right, isEqual) in [
      ("user_id", "userId", true), ("USERID", "user_id", true), ("_seconds", "seconds", true),
      ("user", "users", false), ("", "_", true), ("a-b", "ab", false), ("é", "É", false),
    ] {
      #expect(FieldNames.match(left.utf8, right.utf8) == isEqual, "\(left) \(right)")
    }
  }
}

struct TypeSpellingsTests {
  @Test func `Every spelling keeps its key, also past the limit of what is remembered`() throws {
    let profile = try Profile(
      yaml: "name: t\nfields: {id: id, time: at, type: kind}\ntypes: {new_member: A, b: B}",
      file: "t")
    var table = TypeSpellings(profile)
    for round in 0..<2 {
      for number in 0..<(TypeSpellings.limit + 100) {
        let spelling = ["NEW_MEMBER", "newMember", "b", "Other\(number)"][number % 4]
        let entry = Array(spelling.utf8).withUnsafeBytes { table.entry(for: $0) }
        #expect(table.key(of: entry) == TypeKey(normalizing: spelling), "\(round)")
        #expect(entry.index == [0, 0, 1, nil][number % 4])
      }
      for number in 0..<(TypeSpellings.limit + 100) {
        let spelling = "more\(number)"
        let entry = Array(spelling.utf8).withUnsafeBytes { table.entry(for: $0) }
        #expect(table.key(of: entry) == TypeKey(normalizing: spelling))
      }
    }
    #expect(table.key(of: TypeSpellings.untyped) == TypeKey(normalizing: "notification"))
  }
}

struct PreviewTests {
  private func notification(_ preview: String) throws -> Notification {
    let record = """
      {"id":"1","type":"COMMENT_ADDED","createdAt":"2026-02-08T10:00:00Z","isRead":false,
       "actor":{"id":"a","username":"ana"},"deepLink":{"type":"room","roomId":"r","actorId":"a"},
       "roomName":"Room","thumbnails":[],"batchCount":1,"isFollowingBack":null,
       "commentPreview":"\(preview)"}
      """
    let bench = RecordBench(profiles: try ProfileSet.bundled().profiles)
    return try #require(try bench.notifications([record]).first)
  }

  @Test func `A preview of up to 100 characters stays as it is, in any bytes`() throws {
    for preview in [String(repeating: "x", count: 100), String(repeating: "👩‍👩‍👧", count: 100)] {
      let notification = try notification(preview)
      #expect(notification.title == "ana added a comment in Room: " + preview)
      #expect(notification.shortTitle == nil)
    }
  }

  @Test func `A longer one is cut in the short title alone, between graphemes`() throws {
    for character in ["x", "é", "e\u{301}", "👩‍👩‍👧"] {
      let preview = String(repeating: character, count: 101)
      let notification = try notification(preview)
      #expect(notification.title == "ana added a comment in Room: " + preview)
      let short = "ana added a comment in Room: " + String(repeating: character, count: 99) + "…"
      #expect(notification.shortTitle == short)
    }
  }
}
