import ByteText
import Exports

/// Says how many records were rejected.
enum RejectSentence {
  /// The warning about a file of rejected rows under several headers, or of some under none.
  static func ofSeveralTables(_ path: String) -> String {
    "\(path) holds records of exports with different columns; divide it before you read it again"
  }

  /// `export.jsonl: 2 of 57 records were rejected and left out`, then the first few with their
  /// reasons.
  static func overview(of index: ExportIndex, listed: Bool) -> [String] {
    let sources = index.sources.filter { $0.rejected > 0 }
    guard !sources.isEmpty else { return [] }
    var lines = sources.prefix(mostNamed).map { source in
      "\(Fault.Place.words(of: source.file, nil)): \(source.rejected) of "
        + "\(source.records.counted("record")) \(source.rejected == 1 ? "was" : "were") rejected and left out"
    }
    if sources.count > mostNamed {
      lines.append("and records of \(sources.count - mostNamed) more files")
    }
    guard listed else { return lines }
    lines += index.rejects.prefix(mostNamed).map { "  " + $0.sentence }
    let rest = sources.reduce(0) { $0 + $1.rejected } - min(mostNamed, index.rejects.count)
    if rest > 0 { lines.append("  and \(rest) more; tidings check lists them all") }
    return lines
  }

  private static let mostNamed = 3
}
