import Notifications
import Profiles
import Testing

@testable import Exports

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
