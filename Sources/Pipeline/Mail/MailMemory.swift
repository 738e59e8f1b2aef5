internal import ByteText
import Digests
import Languages

/// What the ledger keeps of a person's mails for the next one: the counts of the last, total and
/// unread, overall and by priority, its day, and the hashes of the latest subjects.
package struct MailMemory: Equatable, Sendable {
  var counts: Counts
  /// The day of the last, by the recipient's clock, in days since 1970.
  private var day: Int?
  /// The latest first, of 32 bits each.
  private(set) var subjects: [UInt32] = []

  /// As many as the days of two weeks.
  private static let mostSubjects = 14

  /// What is kept after a mail with this subject.
  init(after previous: MailMemory?, counts: Counts, day: CivilDate, subject: String) {
    self.counts = counts
    self.day = day.dayNumber
    let hash = Self.hash(subject)
    let others = (previous?.subjects ?? []).filter { $0 != hash }
    subjects = [hash] + others.prefix(Self.mostSubjects - 1)
  }

  /// When the last mail was made, as seen from a day.
  ///
  /// - Parameter comesOften: whether several come a day: then the last was not all of yesterday.
  func period(on today: CivilDate, comesOften: Bool) -> ChangePeriod {
    switch comesOften ? nil : day.map({ today.dayNumber - $0 }) {
    case 1: .yesterday
    case 7: .week
    default: .last
    }
  }

  /// Whether one of the latest mails had the subject. Says so of one in three hundred million others
  /// too, which then have a date that they do not need.
  func holds(subject: String) -> Bool { subjects.contains(Self.hash(subject)) }

  private static func hash(_ subject: String) -> UInt32 {
    UInt32(truncatingIfNeeded: SipHash(key: .fixed).hash64(Array(subject.utf8)))
  }

  /// The counts as four pairs of decimal numbers, for all, low, normal and high, then the day, negative
  /// so that nobody takes it for a subject, then the subjects.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 + 11 * subjects.count)
    func append(_ number: Int) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      NumberStyle.plain.append(number, to: &bytes)
    }
    append(counts.all.total)
    append(counts.all.unread)
    for tally in counts.byPriority {
      append(tally.total)
      append(tally.unread)
    }
    if let day, day > 0 { append(-day) }
    for subject in subjects { append(Int(subject)) }
    return bytes
  }

  /// Nil if the bytes are not such numbers.
  init?(_ bytes: [UInt8]) {
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0) }
    guard numbers.count >= 8, !numbers.contains(nil) else { return nil }
    let tallies = stride(from: 0, to: 8, by: 2).map {
      Tally(total: numbers[$0] ?? 0, unread: numbers[$0 + 1] ?? 0)
    }
    counts = Counts()
    counts.all = tallies[0]
    counts.byPriority = Array(tallies.dropFirst())
    if let first = numbers.dropFirst(8).first ?? nil, first < 0 { day = -first }
    subjects = numbers.dropFirst(8).compactMap { $0.flatMap { UInt32(exactly: $0) } }
  }
}
