import InputSupport
import Notifications
import Profiles
import Testing

@testable import Marks

struct StateRequestsTests {
  private func requests(
    _ profile: Profile, base: String? = nil, _ marks: [Mark]
  ) -> (lines: [String], refused: [Mark]) {
    let (requests, refused) = StateRequests(profile: profile, baseURL: base).requests(for: marks)
    return (requests.map { String(decoding: $0.json, as: UTF8.self) }, refused)
  }

  private func profile(_ mutations: String) throws -> Profile {
    try Profile(
      yaml: """
        name: app
        match: {must: [id]}
        fields: {id: id, time: t}
        read: {path: state, equals: done}
        mutations: {\(mutations)}
        """, file: "app.yaml")
  }

  @Test("A notification at a time, with the fields that say what was done")
  func writesSingleRequests() throws {
    let compass = try #require(try ProfileSet.bundled("recruiting-compass"))
    let name = compass.name.text
    let result = requests(
      compass, base: "https://x.example/",
      [
        mark(name, "u", "a/b?c", .deleted, at: 0), mark(name, "u", "1", .read, at: 1_770_589_800),
        mark("other", "u", "1", .read, at: 0),
      ])
    #expect(
      result.lines == [
        #"{"method":"PATCH","url":"https://x.example/rest/v1/notifications?id=eq.1","profile":"recruiting-compass","recipient":"u","ids":["1"],"body":{"read_at":"2026-02-08T22:30:00Z","updated_at":"2026-02-08T22:30:00Z"}}"#,
        #"{"method":"DELETE","url":"https://x.example/rest/v1/notifications?id=eq.a%2Fb%3Fc","profile":"recruiting-compass","recipient":"u","ids":["a/b?c"]}"#,
      ])
    #expect(result.refused == [])
  }

  @Test("A document of Firestore names the type of each value")
  func writesFirestoreRequests() throws {
    let fitness = try #require(try ProfileSet.bundled("fitness-groups"))
    let result = requests(fitness, [mark("fitness-groups", "u", "n", .read, at: 0)])
    #expect(
      result.lines == [
        #"{"method":"PATCH","url":"/notifications/n?updateMask.fieldPaths=isRead&currentDocument.exists=true","profile":"fitness-groups","recipient":"u","ids":["n"],"body":{"fields":{"isRead":{"booleanValue":true}}}}"#
      ])
  }

  @Test("A column of times gets a time, a flag gets true")
  func writesDeletions() throws {
    for (column, value) in [("deleted_at", "\"1970-01-01T00:00:00Z\""), ("deleted", "true")] {
      let app = try Profile(
        yaml: """
          name: app
          match: {must: [id]}
          fields: {id: id, time: t, deleted: \(column)}
          mutations: {delete: {method: PATCH, url: "/n/{id}"}}
          """, file: "app.yaml")
      let result = requests(app, [mark("app", "u", "1", .deleted, at: 0)])
      #expect(result.lines.first?.hasSuffix(#""body":{"\#(column)":\#(value)}}"#) == true)
    }
  }

  @Test("Many ids of one recipient in a request, where the API takes them")
  func writesBulkRequests() throws {
    let app = try profile(#"read: {method: POST, url: "/u/{recipient}/read", ids: "n\"s"}"#)
    let marks = (0..<501).map { mark("app", "b c", "n\($0)", .read, at: 0) }
    let result = requests(app, marks + [mark("app", "a", "\"", .read, at: 0)])
    #expect(result.lines.count == 3)
    #expect(
      result.lines[0]
        == #"{"method":"POST","url":"/u/a/read","profile":"app","recipient":"a","ids":["\""],"body":{"n\"s":["\""]}}"#
    )
    #expect(result.lines[1].hasPrefix(#"{"method":"POST","url":"/u/b%20c/read""#))
  }

  @Test("Marks without a mutation, and ids that would lead elsewhere, are refused")
  func refusesMarks() throws {
    let app = try profile(#"read: {method: PUT, url: "/n/{id}"}"#)
    let refused = [
      mark("app", "r", "..", .read, at: 0), mark("app", "r", ".", .read, at: 0),
      mark("app", "r", "1", .deleted, at: 0),
    ]
    let result = requests(app, refused + [mark("app", "r", "...", .read, at: 0)])
    #expect(result.lines.count == 1)
    #expect(result.lines.first?.hasSuffix(#""ids":["..."],"body":{"state":"done"}}"#) == true)
    #expect(Set(result.refused.map(\.notification)) == Set(refused.map(\.notification)))
  }
}
