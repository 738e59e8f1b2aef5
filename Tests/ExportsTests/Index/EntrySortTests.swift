import Notifications
import Profiles
import TestData
import Testing

@testable import Exports

struct EntrySortTests {
  /// Entries with recipients, ids and places of few or many values.
  private static func entries(
    _ count: Int, recipients: Int, ids: UInt32, random: inout SeededGenerator
  ) -> [IndexEntry] {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let facts = IndexFacts(
      recipient: none, id: none, type: TypeSpellings.untyped, priority: .normal,
      time: Instant(microseconds: 0), updated: nil, expiry: nil, readState: .unread,
      isDeleted: false, notices: [])
    return (0..<count).map { place in
      var entry = IndexEntry(
        facts: facts, offset: Int64(count - place) * 777, length: place % 1000,
        id: UInt32.random(in: 0...ids, using: &random), type: 0, isKeyed: false, isMatch: false)
      entry.recipient = UInt32.random(in: 0..<UInt32(recipients), using: &random)
      return entry
    }
  }

  private static func key(_ entry: IndexEntry) -> [UInt64] {
    [UInt64(entry.recipient), UInt64(entry.id), entry.location]
  }

  @Test(arguments: [0, 1, 41, 3000], [1, 2, 3])
  func `Entries come as of a plain sort, for any number of workers`(count: Int, jobs: Int) async {
    var random = SeededGenerator(seed: UInt64(count * 10 + jobs))
    for recipients in [1, 255, 257, 70_000] {
      for ids in [3, UInt32.max] {
        let entries = Self.entries(count, recipients: recipients, ids: ids, random: &random)
        let table = EntryTable()
        #expect(table.append(entries))
        await EntrySort.sort(table, recipients: recipients, jobs: jobs)
        let expected = entries.map(Self.key).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(table.entries.map(Self.key) == expected)
      }
    }
  }
}
