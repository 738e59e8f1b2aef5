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

  private static let fired =
    #"{"id":1,"colour":"blue","title":"Fired","created_at":1774753002,"read_at":null}"#
  private static let raise =
    #"{"id":1,"colour":"red","title":"Raise","created_at":1774753001,"read_at":null}"#

  @Test func `What says something else is no copy: the oldest keeps the id, in any order of input`()
    async throws
  {
    var ids: [[String: String]] = []
    for lines in [[Self.raise, Self.fired], [Self.fired, Self.raise, Self.fired]] {
      let index = try await Scratch().index(lines.joined(separator: "\n"))
      #expect(index.count == 2)
      #expect(index.duplicates == lines.count - 2)
      let shared = Guess.Subject.sharedID(NotificationID("1"), of: RecipientID("me"))
      #expect(index.guesses.filter { $0.subject == shared }.map(\.count) == [1])
      let mailbox = try index.mailboxes().flatMap(\.self)
      ids.append(
        Dictionary(uniqueKeysWithValues: mailbox.map { ($0.title ?? "", $0.id.text) }))
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0]["Raise"] == "1")
    let other = NotificationID(ids[0]["Fired"] ?? "")
    #expect(other.shared == NotificationID("1"))
    let alone = try await Scratch().index(Self.raise)
    #expect(try alone.mailboxes().flatMap(\.self).map(\.id.text) == ["1"])
  }

  @Test
  func `Ids from contents are told apart even where these are alike, and any number of them is`()
    async throws
  {
    let lines = (0..<2000).map {
      #"{"id":0,"user_id":"u","title":"t\#($0)","created_at":\#(1_774_753_001 + $0 % 3),"read_at":null}"#
    }
    let index = try await Scratch().index(lines.joined(separator: "\n"))
    #expect(index.count == 2000)
    #expect(index.guesses.contains { $0.count == 1999 })
    #expect(Set(try index.mailboxes().flatMap(\.self).map(\.id)).count == 2000)
  }

  @Test func `A mark is for the one whose id it names`() async throws {
    let plain = try await Scratch().index(Self.raise + "\n" + Self.fired)
    let ids = try plain.mailboxes().flatMap(\.self).map(\.id)
    for id in ids {
      let index = try await Scratch().index(Self.raise + "\n" + Self.fired) {
        $0.marks = MarkTable([
          Mark(
            profile: ProfileName("export"), recipient: RecipientID("me"), notification: id,
            kind: .read, time: Instant(seconds: 5))
        ])
      }
      #expect(!index.fitsNoMark)
      let read = try index.mailboxes().flatMap(\.self).filter { $0.readState == .read }
      #expect(read.map(\.id) == [id])
      #expect(index.fold(into: 0) { $0 += $1.readState == .read ? 1 : 0 } == 1)
    }
  }

  private func generic(_ title: String, at: Int, updated: Int) -> String {
    """
    [{"id":1,"user_id":7,"title":"\(title)","read_at":null,"created_at":\(at),
      "updated_at":\(updated)}]
    """
  }

  @Test func `Files of two systems that number alike do not replace each other's notifications`()
    async throws
  {
    let scratch = try Scratch()
    let start = 1_774_753_000
    let a = try scratch.file("a.json", generic("Like", at: start, updated: start))
    let b = try scratch.file("b.json", generic("Bill", at: start + 90, updated: start + 95))
    let index = try await scratch.index([a, b])
    #expect(try index.mailboxes().map { Set($0.map(\.title)) } == [["Like", "Bill"]])
    #expect(!index.hasSharedIDs && index.drafted.map(\.name.text) == ["a", "b"])
    // A later state of one record is made at the same time.
    let later = try scratch.file("a-2.json", generic("Liked", at: start, updated: start + 99))
    let states = try await scratch.index([a, later, a])
    #expect(try states.mailboxes().flatMap(\.self).map(\.title) == ["Liked"])
    #expect(states.duplicates == 2)
  }

  @Test func `Nobody gets a record for several people again when more are added to it`()
    async throws
  {
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

  private static let rest = #""title":"t","created_at":1774753001,"read_at":null}"#
  private static let good = #"{"id":2,"user_id":"v",\#(rest)"#

  @Test(arguments: [
    (#"[{"id":"\ud800","user_id":"u",\#(rest),\#(good)]"#, "id"),
    (#"[{"id":1,"user_id":"\udc00",\#(rest),\#(good)]"#, "user_id"),
    (#"{"a\ud800":{"user_id":"u",\#(rest),"b1":{"user_id":"u",\#(rest)}"#, "id"),
    (#"{"user_id":"\ud800","notifications":[{"id":1,\#(rest),\#(good)]}"#, "recipient"),
  ])
  func `An id with half of a surrogate pair is a reject`(text: String, field: String) async throws {
    let index = try await Scratch().index(text) { $0.profile = ProfileName("generic") }
    #expect(index.rejects.map(\.reason) == [.loneSurrogate])
    #expect(index.rejects.map(\.field) == [field])
    #expect(index.rejects.first?.place.record == 1)
  }

  @Test func `A text with half of a surrogate pair is none, and a whole pair is an id`()
    async throws
  {
    let index = try await Scratch().index(
      #"{"id":"\ud83d\ude00","user_id":"u","title":"\ud800","text":"m","created_at":1774753001}"#)
    #expect(index.rejects.isEmpty)
    #expect(try index.mailboxes().flatMap(\.self).map(\.id.text) == ["😀"])
  }
}
