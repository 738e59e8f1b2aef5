internal import Digests
internal import Notifications

/// The counts of a mail as the ledger keeps them for the next one: totals and unread by priority.
enum MailCounts {
  /// Four pairs of decimal numbers: of all, low, normal, high.
  static func bytes(of counts: Counts) -> [UInt8] {
    let tallies = [counts.all] + counts.byPriority
    return Array(tallies.map { "\($0.total) \($0.unread)" }.joined(separator: " ").utf8)
  }

  /// Nil for what is no such counts.
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
