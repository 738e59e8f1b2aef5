import ByteText
import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

/// Which records with one id are copies, and what becomes of the others.
struct CopyTests {
  private func record(_ more: String) -> String {
    let read = more.contains("read_at") ? "" : #""read_at":null,"#
    let title = more.contains("title") ? "" : #""title":"t","#
    return #"{"id":"c","user_id":"u","type":"offer","message":"m","priority":"low","#
      + #"\#(read)\#(title)"scheduled_for":null,"created_at":"2026-01-31T00:00:00Z",\#(more)}"#
  }

  @Test(arguments: [
    // The later update wins, wherever it stands.
    (#""updated_at":"2026-02-02T00:00:00Z","title":"new""#, #""title":"old""#, "new", true),
    (#""title":"old""#, #""updated_at":"2026-02-02T00:00:00Z","title":"new""#, "new", true),
    // Without a time of it, other words are a later state: a bundled system's ids are unique.
    (#""title":"old""#, #""title":"new""#, "new", true),
    // Else the one that is read.
    (#""read_at":"2026-02-01T10:00:00Z""#, #""email_sent":false"#, "t", false),
    (#""email_sent":true"#, #""read_at":"2026-02-01T10:00:00Z""#, "t", false),
    // The form and the order of the members do not count.
    (#""rank":1.0,"more":{"a":[1],"b":null}"#, #""more":{"a":[1.0]},"rank":"1""#, "t", true),
    (#""more":"{\"a\": [1]}""#, #""more":{"a":[1]}"#, "t", true),
  ])
  func `Of copies one is kept`(first: String, second: String, title: String, isUnread: Bool)
    async throws
  {
    let text = [record(first), Sample.record(3), record(second)].joined(separator: "\n")
    let index = try await Scratch().index(text)
    #expect(index.duplicates == 1)
    #expect(!index.hasSharedIDs)
    #expect(index.sources[0].records == 3)
    let mailbox = try index.mailbox(of: 0, language: .english)
    #expect(mailbox.map(\.title) == [title])
    #expect(mailbox.map(\.isUnread) == [isUnread])
    #expect(mailbox.map(\.id.text) == ["c"])
  }

  @Test func `Ids from contents are told apart where these are alike, however many`() async throws {
    let lines = (0..<2000).map {
      #"{"id":0,"user_id":"u","title":"t\#($0)","created_at":\#(1_774_753_001 + $0 % 3),"read_at":null}"#
    }
    let index = try await Scratch().index(lines.joined(separator: "\n"))
    #expect(index.count == 2000)
    #expect(index.guesses.contains { $0.count == 1999 })
    #expect(Set(try index.mailboxes().flatMap(\.self).map(\.id)).count == 2000)
  }

  @Test func `Nobody gets a record for several people again when more join it`() async throws {
    let yaml = #"name: s, fields: {id: id, time: at, title: t, recipient: "m[*]"}"#
    let profile = try Profile(yaml: "{\(yaml)}", file: "s")
    let text = """
      {"id":1,"at":1,"t":"a","m":["ana"]}
      {"id":1,"at":1,"t":"a","m":["ana","ben"]}
      """
    let index = try await Scratch().index(text) { $0.profiles = ProfileSet([profile]) }
    #expect(try index.mailboxes().map(\.count) == [1, 1])
    #expect(index.duplicates == 1)
  }

  @Test func `An id in another form of number is the same id`() async throws {
    let forms = ["1", "1.0", "1e0", #""1""#, #""1.0""#, #"{"$numberLong":"1"}"#]
    let lines = forms.flatMap { form in
      [
        #"{"id":\#(form),"user_id":"u","title":"t","created_at":1774753001,"read_at":null}"#,
        #"{"id":"x","user_id":\#(form),"title":"t","created_at":1774753001,"read_at":null}"#,
      ]
    }
    let index = try await Scratch().index(lines.joined(separator: "\n"))
    #expect(try index.mailboxes().map { $0.map(\.id.text) } == [["x"], ["1"]])
    #expect(index.recipient(at: 0) == RecipientID("1"))
    #expect(index.duplicates == 10)
    let table = try await Scratch().index(
      "id,user_id,title,created_at,read_at\n1.0,7.0,t,1774753001,\n2,7,t,1774753001,\n"
        + "90071992547409931.0,7,t,1774753001,\n")
    #expect(try table.mailboxes().map { $0.map(\.id.text) } == [["1", "2", "90071992547409931"]])
    #expect(table.recipient(at: 0) == RecipientID("7"))
  }
}
