/// The messages of a run's own file: the lines of JSON Lines, or the entries of an mbox.
struct RunFileMessages {
  private let bytes: [UInt8]
  private(set) var ranges: [Range<Int>] = []

  init(_ bytes: [UInt8], format: OutboxFormat) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let end = feed.map { $0 + 1 } ?? bytes.count
      // A line of an mbox belongs to the message before it unless it separates them.
      let begins = format == .jsonl || bytes[start..<end].starts(with: "From ".utf8)
      if begins || ranges.isEmpty {
        ranges.append(start..<end)
      } else {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<end
      }
      start = end
    }
  }

  var count: Int { ranges.count }

  /// The file without the messages that hold one of these texts; nil where none does.
  func without(_ texts: [[UInt8]]) -> [UInt8]? {
    let kept = ranges.filter { range in
      !texts.contains { bytes[range].firstRange(of: $0) != nil }
    }
    return kept.count == ranges.count ? nil : kept.flatMap { bytes[$0] }
  }
}
