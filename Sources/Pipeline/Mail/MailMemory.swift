internal import ByteText
import Digests

/// What the ledger keeps of a person's mails for the next one: the counts of the last, total and
/// unread, overall and by priority, and the hashes of the latest subjects.
package struct MailMemory: Equatable, Sendable {
  var counts: Counts
  /// The latest first, of 32 bits each.
  private(set) var subjects: [UInt32] = []

  /// As many as the days of two weeks.
  private static let mostSubjects = 14

  /// What is kept after a mail with this subject.
  init(after previous: MailMemory?, counts: Counts, subject: String) {
    self.counts = counts
    let hash = Self.hash(subject)
    let others = (previous?.subjects ?? []).filter { $0 != hash }
    subjects = [hash] + others.prefix(Self.mostSubjects - 1)
  }

  /// Whether one of the latest mails had the subject. Says so of one in three hundred million others
  /// too, which then have a date that they do not need.
  func holds(subject: String) -> Bool { subjects.contains(Self.hash(subject)) }

  private static func hash(_ subject: String) -> UInt32 {
    UInt32(truncatingIfNeeded: SipHash(key: .fixed).hash64(Array(subject.utf8)))
  }

  /// The counts as four pairs of decimal numbers, for all, low, normal and high, then the subjects.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 + 11 * subjects.count)
    func append(_ number: some BinaryInteger) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes += String(number).utf8
    }
    for tally in [counts.all] + counts.byPriority {
      append(tally.total)
      append(tally.unread)
    }
    for subject in subjects { append(subject) }
    return bytes
  }

  /// Nil if the bytes are not such numbers. Earlier versions kept the counts alone.
  init?(_ bytes: [UInt8]) {
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0) }
    guard numbers.count >= 8, !numbers.contains(nil) else { return nil }
    let tallies = stride(from: 0, to: 8, by: 2).map {
      Tally(total: numbers[$0] ?? 0, unread: numbers[$0 + 1] ?? 0)
    }
    counts = Counts()
    counts.all = tallies[0]
    counts.byPriority = Array(tallies.dropFirst())
    subjects = numbers.dropFirst(8).compactMap { $0.flatMap { UInt32(exactly: $0) } }
  }
}
