import InputSupport
import Languages
import Notifications
import Testing

@testable import Exports

struct MarkedIndexTests {
  private func marks() -> MarkTable {
    MarkTable([
      mark("recruiting-compass", "u1", "n1", .read, at: 5),
      mark("recruiting-compass", "u2", "n2", .deleted, at: 5),
      mark("recruiting-compass", "u2", "n1", .deleted, at: 5),
      mark("rooms", "u4", "n4", .deleted, at: 5),
    ])
  }

  @Test
  func `Marks are in what is counted and in what is read again, of their own notification alone`()
    async throws
  {
    let index = try await Scratch().index(Sample.records(14).joined(separator: "\n")) {
      $0.marks = marks()
    }
    let states = index.fold(into: [Int: (read: Int, deleted: Int)]()) { states, record in
      states[record.recipient, default: (0, 0)].read += record.readState == .read ? 1 : 0
      states[record.recipient, default: (0, 0)].deleted += record.isDeleted ? 1 : 0
    }
    for (place, mailbox) in try index.mailboxes().enumerated() {
      #expect(mailbox.count { $0.readState == .read } == states[place]?.read)
      #expect(mailbox.count(where: \.isDeleted) == states[place]?.deleted)
    }
    let all = try index.mailboxes().flatMap(\.self)
    #expect(all.filter(\.isDeleted).map(\.id.text) == ["n2"])
    let plain = try await Scratch().index(Sample.records(14).joined(separator: "\n"))
    let read = Set(all.filter { $0.readState == .read }.map(\.id.text))
    let before = Set(
      try plain.mailboxes().flatMap(\.self).filter { $0.readState == .read }.map(\.id.text))
    #expect(read.subtracting(before) == ["n1"])
  }

  @Test func `Marks find notifications that are known by a key, and those of an owner`()
    async throws
  {
    let text = """
      {"k1": {"userId": "u", "groupId": "g", "type": "milestone", "message": "m", "isRead": false,
        "createdAt": "2026-02-08T01:00:00Z"},
       "k2": {"groupId": "g", "type": "milestone", "message": "m", "isRead": false,
        "createdAt": "2026-02-08T01:00:00Z"}}
      """
    let index = try await Scratch().index(text) {
      $0.profile = ProfileName("fitness-groups")
      $0.owner = RecipientID("me")
      $0.marks = MarkTable([
        mark("fitness-groups", "u", "k1", .read, at: 5),
        mark("fitness-groups", "me", "k2", .deleted, at: 5),
      ])
    }
    let all = try index.mailboxes().flatMap(\.self)
    #expect(all.filter { $0.readState == .read }.map(\.id.text) == ["k1"])
    #expect(all.filter(\.isDeleted).map(\.id.text) == ["k2"])
    #expect(index.fold(into: 0) { $0 += $1.isDeleted ? 1 : 0 } == 1)
  }
}
