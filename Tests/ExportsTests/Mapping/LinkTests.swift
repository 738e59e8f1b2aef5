import Languages
import Notifications
import Profiles
import TestData
import Testing

@testable import Exports

struct LinkTests {
  @Test(arguments: [
    ("https://a.example/x?y=1#z", "https://a.example/x?y=1#z"),
    ("HTTPS://a.example", "https://a.example"),
    ("http://a.example:8080/", "http://a.example:8080/"),
    ("mailto:a@b.example", "mailto:a@b.example"),
    ("MAILTO:a@b.example?bcc=c@d.example&body=x", "mailto:a@b.example"),
    ("  https://a.example\n", "https://a.example"),
    ("https://a.example/ä \"<>'`{}|\\^", "https://a.example/%C3%A4%20%22%3C%3E'%60%7B%7D%7C%5C%5E"),
    ("https://a.example/100%/%41/%4g", "https://a.example/100%25/%41/%254g"),
    ("/rooms/1", "https://app.example/base/rooms/1"),
    ("rooms/1", "https://app.example/base/rooms/1"), ("?q=a b", "https://app.example/base?q=a%20b"),
    ("#top", "https://app.example/base#top"), ("/at/12:30", "https://app.example/base/at/12:30"),
    ("http://[::1]:80/[x]?a[]=1", "http://[::1]:80/%5Bx%5D?a%5B%5D=1"),
    ("/a#b#c[1]", "https://app.example/base/a#b%23c%5B1%5D"),
  ])
  func `Only http, https and mailto survive`(text: String, link: String) {
    #expect(LinkResolver(baseURL: "https://app.example/base/").resolve(text) == .link(link))
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,x",
    "vbscript:x", "file:///etc/passwd", "//evil.example", "\\\\evil.example", "/\\evil.example",
    "blob:https://a.example/1", "intent://x", "ms-msdt:/id", "ftp://a.example", "https:a.example",
    "https://", "https:///x", "http://@", "mailto:", "a b:c", "https://a.example/\u{0}",
    "https://a.example/\r\nX: y", "https://a.example/\u{85}", "https://a.example/\u{2028}", ":x",
  ])
  func `Anything else is dropped and named`(text: String) {
    #expect(
      LinkResolver(baseURL: "https://app.example").resolve(text) == .dropped(.notAllowed(text)))
  }

  @Test func `A relative link has nothing to stand on without a base, or with one that is none`() {
    for base in [nil, "", "app.example", "javascript:1", "ftp://a"] {
      #expect(LinkResolver(baseURL: base).resolve("/x") == .dropped(.noBaseURL("/x")))
    }
    #expect(LinkResolver(baseURL: nil).resolve(" ") == nil)
  }

  @Test func `The bytes of a link are judged like its text, and the common forms at once`() {
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "/", "//", "https://", "http://", "HTTP://", "a.example", ":", "?", "#", "@", "%", "%41", "[",
      " ", "rooms", "ä", "\\", "\u{1}", "mailto:", "x=1&y=2", "~", "", "javascript:",
    ]
    for base in ["https://app.example/base/", nil] {
      let resolver = LinkResolver(baseURL: base)
      for _ in 0..<20_000 {
        let text = random.text(of: pieces, count: 0...5)
        let judged = Array(text.utf8).withUnsafeBytes { resolver.resolve($0) }
        #expect(judged == resolver.resolve(text), "\(text)")
      }
    }
  }

  @Test func `Pictures are web addresses`() {
    let resolver = LinkResolver(baseURL: nil)
    #expect(resolver.webAddress("https://a.example/1.jpg") == "https://a.example/1.jpg")
    #expect(resolver.webAddress("mailto:a@b") == nil)
    #expect(resolver.webAddress("data:image/png;base64,AA") == nil)
  }

  private static let linked = """
    name: linked
    fields: {id: id, time: at, type: kind, link: url, actions: acts}
    values: {room: room.id, target: target}
    types: {a: A, b: B}
    link:
      - {types: a, when: {target: [room, hall]}, url: "/rooms/{room}"}
      - {when: {target: none}, url: "/nowhere"}
      - {when: {target: pull}, url: "https://api.example/repos/o/r/pulls/{id}"}
      - "/n/{id}"
    actions:
      open: {label: {en: Open, de: Öffnen}, url: "/open/{room}"}
      drop: {label: Drop}
    rewrite:
      - {from: "https://api.example/repos/{o}/{r}/pulls/{n}", to: "https://example/{o}/{r}/pull/{n}"}
      - {from: "at://{did}/app.post/{key}", to: "https://b.example/profile/{did}/post/{key}"}
    """

  private func mapped(_ fields: String) throws -> Notification {
    let bench = RecordBench(
      profiles: [try Profile(yaml: Self.linked, file: "l")], language: Language(LanguageTag("de")),
      home: "linked")
    return try #require(try bench.notifications([#"{"id":7,"at":1,\#(fields)}"#]).first)
  }

  @Test(arguments: [
    (#""kind":"a","target":"room","room":{"id":"1/2"}"#, "https://app.example/rooms/1%2F2"),
    (#""kind":"a","target":"HALL","room":{"id":3}"#, "https://app.example/rooms/3"),
    (#""kind":"a","target":"room","room":{"id":null}"#, "https://app.example/n/7"),
    (#""kind":"b","target":"room","room":{"id":1}"#, "https://app.example/n/7"),
    (#""kind":"b","target":"none""#, "https://app.example/nowhere"),
    (#""kind":"b","target":"pull""#, "https://example/o/r/pull/7"),
    (#""kind":"b","url":"/own"# + "\"", "https://app.example/own"),
    (#""kind":"b","url":""# + "\"", "https://app.example/n/7"),
    (#""kind":"b","url":"https://api.example/repos/o/r/pulls/9""#, "https://example/o/r/pull/9"),
    (
      #""kind":"b","url":"at://did:plc:x/app.post/3k""#,
      "https://b.example/profile/did:plc:x/post/3k"
    ),
    (
      #""kind":"b","url":"https://api.example/repos/o/r/pulls/9/files""#,
      "https://api.example/repos/o/r/pulls/9/files"
    ),
  ])
  func `The first rule with its values gives the link`(fields: String, link: String) throws {
    #expect(try mapped(fields).link == link)
  }

  @Test func `A value that begins an address is one; it is judged like any other`() throws {
    let template = try URLTemplate("{page}/pull/{number}")
    let values = ["page": "https://a.example/o/r", "number": "7/8"]
    #expect(template.filled { values[$0] } == "https://a.example/o/r/pull/7%2F8")
    #expect(template.filled { ["page": "https://a.example"][$0] } == nil)
  }

  @Test func `Addresses of rules are filled as their templates are`() throws {
    let yaml = """
      name: filled
      fields: {id: id, time: at, type: kind}
      values: {page: page, number: number, other: missing}
      types: {x: X, y: Y, z: Z}
      link:
        - {types: x, url: "{page}/x/{other}"}
        - {types: [x, y], url: "{page}/pull/{number}/{page}"}
        - "/n/{number}/{id}"
      """
    let profile = try Profile(yaml: yaml, file: "f")
    let bench = RecordBench(profiles: [profile], home: "filled")
    let templates = profile.links.map(\.url)
    for type in ["x", "y", "z"] {
      for (page, number) in [
        ("https://a.example/o r", "7/8"), ("https://a.example", "ä"), ("", "1"),
        ("javascript:1", "2"),
      ] {
        let record =
          #"{"id":"i d","at":1,"kind":"\#(type)","page":"\#(page)","number":"\#(number)"}"#
        let values = ["page": page, "number": number, "id": "i d"]
        let rules =
          type == "x" ? templates : type == "y" ? templates.dropFirst().map(\.self) : [templates[2]]
        let address = rules.lazy.compactMap { $0.filled { values[$0] } }.first ?? ""
        let notification = try #require(try bench.notifications([record]).first)
        switch LinkResolver(baseURL: bench.baseURL).resolve(address) {
        case .link(let link)?: #expect(notification.link == link)
        case .dropped(let dropped)?: #expect(notification.droppedLink == dropped)
        case nil: #expect(notification.link == nil)
        }
      }
    }
  }

  @Test func `Actions are those that the record lists and that have an address`() throws {
    let all = #""kind":"a","room":{"id":1},"acts":"#
    let open = Action(key: "open", label: "Öffnen", url: "https://app.example/open/1")
    #expect(try mapped(all + #"["drop","open","fly"]"#).actions == [open])
    #expect(try mapped(all + #"[{"key":"open"}]"#).actions == [open])
    #expect(try mapped(all + "[]").actions.isEmpty)
    #expect(try mapped(all + #""open""#).actions.isEmpty)
    #expect(try mapped(#""kind":"a","acts":["open"]"#).actions.isEmpty)
  }
}
