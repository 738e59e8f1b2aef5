import InputSupport
import Languages
import Notifications
import Testing

@testable import Exports

struct MarkedIndexTests {
  @Test func `Marks find notifications known by a key, and those of an owner`() async throws {
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
