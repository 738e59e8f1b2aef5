import Digests
import Exports
import Foundation
import Languages
import Notifications
import Profiles
import Rendering
import Testing

@testable import Pipeline

struct PersonDigestsTests {
  private static let now = "2026-02-08T15:05:00Z"

  /// Two records a day for forty days, ahead of now too; some read, deleted or expired.
  private static func records() -> String {
    (0..<80).map { number in
      let time = ISO8601DateFormatter().date(from: now).map {
        ISO8601DateFormatter().string(from: $0.addingTimeInterval(Double(6 - number) * 43_170))
      }
      let read = number % 3 == 0 ? "true" : "false"
      let expires = number % 7 == 0 ? #","until":"2026-02-07T00:00:00Z""# : ""
      return #"{"id":\#(number),"to":"u\#(number % 2)","kind":"\#(number % 5 == 0 ? "a" : "b")","#
        + #""at":"\#(time ?? "")","seen":\#(read),"gone":\#(number % 11 == 0)\#(expires),"#
        + #""level":"\#(["low", "high", "normal"][number % 3])"}"#
    }.joined(separator: "\n")
  }

  private static let profile = """
    name: plain
    fields: {id: id, recipient: to, type: kind, time: at, deleted: gone, expires: until, priority: level}
    read: seen
    types: {a: A, b: B}
    """

  private func selections() throws -> [Selection] {
    var unread = Selection()
    unread.isUnread = true
    var high = Selection(since: Instant(seconds: 1_770_000_000))
    high.priorities = [.high]
    return [
      Selection(), Selection(since: Instant(seconds: 1_770_000_000)),
      Selection(since: nil, until: Instant(seconds: 1_770_000_000)), unread, high,
    ]
  }

  @Test func `A person's digest is that of all notifications, read or not`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "tidings-\(UUID().uuidString).jsonl").path
    try Data(Self.records().utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let profiles = ProfileSet([try Profile(yaml: Self.profile, file: "p")])
    let catalogues = try Catalogues()
    let vocabulary = Vocabulary(profiles: profiles, catalogues: catalogues)
    let place = Place(
      now: Instant(seconds: 1_770_563_100), zone: .utc, words: catalogues.localization(for: "en"))
    let reading = try await Reading(
      [.file(path)],
      options: ReadingOptions(
        profiles: profiles, temporaryFolder: NSTemporaryDirectory(), memoryBudget: 1 << 30),
      vocabulary: vocabulary, place: place, selection: Selection(), isSummary: false)
    var counted: Set<Int> = []
    for selection in try selections() {
      let reading = reading.selecting(selection)
      let persons = PersonList(reading)
      #expect(persons.count == 2)
      for (number, person) in persons.enumerated() {
        let digests = PersonDigests(reading, persons: persons, counting: DroppedLinkCount())
        let digest = try digests.digest(for: person)
        let all = try reading.index.mailbox(of: number, language: place.words.language)
        #expect(all.count == 40)
        var whole = reading.builder.digest(
          of: all, for: person.recipient.id, at: place.now, days: place.days)
        whole.older = older(
          reading.builder, than: selection, of: all, at: place.now, areUnread: true)
        if whole.counts.all.total == 0, whole.older == nil {
          whole.olderRead = older(
            reading.builder, than: selection, of: all, at: place.now, areUnread: false)
        }
        #expect(digest == whole)
        counted.insert(digest.counts.all.total)
      }
    }
    #expect(counted.count > 4)
  }

  /// What is older and unread, or read, by reading everything.
  private func older(
    _ builder: DigestBuilder, than selection: Selection, of all: [Notifications.Notification],
    at now: Instant, areUnread: Bool
  ) -> OlderNotifications? {
    guard let since = selection.since, selection.isUnread != !areUnread else { return nil }
    let before = all.filter { $0.time < since && $0.isUnread == areUnread }
    var builder = builder
    builder.selection.since = nil
    let chosen = builder.selected(from: before, at: now)
    return chosen.map(\.time).max().map { OlderNotifications(count: chosen.count, newest: $0) }
  }
}
