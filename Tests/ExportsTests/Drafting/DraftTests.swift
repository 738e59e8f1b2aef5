import ByteText
import Notifications
import Profiles
import TestData
import Testing

@testable import Exports

/// Which column is what, by names, values and what else is there.
struct DraftTests {
  /// Records as JSON, each with a number in place of `#`.
  private func records(_ pattern: String, count: Int = 6) -> DraftRecords {
    DraftRecords(
      records: (0..<count).map { number in
        let person = pattern.replacing("%", with: "\(number % 2)")
        return Array(person.replacing("#", with: "\(number)").utf8)
      })
  }

  private func path(_ field: Field, in pattern: String) -> String? {
    ProfileDraft(records(pattern))[field]?.paths.first?.path
  }

  @Test(arguments: [
    (#""user_id": "u%""#, "user_id"), (#""client_id": %"#, "client_id"),
    (#""to": "ana%@example.org""#, "to"), (#""userEmail": "ana%@example.org""#, "userEmail"),
    (#""kontakt": "ana%@example.org""#, "kontakt"),
    (#""user": {"id": %, "name": "Ana %"}"#, "user.id"),
    // With nothing else in them, they are no texts in Indonesian or Norwegian.
    (#""receiver": {"id": "u%"}"#, "receiver.id"), (#""receiver": {"no": "u%"}"#, "receiver.no"),
    (#""user_id": 1#, "receiver_id": %"#, "receiver_id"),
    (#""senderEmail": "ben#@example.org", "receiverEmail": "ana%@example.org""#, "receiverEmail"),
  ])
  func `Who receives is found by its words, whoever is beside`(columns: String, wanted: String) {
    let pattern =
      #"{"id": #, "title": "Order # is here", "created_at": "2026-02-0%T10:00:00Z", \#(columns)}"#
    #expect(path(.recipient, in: pattern.replacing("0%T", with: "01T")) == wanted)
  }

  @Test(arguments: [
    (Field.id, "event.uid"), (.recipient, "audience.uid"), (.link, "links.web.href"),
    (.actorName, "actor.profile.displayName"),
    (.type, "event.kind"), (.time, "event.at"),
  ])
  func `Objects in objects are looked into`(field: Field, wanted: String) {
    let pattern = #"""
      {"event": {"uid": "e-#", "kind": "order.k%", "at": "2026-02-01T10:00:0#Z"},
       "actor": {"uid": "u%", "profile": {"displayName": "Ana %"}}, "audience": {"uid": "r%"}, "message": {"text": "Order # is here"},
       "links": {"self": {"href": "https://api.example.org/e/#"}, "web": {"href": "https://example.org/e/#"}}}
      """#
    #expect(path(field, in: pattern) == wanted)
  }

  @Test func `A table of kinds gives the type`() {
    var found = records(
      #"{"id": #, "title": "Order #", "kind_id": 1%, "created_at": "2026-02-01T10:00:00Z"}"#)
    let kinds = records(#"{"id": 1%, "code": "order.k%", "label": "Orders of kind %"}"#, count: 2)
    found.add(kinds, named: "notification_kinds")
    let joins = ProfileDraft(found).joins
    #expect(joins.map(\.name) == ["kind"] && joins[0].list.path == ["notification_kinds"])
    #expect(joins.flatMap(\.fields).map { "\($0.field) \($0.column.path)" } == ["type @kind.code"])
  }

  @Test func `The id of a kind is no person's, whatever numbers people have`() {
    var found = records(
      #"{"id": #, "user_id": 1%, "title": "Order #", "kind_id": 1%, "created_at": "2026-02-01T10:00:00Z"}"#
    )
    found.add(records(#"{"id": 1%, "email": "ana%@example.org"}"#, count: 2), named: "users")
    let receiver = ProfileDraft(found)[.recipient]
    #expect(receiver?.paths.map(\.path) == ["user_id"] && receiver?.alternatives.isEmpty == true)
  }

  @Test func `A page for people is the link, whatever object it is of`() {
    let pattern =
      #"{"id": #, "title": "Order #", "at": "2026-02-01T10:00:00Z", "pull_request": {"html_url": "https://example.org/p/#", "url": "https://example.org/x/#"}}"#
    #expect(path(.link, in: pattern) == "pull_request.html_url")
  }

  @Test(arguments: [
    #""sender_id": %"#, #""created_by": "u%""#, #""author": {"id": %, "name": "Ana"}"#,
    #""from": "ana%@example.org""#,
  ])
  func `Who acted alone does not receive`(columns: String) {
    let draft = ProfileDraft(
      records(
        #"{"id": #, "title": "Order # is here", "created_at": "2026-02-01T10:00:00Z", \#(columns)}"#
      ))
    #expect(draft[.recipient] == nil)
    #expect(draft[.actorId] != nil || draft[.actorName] != nil)
  }

  @Test func `A composed id holds the time, not the person alone`() {
    let draft = ProfileDraft(
      records(#"{"user_id": #, "title": "Same", "created_at": "2026-02-01T10:00:0#Z"}"#, count: 2))
    #expect(draft.composedID.map(\.path).contains("created_at"))
  }

  @Test func `A day in an app's own data is not the time`() {
    let pattern =
      #"{"id": #, "title": "Flight #", "data": {"date": "2026-09-0%"}, "sent": "2026-02-01T10:00:00Z"}"#
    #expect(path(.time, in: pattern.replacing("0%", with: "01")) == "sent")
  }

  @Test func `Texts by language are one column`() {
    let draft = ProfileDraft(
      records(
        #"{"id": #, "title": {"en": "Order #", "de": "Bestellung #"}, "at": "2026-02-01T10:00:00Z"}"#
      ))
    #expect(draft[.title]?.paths.map(\.path) == ["title.{locale}"])
    // Only a path tells one system's records from another's.
    #expect(draft.required.needed == ["id", "at"])
  }

  @Test(arguments: [
    (#""is_read": true"#, "is_read", DraftReadMark.Kind.boolean),
    (#""checked": true"#, "checked", .boolean), (#""unread": false"#, "unread", .inverse),
    (#""isNew": false"#, "isNew", .inverse), (#""status": "read""#, "status", .words(["read"])),
    (#""timestamps": {"acknowledged": "2026-02-01T10:00:00Z"}"#, "timestamps.acknowledged", .time),
  ])
  func `A read mark's words are known`(columns: String, wanted: String, kind: DraftReadMark.Kind) {
    let marks = ProfileDraft(records(#"{"id": #, "title": "Order #", \#(columns)}"#)).readMarks
    #expect(marks.map(\.path) == [wanted])
    #expect(marks.first?.kind == kind)
  }

  @Test func `The assignment is the best of all`() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<200 {
      let fields: [Field] = [.id, .link, .type, .title]
      let points = fields.map { _ in (0..<4).map { _ in Int.random(in: 0...100, using: &random) } }
      let assignment = DraftAssignment(fields, columns: 0..<4) { field, column in
        fields.firstIndex(of: field).map { points[$0][column] } ?? 0
      }
      var best = 0
      func tryAll(_ row: Int, _ taken: Set<Int>, _ sum: Int) {
        best = max(best, sum)
        guard row < 4 else { return }
        tryAll(row + 1, taken, sum)
        for column in 0..<4 where !taken.contains(column) && points[row][column] >= 50 {
          tryAll(row + 1, taken.union([column]), sum + points[row][column] - (row == 0 ? 10 : 40))
        }
      }
      tryAll(0, [], 0)
      #expect(assignment.sum == best)
    }
  }

  @Test(arguments: [
    ("userid", ["user", "id"]), ("createdat", ["created", "at"]), ("isread", ["is", "read"]),
    ("headline", ["headline"]),
  ])
  func `Names without separators are divided`(name: String, words: [String]) {
    #expect(NameWeights.bundled.words(of: name) == words)
  }

  @Test(arguments: [
    "named", "shaped", "inside", "ofWords", "against", "likeness", "read", "mayRead",
  ])
  func `Each rule of the weights speaks of what columns know`(list: String) {
    let weights = NameWeights.bundled
    let facts = [
      "distinct", "present", "upto", "least", "level", "depth", "element", "mark", "short", "code",
      "degrees", "digits", "strange", "titled", "outerTime", "ofResource", "acted", "person",
      "receives", "known", "dated", "explained",
    ]
    let roles = Field.allCases.map(\.rawValue) + ["names", "values", "boolean", "inverse"]
    let rules = roles.flatMap { weights.rules(list, $0) }
    #expect(!rules.isEmpty)
    for term in rules.flatMap(\.terms).flatMap(\.self) {
      let parts = term.drop { $0 == "!" }.split { ":/+".contains($0) }.map(String.init)
      let isOfList = parts.count == 2 && !term.contains("/") && Int(parts[1]) == nil
      #expect(
        isOfList
          ? !weights[parts[1]].isEmpty || weights.names[parts[1]] != nil
          : facts.contains(parts[0]) || DraftField.Kind(rawValue: parts[0]) != nil, "\(term)")
    }
  }
}

/// Where the records of a document are, whatever its names are.
struct DraftSearchTests {
  private func found(_ text: String) throws -> DraftRecords {
    let scratch = try Scratch()
    let file = try scratch.file("export.json", text)
    return try DraftRecords(file, options: try scratch.options())
  }

  private static let record =
    #"{"id":7,"title":"Order 7 is here","created_at":"2026-02-01T10:00:00Z"}"#

  @Test(arguments: [
    ("[#,#]", []), (#"{"payload":{"list":[#,#]}}"#, ["payload", "list"]),
    (#"{"users":[{"id":1,"name":"Ana"}],"alerts":[#]}"#, ["alerts"]),
    (##"{"data":{"edges":[{"node":#},{"node":#}]}}"##, ["data", "edges"]),
    (#"{"meta":{"total":2},"entries":[#,#"#, ["entries"]),
  ])
  func `The list most like notifications is found`(pattern: String, path: [String]) throws {
    let records = try found(pattern.replacing("#", with: Self.record))
    #expect(records.list.path == path)
    #expect(!records.records.isEmpty)
  }

  @Test(arguments: [#"{"users":[#],"alerts":["#, #"{"shop":{"users":[#]},"alerts":["#])
  func `A list behind many megabytes of another is found`(start: String) throws {
    let user = #"{"id":1,"name":"A \"]}, b","about":"\#(String(repeating: "x", count: 900))"}"#
    let users = Array(repeating: user, count: 6_000).joined(separator: ",\n")
    let records = try found(start.replacing("#", with: users) + Self.record)
    #expect(records.list.path.last == "alerts")
    #expect(records.records.count == 1)
    #expect(records.others.contains { $0.elements.count == DraftRecords.limit })
  }

  @Test func `An object keyed by id has its keys for ids, or for those of recipients`() throws {
    let keyed = try found(#"{"a1":#,"a2":#}"#.replacing("#", with: Self.record))
    #expect(keyed.list.isKeyed && !keyed.list.isTree)
    let tree = try found(#"{"u1":{"a1":#},"u2":{"a2":#}}"#.replacing("#", with: Self.record))
    #expect(tree.list.isKeyed)
  }

  @Test(arguments: [["1.2.10", "1.2.11"], ["A-2026-10-02", "B"], ["10002", "10003"], [""]])
  func `Versions and ids are no times`(values: [String]) { #expect(DraftTimeForm(values) == nil) }
}
