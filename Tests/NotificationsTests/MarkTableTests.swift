import InputSupport
import Testing

@testable import Notifications

struct MarkTableTests {
  @Test func `The latest mark of each kind wins, whatever the order`() {
    let marks = [
      mark("p", "r", "1", .read, at: 5), mark("p", "r", "1", .read, at: 9),
      mark("p", "r", "1", .deleted, at: 7), mark("p", "r", "1", .read, at: 1),
    ]
    let expected = [mark("p", "r", "1", .deleted, at: 7), mark("p", "r", "1", .read, at: 9)]
    #expect(MarkTable(marks).marks == expected)
    #expect(MarkTable(marks.reversed()).marks == expected)
    #expect(MarkTable(marks).count == 2)
  }

  @Test func `Marking twice changes nothing`() {
    var table = MarkTable()
    var changes: [Bool] = []
    for (kind, seconds) in [(Mark.Kind.read, Int64(5)), (.read, 9), (.deleted, 9)] {
      changes.append(table.mark(mark("p", "r", "1", kind, at: seconds)))
    }
    #expect(changes == [true, false, true])
    #expect(
      table.marks == [mark("p", "r", "1", .deleted, at: 9), mark("p", "r", "1", .read, at: 5)])
  }

  @Test func `What was put off can be put off anew, for longer or less long`() {
    var table = MarkTable()
    let changes = [Int64(9), 9, 12, 5].map { table.mark(mark("p", "r", "1", .later, at: $0)) }
    #expect(changes == [true, false, true, true])
    #expect(table.marks == [mark("p", "r", "1", .later, at: 5)] && table.count == 1)
  }

  @Test func `A mark is for one notification of one recipient of one system, compared as bytes`() {
    let table = MarkTable([mark("p", "r", "\u{E9}", .read, at: 5)])
    func isRead(_ profile: String, _ recipient: String, _ id: String) -> Bool {
      table.contains(mark(profile, recipient, id, .read, at: 0))
    }
    #expect(isRead("p", "r", "\u{E9}"))
    #expect(!isRead("p", "r", "e\u{301}"))
    #expect(!isRead("q", "r", "\u{E9}"))
    #expect(!isRead("p", "s", "\u{E9}"))
    #expect(!isRead("", "pr", "\u{E9}"))
  }

  @Test func `A notification gets the state that its marks say, and no other does`() {
    func notification(_ id: String) -> Notifications.Notification {
      Notifications.Notification(
        NotificationContent(
          profile: ProfileName("p"), recipient: RecipientID("r"), id: NotificationID(id),
          type: TypeKey(normalizing: "t"), time: Instant(seconds: 0), readState: .unread))
    }
    let table = MarkTable([mark("p", "r", "1", .read, at: 5), mark("p", "r", "2", .deleted, at: 5)])
    let states = ["1", "2", "3"].map { id in
      var notification = notification(id)
      table.apply(to: &notification)
      return "\(notification.readState) \(notification.isDeleted)"
    }
    #expect(states == ["read false", "unread true", "unread false"])
  }

  @Test func `Marks are listed in the order of bytes`() {
    let marks = ["b", "a", "\u{E9}", "Z", ""].flatMap { name in
      [
        mark(name, "r", "1", .read, at: 1), mark("p", name, "1", .read, at: 1),
        mark("p", "r", name, .read, at: 1),
      ]
    }
    let listed = MarkTable(marks).marks
    let expected = marks.sorted {
      ($0.profile, $0.recipient, $0.notification) < ($1.profile, $1.recipient, $1.notification)
    }
    #expect(listed == expected)
  }
}
