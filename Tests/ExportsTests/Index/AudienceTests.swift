import InputSupport
import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

/// Records for several people, and records that are not notifications.
struct AudienceTests {
  private func index(
    _ yaml: String, _ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }
  ) async throws -> ExportIndex {
    let base =
      "name: small\nfields: {id: id, time: at, type: kind, title: t, recipient: RECIPIENT}\n"
    return try await Scratch().index(text) {
      $0.profiles = ProfileSet([])
      let parts = yaml.split(separator: "|", maxSplits: 1).map(String.init)
      let source = base.replacing("RECIPIENT", with: parts[0]) + (parts.count > 1 ? parts[1] : "")
      if let profile = try? Profile(yaml: source, file: "small.yaml") {
        $0.profiles = ProfileSet([profile])
      }
      change(&$0)
    }
  }

  private func people(_ index: ExportIndex) throws -> [String: [String]] {
    var people: [String: [String]] = [:]
    for number in 0..<index.recipientCount {
      people[index.recipient(at: number).text] = try index.mailbox(of: number, language: .english)
        .map { "\($0.id.text) \($0.recipient.text)" }
    }
    return people
  }

  @Test func `Each of several recipients gets a notification`() async throws {
    let index = try await index(
      "'to[*]'",
      """
      {"id":1,"at":1,"t":"a","to":["ana","ben","ana"]}
      {"id":2,"at":2,"t":"b","to":[]}
      {"id":3,"at":3,"t":"c","to":["ben",7]}
      """)
    #expect(
      try people(index) == [
        "ana": ["1 ana"], "ben": ["1 ben", "3 ben"], "7": ["3 7"], "me": ["2 me"],
      ])
    #expect(index.duplicates == 0)
    #expect(index.sources.map(\.records) == [3])
    #expect(index.guesses.contains { $0.what.contains("1 record has no recipient") })
  }

  @Test(arguments: [1, 1 << 30])
  func `A long record for many is the same for each as for one alone`(budget: Int64) async throws {
    let yaml = """
      name: small
      fields: {id: id, time: at, title: t, recipient: "to[*].id", actorId: by}
      dropOwnActions: true
      """
    let profile = try Profile(yaml: yaml, file: "s")
    let people = (0..<60).map { #"{"id":"u\#(10 + $0)","name":"somebody with a long name"}"# }
    func record(_ id: Int, _ people: some Sequence<String>) -> String {
      #"{"id":\#(id),"at":1,"t":"a\#(id)","by":"u12","to":[\#(people.joined(separator: ","))]}"#
    }
    func index(_ people: [String]) async throws -> ExportIndex {
      let filler = people.map { record(3, [$0]) }
      let text = [record(1, people), filler.joined(separator: "\n"), record(2, people)]
      return try await Scratch().index(text.joined(separator: "\n")) {
        $0.profiles = ProfileSet([profile])
        $0.memoryBudget = budget
        $0.marks = MarkTable([
          Mark(
            profile: profile.name, recipient: RecipientID("u13"), notification: NotificationID("2"),
            kind: .read, time: Instant(seconds: 5))
        ])
      }
    }
    let all = try await index(people)
    for (place, mailbox) in try all.mailboxes().enumerated() {
      let alone = try await index([people[place]])
      // A long record that was copied stands where the first of its people has theirs.
      #expect(
        try alone.mailboxes().map { $0.sorted { $0.id < $1.id } }
          == [mailbox.sorted { $0.id < $1.id }])
      var bytes: [Int] = []
      try all.forEachRecord(of: place) { _ in
        true
      } knowing: {
        $0.sharedPlace != nil
      } _: { _, record, _ in
        bytes.append(record.count)
      }
      #expect(bytes.count == 3)
      #expect(bytes.count { $0 == 0 } == 2)
    }
  }

  @Test func `A list of recipients counts as found, an empty one does not`() async throws {
    let lists = [(#"[{"id":"ana"}]"#, true), ("[]", false), (#"[{"id":""}]"#, false)]
    for (members, isFound) in lists {
      let index = try await index(
        "'members[*].id'", #"{"id":1,"at":1,"t":"a","members":\#(members)}"#
      ) { $0.surveys = true }
      #expect(index.mappings.first?[.field(.recipient)]?.isPresent == isFound)
    }
  }

  @Test func `Records that conditions leave out are neither records nor rejects`() async throws {
    let index = try await index(
      "to|where: {model: [n, m]}\nwhereNot: {hidden: 'true'}",
      """
      {"id":1,"at":1,"t":"a","model":"n"}
      {"id":2,"at":1,"t":"b","model":"user"}
      {"pk":3,"model":"user"}
      {"id":4,"at":1,"t":"d","model":"m","hidden":true}
      {"id":5,"at":1,"t":"e","model":"M"}
      """)
    #expect(try people(index) == ["me": ["1 me", "5 me"]])
    #expect(index.sources.map(\.records) == [2])
    #expect(index.sources.map(\.leftOut) == [3])
    #expect(index.rejects.isEmpty)
  }

  @Test func `A file of which nothing is left is an error`() async throws {
    let fault = await faultSentence {
      try await index("to|where: {model: n}", #"{"id":1,"at":1,"t":"a"}"#)
    }
    #expect(fault?.hasSuffix(": profile small leaves out all 1 record") == true)
  }

  @Test func `A fallback is taken only where no other profile fits the record`() async throws {
    func profile(_ name: String, _ more: String) throws -> Profile {
      try Profile(
        yaml: "name: \(name)\nfields: {id: id, time: at, type: kind, title: t}\n" + more, file: name
      )
    }
    var any = try profile("any", "fallback: true\nmatch: {must: [id, at], score: {kind: 9}}")
    any.isOwn = true
    let shop = try profile("shop", "match: {must: [id, at, order]}")
    let text = """
      {"id":1,"at":1,"t":"a","kind":"k"}
      {"id":2,"at":1,"t":"a","kind":"k"}
      {"id":3,"at":1,"t":"a","kind":"k","order":1}
      """
    let index = try await Scratch().index(text) { $0.profiles = ProfileSet([any, shop]) }
    #expect(index.sources.map(\.profile) == [ProfileName("any")])
    #expect(index.sources.flatMap(\.strays).map(\.profile) == [ProfileName("shop")])
    let other = try await Scratch().index(
      #"{"id":3,"at":1,"t":"a","kind":"k","order":1}"# + "\n" + #"{"id":4,"at":1,"t":"a"}"# + "\n"
        + #"{"id":5,"at":1,"t":"a","order":2}"#
    ) { $0.profiles = ProfileSet([any, shop]) }
    #expect(other.sources.map(\.profile) == [ProfileName("shop")])
    #expect(other.sources.flatMap(\.strays).isEmpty)
  }
}
