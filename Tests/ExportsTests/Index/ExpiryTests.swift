import Languages
import Notifications
import Testing

@testable import Exports

struct ExpiryTests {
  /// Some expire by the record, some after the profile's seven days, some at odd microseconds.
  private static func record(_ number: Int) -> String {
    let expires =
      switch number % 3 {
      case 0: #","expiresAt":"2026-03-0\#(1 + number % 9)T10:00:00.\#(100_001 + number)Z""#
      case 1: #","expiresAt":null"#
      default: ""
      }
    return """
      {"id":"n\(number)","userId":"u\(number % 5)","groupId":"g","groupName":"G",\
      "type":"milestone","message":"m \(number)","isRead":false,\
      "createdAt":"2026-02-0\(1 + number % 9)T12:00:00Z"\(expires)}
      """
  }

  @Test(arguments: [nil, "u3"])
  func `An index knows when each notification expires`(only: String?) async throws {
    let lines = (0..<900).map(Self.record).joined(separator: "\n")
    let index = try await Scratch().index(lines) {
      $0.chunkSize = 4_000
      $0.jobs = 2
      $0.recipients = only.map { [RecipientID($0)] }
    }
    #expect(index.recipientCount == (only == nil ? 5 : 1))
    var times: Set<Instant> = []
    for place in 0..<index.recipientCount {
      var known: [Instant: [Instant?]] = [:]
      index.fold(recipient: place, into: ()) { _, record in
        known[record.time, default: []].append(record.expiry)
      }
      var read: [Instant: [Instant?]] = [:]
      for notification in try index.mailbox(of: place, language: .english) {
        read[notification.time, default: []].append(notification.expiry)
        if let expiry = notification.expiry { times.insert(expiry) }
      }
      let sorted = { (times: [Instant?]) in times.map { $0?.microseconds ?? .max }.sorted() }
      #expect(known.mapValues(sorted) == read.mapValues(sorted))
    }
    #expect(times.count > (only == nil ? 200 : 40))
  }
}
