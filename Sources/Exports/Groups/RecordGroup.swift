package import Notifications

/// The records of one person, as a stream handed them over: JSON objects, one after another.
package struct RecordGroup: Sendable {
  /// A record in `bytes`.
  struct Span: Sendable {
    var range: Range<Int>
    /// The profile that the stream names for it; nil for the reader's own.
    var profile: ProfileName?
  }

  private(set) var bytes: [UInt8] = []
  private(set) var spans: [Span] = []
  /// Records that had too many bytes and were not kept.
  private(set) var tooLarge = 0
  /// Whom records for everyone are for: the person.
  package var everyone: [RecipientID] = []
  /// What they have done with their notifications since.
  package var marks = MarkTable()

  package init() {}

  /// The bytes that the records take.
  package var size: Int { bytes.count }

  /// The profiles that the stream names.
  var profiles: [ProfileName] {
    var found: [ProfileName] = []
    for case let profile? in spans.map(\.profile) where !found.contains(profile) {
      found.append(profile)
    }
    return found
  }

  package mutating func append(_ record: UnsafeRawBufferPointer, of profile: ProfileName? = nil) {
    let start = bytes.count
    bytes.append(contentsOf: record)
    spans.append(Span(range: start..<bytes.count, profile: profile))
  }

  /// Counts a record that had too many bytes.
  package mutating func countTooLarge() { tooLarge += 1 }
}
