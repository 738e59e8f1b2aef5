internal import Digests
internal import Notifications

/// The counts of a mail as the ledger stores them for the next one: total and unread, overall and
/// by priority.
enum MailCounts {
  /// Four pairs of decimal numbers: for all, low, normal and high.
  static func bytes(of counts: Counts) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    func append(_ tally: Tally) {
      for number in [tally.total, tally.unread] {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        bytes += String(number).utf8
      }
    }
    append(counts.all)
    for tally in counts.byPriority { append(tally) }
    return bytes
  }

  /// Nil if the bytes are not such counts.
  static func counts(_ bytes: [UInt8]) -> Counts? {
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0) }
    guard numbers.count == 8, !numbers.contains(nil) else { return nil }
    let tallies = stride(from: 0, to: 8, by: 2).map {
      Tally(total: numbers[$0] ?? 0, unread: numbers[$0 + 1] ?? 0)
    }
    var counts = Counts()
    counts.all = tallies[0]
    counts.byPriority = Array(tallies.dropFirst())
    return counts
  }
}
